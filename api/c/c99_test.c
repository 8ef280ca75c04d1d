/* The interface used from C99: every function is called once.  It is compiled
 * with -std=c99 -pedantic -Wall -Wextra -Werror. */
#include <stdio.h>
#include <string.h>

#include "api/c/plumb.h"

static int failures = 0;

static void expect(int holds, const char *what) {
  if (holds) return;
  printf("failed: %s (%s)\n", what, plumb_last_failure());
  ++failures;
}
#define EXPECT(condition) expect((condition), #condition)

static const char kText[] =
    "OpCapability Shader\nOpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n%f64 = OpTypeFloat 64\n";
static const char kLines[] =
    "OpCapability Shader\nOpCapability Linkage\n"
    "OpMemoryModel Logical GLSL450\n%s = OpString \"a.glsl\"\n"
    "%v = OpTypeVoid\n%t = OpTypeFunction %v\n%f = OpFunction %v None %t\n"
    "%l = OpLabel\nOpLine %s 3 1\n%x = OpIAdd %v %s %s\nOpReturn\n"
    "OpFunctionEnd\n";

static int never(void *context) {
  (void)context;
  return 0;
}

static int count_bytes(void *context, const void *bytes, size_t size) {
  (void)bytes;
  *(size_t *)context += size;
  return 0;
}

static plumb_options *make_options(void) {
  plumb_options *options = NULL, *clone = NULL;
  EXPECT(plumb_options_new(&options) == PLUMB_OK);
  EXPECT(plumb_options_set(options, "jobs", "1") == PLUMB_OK);
  EXPECT(plumb_options_set_env(options, "spv1.6") == PLUMB_OK);
  EXPECT(plumb_options_set_format(options, PLUMB_FORMAT_TEXT) == PLUMB_OK);
  EXPECT(plumb_options_set_flag(options, PLUMB_FLAG_PEDANTIC, 1) == PLUMB_OK);
  EXPECT(plumb_options_set_limit(options, PLUMB_LIMIT_ID_BOUND, 1000) ==
         PLUMB_OK);
  EXPECT(plumb_options_set_descriptor_layout(options, PLUMB_DESCRIPTOR_BUFFER,
                                             64, 32) == PLUMB_OK);
  EXPECT(plumb_options_set_jobs(options, 1) == PLUMB_OK);
  EXPECT(plumb_options_set_max_diagnostics(options, 10) == PLUMB_OK);
  EXPECT(plumb_options_set_version(options, 5) == PLUMB_OK);
  EXPECT(plumb_options_set_generator(options, 1) == PLUMB_OK);
  EXPECT(plumb_options_select_rules(options, PLUMB_ACTION_WARNING, "cfg.*") ==
         PLUMB_OK);
  EXPECT(plumb_options_set_device(options, NULL, 0, NULL) == PLUMB_OK);
  EXPECT(plumb_options_set_cancelled(options, never, NULL) == PLUMB_OK);
  EXPECT(plumb_options_clone(options, &clone) == PLUMB_OK);
  EXPECT(plumb_options_add_spec_constant(clone, "1", "2") == PLUMB_OK);
  plumb_options_free(clone);
  return options;
}

static void use_diagnostics(plumb_session *session) {
  plumb_counts counts;
  plumb_diagnostic diagnostic;
  plumb_place place;
  plumb_edit edit;
  plumb_note note;
  plumb_source source;
  plumb_verdict verdict;
  counts.size = sizeof counts;
  diagnostic.size = sizeof diagnostic;
  place.size = sizeof place;
  edit.size = sizeof edit;
  note.size = sizeof note;
  source.size = sizeof source;
  EXPECT(plumb_session_validate(session, kText, strlen(kText), &verdict) ==
         PLUMB_OK);
  EXPECT(verdict == PLUMB_INVALID);
  EXPECT(plumb_counts_get(session, &counts) == PLUMB_OK && counts.kept == 1);
  EXPECT(plumb_diagnostic_get(session, 0, &diagnostic) == PLUMB_OK);
  EXPECT(strlen(diagnostic.rule.data) == diagnostic.rule.size);
  EXPECT(plumb_place_get(session, 0, PLUMB_NO_NOTE, &place) == PLUMB_OK);
  EXPECT(place.line == 4);
  EXPECT(plumb_edit_get(session, 0, 0, &edit) == PLUMB_OK);
  EXPECT(plumb_session_validate(session, kLines, strlen(kLines), &verdict) ==
         PLUMB_OK);
  EXPECT(plumb_source_get(session, 0, 0, &source) == PLUMB_OK);
  EXPECT(source.line == 3);
  EXPECT(plumb_note_get(session, 0, 1000, &note) == PLUMB_E_RANGE);
}

static void use_outputs(plumb_session *session) {
  plumb_string out;
  plumb_need need;
  plumb_verdict verdict;
  size_t size = 0, count = 0, needed = 0, unneeded = 0;
  need.size = sizeof need;
  EXPECT(plumb_session_validate(session, kText, strlen(kText), &verdict) ==
         PLUMB_OK);
  EXPECT(plumb_report(session, PLUMB_REPORT_CONCISE, "a", &out) == PLUMB_OK);
  EXPECT(plumb_fixed_text(session, 0, &out, &count) == PLUMB_OK && count == 1);
  EXPECT(plumb_session_read(session, kText, strlen(kText), &verdict) ==
         PLUMB_OK);
  EXPECT(verdict == PLUMB_VALID);
  EXPECT(plumb_binary(session, PLUMB_LITTLE_ENDIAN, &out) == PLUMB_OK);
  EXPECT(plumb_write_binary(session, PLUMB_BIG_ENDIAN, count_bytes, &size) ==
         PLUMB_OK);
  EXPECT(size == out.size);
  size = 0;
  EXPECT(plumb_text(session, 0, &out) == PLUMB_OK);
  EXPECT(plumb_write_text(session, 0, count_bytes, &size) == PLUMB_OK);
  EXPECT(size == out.size);
  EXPECT(plumb_need_count(session, &needed, &unneeded) == PLUMB_E_STATE);
  EXPECT(plumb_need_get(session, 0, &need) == PLUMB_E_STATE);
  EXPECT(plumb_needs_json(session, "a", &out) == PLUMB_E_STATE);
}

static void use_module(plumb_session *session) {
  plumb_module module;
  plumb_instruction instruction;
  plumb_operand operand;
  plumb_string out;
  const plumb_use *uses;
  size_t count;
  uint32_t number;
  module.size = sizeof module;
  instruction.size = sizeof instruction;
  operand.size = sizeof operand;
  EXPECT(plumb_module_get(session, &module) == PLUMB_OK);
  EXPECT(module.instruction_count == 4);
  EXPECT(plumb_instruction_get(session, 3, &instruction) == PLUMB_OK);
  EXPECT(strcmp(instruction.name.data, "OpTypeFloat") == 0);
  EXPECT(plumb_operand_get(session, 3, 1, &operand) == PLUMB_OK);
  EXPECT(operand.value == 64);
  EXPECT(plumb_instruction_text(session, 3, 0, &out) == PLUMB_OK);
  EXPECT(plumb_definition_get(session, instruction.result, &number) ==
             PLUMB_OK &&
         number == 3);
  EXPECT(plumb_uses_get(session, instruction.result, &uses, &count) ==
             PLUMB_OK &&
         count == 0);
  EXPECT(plumb_original_id(session, 1, &number) == PLUMB_OK && number == 1);
}

static void use_catalogue(plumb_session *session) {
  plumb_reporter *reporter = NULL;
  plumb_rule rule;
  plumb_env env;
  plumb_string out;
  size_t index = 0, size = 0;
  uint32_t number = 0;
  rule.size = sizeof rule;
  env.size = sizeof env;
  EXPECT(plumb_version() >> 16 == PLUMB_VERSION_MAJOR);
  EXPECT(plumb_version_text()[0] != '\0');
  EXPECT(plumb_grammar_release()[0] != '\0');
  EXPECT(strcmp(plumb_result_text(PLUMB_OK), "success") == 0);
  EXPECT(plumb_rule_count() > 1000);
  EXPECT(plumb_rule_find("cfg.merge.unique-block", &index) == PLUMB_OK);
  EXPECT(plumb_rule_get(index, &rule) == PLUMB_OK);
  EXPECT(plumb_rule_explain(index, 0, count_bytes, &size) == PLUMB_OK);
  EXPECT(size > 0);
  EXPECT(plumb_env_count() > 20 && plumb_env_get(0, &env) == PLUMB_OK);
  EXPECT(plumb_limit_name(PLUMB_LIMIT_ID_BOUND, &out) == PLUMB_OK);
  EXPECT(plumb_device_template(&out) == PLUMB_OK);
  EXPECT(plumb_opcode_name(0, &out) == PLUMB_OK);
  EXPECT(plumb_opcode_number("OpNop", &number) == PLUMB_OK && number == 0);
  EXPECT(plumb_enumerant_name("Dim", 1, &out) == PLUMB_OK);
  EXPECT(strcmp(out.data, "2D") == 0);
  EXPECT(plumb_reporter_new(PLUMB_REPORT_JSON, &reporter) == PLUMB_OK);
  EXPECT(plumb_reporter_add(reporter, session, "a", &out) == PLUMB_OK);
  EXPECT(plumb_reporter_add_unreadable(reporter, "b", "c", &out) == PLUMB_OK);
  EXPECT(plumb_reporter_end(reporter, &out) == PLUMB_OK);
  plumb_reporter_free(reporter);
}

int main(void) {
  plumb_session *session = NULL;
  plumb_options *options = make_options();
  EXPECT(plumb_session_new(options, NULL, &session) == PLUMB_OK);
  plumb_options_free(options);
  use_diagnostics(session);
  use_outputs(session);
  use_module(session);
  use_catalogue(session);
  EXPECT(plumb_session_reset(session) == PLUMB_OK);
  EXPECT(plumb_session_set_options(session, NULL) == PLUMB_OK);
  plumb_session_free(session);
  return failures == 0 ? 0 : 1;
}
