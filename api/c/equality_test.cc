// The C interface and Session agree: on the verdict, every record and the
// report, for all test modules of rules, as texts and as binaries.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "api/report/json_lines_report.h"
#include "api/session.h"
#include "api/version.h"
#include "gtest/gtest.h"
#include "testdata/module_setting.h"

namespace plumb::c_api {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> Modules() {
  std::vector<fs::path> paths;
  for (const char* folder : {"testdata/rules", "testdata/examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".spvasm") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The options of a module's first lines, set by name.
OptionsPtr OptionsOf(absl::string_view text) {
  OptionsPtr options = NewOptions();
  plumb_options_set_env(options.get(), "spv1.6");
  const auto set = [&](const std::string& name, const std::string& value) {
    EXPECT_EQ(plumb_options_set(options.get(), name.c_str(), value.c_str()),
              PLUMB_OK)
        << plumb_last_failure();
  };
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, "; env: ")) {
      set("target-env", std::string(line));
    } else if (absl::ConsumePrefix(&line, "; options: ")) {
      for (absl::string_view option :
           absl::StrSplit(line, ' ', absl::SkipEmpty())) {
        const std::vector<std::string> parts =
            absl::StrSplit(option, absl::MaxSplits('=', 1));
        set(parts[0], parts.size() > 1 ? parts[1] : "true");
      }
    } else if (absl::ConsumePrefix(&line, "; device: ")) {
      const std::string json = ReadTestFile(std::string(line));
      EXPECT_EQ(plumb_options_set_device(options.get(), json.data(),
                                         json.size(), nullptr),
                PLUMB_OK)
          << plumb_last_failure();
    } else if (!absl::StartsWith(line, ";")) {
      break;
    }
  }
  return options;
}

void ExpectPlace(const plumb_place& place, const ResolvedPlace& expected) {
  if (expected.text.has_value()) {
    EXPECT_EQ(place.line, expected.text->begin.line);
    EXPECT_EQ(place.column, expected.text->begin.column);
    EXPECT_EQ(place.end_line, expected.text->end.line);
    EXPECT_EQ(place.end_column, expected.text->end.column);
    EXPECT_EQ(place.character, expected.text->begin.character);
    EXPECT_EQ(place.end_character, expected.text->end.character);
    EXPECT_EQ(place.offset, expected.offsets->begin);
    EXPECT_EQ(place.end_offset, expected.offsets->end);
  } else {
    EXPECT_EQ(place.line, 0u);
    EXPECT_EQ(place.offset, PLUMB_NONE);
  }
  EXPECT_EQ(place.word,
            expected.words.has_value() ? expected.words->begin : PLUMB_NONE);
  EXPECT_EQ(place.instruction, expected.instruction.value_or(PLUMB_NONE));
  EXPECT_EQ(ToText(place.excerpt), expected.excerpt.source);
  EXPECT_EQ(ToText(place.caret), expected.excerpt.caret);
}

void ExpectDiagnostic(plumb_session* session, size_t index,
                      const ResolvedDiagnostic& expected) {
  auto d = Sized<plumb_diagnostic>();
  ASSERT_EQ(plumb_diagnostic_get(session, index, &d), PLUMB_OK);
  EXPECT_EQ(d.severity, static_cast<plumb_severity>(expected.severity));
  EXPECT_EQ(ToText(d.rule), expected.rule->id);
  EXPECT_EQ(ToText(d.section), expected.rule->section);
  EXPECT_EQ(ToText(d.vuid), expected.vuid);
  EXPECT_EQ(ToText(d.message), expected.message);
  EXPECT_EQ(ToText(d.function), expected.function);
  EXPECT_EQ(ToText(d.function_name), expected.function_name);
  EXPECT_EQ(ToText(d.block), expected.block);
  auto place = Sized<plumb_place>();
  ASSERT_EQ(plumb_place_get(session, index, PLUMB_NO_NOTE, &place), PLUMB_OK);
  ExpectPlace(place, expected.place);
  ASSERT_EQ(d.note_count, expected.notes.size());
  for (size_t n = 0; n < d.note_count; ++n) {
    auto note = Sized<plumb_note>();
    ASSERT_EQ(plumb_note_get(session, index, n, &note), PLUMB_OK);
    EXPECT_EQ(ToText(note.message), expected.notes[n].message);
    ASSERT_EQ(plumb_place_get(session, index, n, &place), PLUMB_OK);
    ExpectPlace(place, expected.notes[n].place);
  }
  ASSERT_EQ(d.edit_count,
            expected.fix.has_value() ? expected.fix->edits.size() : 0);
  for (size_t e = 0; e < d.edit_count; ++e) {
    auto edit = Sized<plumb_edit>();
    ASSERT_EQ(plumb_edit_get(session, index, e, &edit), PLUMB_OK);
    EXPECT_EQ(ToText(edit.replacement), expected.fix->edits[e].replacement);
    EXPECT_EQ(edit.offset, expected.fix->edits[e].offsets.begin);
    EXPECT_EQ(edit.end_offset, expected.fix->edits[e].offsets.end);
    EXPECT_EQ(edit.line, expected.fix->edits[e].text.begin.line);
    EXPECT_EQ(edit.end_column, expected.fix->edits[e].text.end.column);
  }
  EXPECT_EQ(d.source_count, expected.source.has_value()
                                ? 1 + expected.source->inlined_at.size()
                                : 0);
  if (!expected.source.has_value()) return;
  auto source = Sized<plumb_source>();
  ASSERT_EQ(plumb_source_get(session, index, 0, &source), PLUMB_OK);
  EXPECT_EQ(ToText(source.file), expected.source->position.file);
  EXPECT_EQ(source.line, expected.source->position.line);
  EXPECT_EQ(ToText(source.excerpt), expected.source->excerpt.source);
}

void ExpectSame(plumb_session* session, Session* expected,
                absl::string_view input) {
  const absl::StatusOr<Verdict> verdict = expected->Run(input);
  ASSERT_TRUE(verdict.ok());
  ASSERT_EQ(Validate(session, input), static_cast<plumb_verdict>(*verdict));
  const InputReport report = expected->Report("a");
  auto counts = Sized<plumb_counts>();
  ASSERT_EQ(plumb_counts_get(session, &counts), PLUMB_OK);
  ASSERT_EQ(counts.kept, report.diagnostics.size());
  EXPECT_EQ(counts.errors, report.error_count);
  EXPECT_EQ(counts.warnings, report.warning_count);
  EXPECT_EQ(counts.follow_ups, report.follow_ups_left_out);
  for (size_t i = 0; i < report.diagnostics.size(); ++i) {
    ExpectDiagnostic(session, i, report.diagnostics[i]);
  }
  JsonLinesReport writer("libplumb", kVersion);
  std::string json;
  writer.Begin(&json);
  writer.Add(report, &json);
  writer.End(&json);
  plumb_string out = {};
  ASSERT_EQ(plumb_report(session, PLUMB_REPORT_JSON, "a", &out), PLUMB_OK);
  EXPECT_EQ(ToText(out), json);
}

TEST(EqualityTest, EveryRuleModule) {
  const std::vector<fs::path> paths = Modules();
  ASSERT_GT(paths.size(), 1000u);
  size_t invalid = 0;
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path);
    const std::string text = ReadTestFile(path);
    const ModuleSetting setting = ReadModuleSetting(text);
    SessionOptions options;
    options.validator = setting.options;
    options.env = setting.options.env;
    Session expected(options);
    const OptionsPtr own = OptionsOf(text);
    Heap heap;
    const plumb_allocator allocator = heap.allocator();
    SessionPtr session = NewSession(own.get(), &allocator);
    ASSERT_NE(session, nullptr) << plumb_last_failure();
    ExpectSame(session.get(), &expected, text);
    const std::string binary = expected.Binary();
    if (!expected.diagnostics().empty()) ++invalid;
    if (!binary.empty()) ExpectSame(session.get(), &expected, binary);
    session.reset();
    // Tables that outlive a session are not in its memory.
    EXPECT_EQ(heap.block_count(), 0u);
    EXPECT_TRUE(heap.is_consistent());
    if (HasFailure()) break;
  }
  EXPECT_GT(invalid, paths.size() / 4);
}

}  // namespace
}  // namespace plumb::c_api
