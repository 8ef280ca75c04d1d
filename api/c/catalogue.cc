// Rules, environments, the device template and the grammar: what needs no
// session.
//
// Tested by catalogue_test.cc.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "api/c/call.h"
#include "api/c/grammar_names.h"
#include "api/c/rule_selection.h"
#include "api/device/device_profile.h"
#include "api/explain/explanation.h"
#include "api/explain/gists.h"
#include "api/explain/spec_link.h"
#include "core/target_env.h"
#include "grammar/grammar.h"
#include "validate/registry.h"

namespace plumb::c_api {
namespace {

// A rule, with the texts that its row does not have.
struct RuleTexts {
  const Rule* rule = nullptr;
  std::string area, message, link, since, until;
};

const std::vector<RuleTexts>& Catalogue() {
  static const auto* const kCatalogue = [] {
    auto rows = std::make_unique<std::vector<RuleTexts>>();
    for (const Rule* rule : AllRules()) {
      rows->push_back({rule, std::string(AreaOf(rule->id)),
                       NamedPlaceholders(rule->text), SpecLink(*rule),
                       FirstVersion(*rule), LastVersion(*rule)});
    }
    return rows.release();
  }();
  return *kCatalogue;
}

plumb_rule RecordOf(const RuleTexts& texts) {
  const Rule& rule = *texts.rule;
  plumb_rule out = {};
  out.severity = SeverityOf(rule.severity);
  out.can_be_disabled = CanBeDisabled(rule) ? 1 : 0;
  out.id = ToString(rule.id);
  out.area = ToString(texts.area);
  out.section = ToString(rule.section);
  out.message = ToString(texts.message);
  out.gist = ToString(GistOf(rule.id));
  out.vuid = ToString(rule.vuid);
  out.aliases = ToString(rule.aliases);
  out.link = ToString(texts.link);
  out.since = ToString(texts.since);
  out.until = ToString(texts.until);
  return out;
}
plumb_result FailOfRule() {
  return Fail(PLUMB_E_RANGE, "the index of the rule is out of range");
}

}  // namespace

extern "C" {

PLUMB_API size_t plumb_rule_count() {
  size_t count = 0;
  const plumb_result result = Guarded([&] {
    count = Catalogue().size();
    return kOk;
  });
  return result == PLUMB_OK ? count : 0;
}

PLUMB_API plumb_result plumb_rule_get(size_t index, plumb_rule* out) {
  if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
    return result;
  }
  return Guarded([&] {
    if (index >= Catalogue().size()) return FailOfRule();
    return Store(RecordOf(Catalogue()[index]), out);
  });
}

PLUMB_API plumb_result plumb_rule_find(const char* name, size_t* index) {
  if (name == nullptr) return FailOfNull("the name is NULL");
  if (index == nullptr) return FailOfNullResult();
  return Guarded([&] {
    const Rule* const rule = FindRule(name);
    for (size_t i = 0; rule != nullptr && i < Catalogue().size(); ++i) {
      if (Catalogue()[i].rule != rule) continue;
      *index = i;
      return kOk;
    }
    return FailOfRuleName(name);
  });
}

PLUMB_API plumb_result plumb_rule_explain(size_t index, int as_json,
                                          plumb_sink sink, void* context) {
  if (sink == nullptr) return FailOfNull("the sink is NULL");
  return Guarded([&] {
    if (index >= Catalogue().size()) return FailOfRule();
    const RuleExplanation explanation = Explain(*Catalogue()[index].rule);
    const std::string text = as_json != 0 ? ExplanationJson(explanation)
                                          : ExplanationText(explanation);
    return WriteTo(sink, context, text);
  });
}

PLUMB_API size_t plumb_env_count() { return kTargetEnvCount; }

PLUMB_API plumb_result plumb_env_get(size_t index, plumb_env* out) {
  if (const plumb_result result = CheckStruct(out); result != PLUMB_OK) {
    return result;
  }
  if (index >= size_t{kTargetEnvCount}) {
    return Fail(PLUMB_E_RANGE, "the index of the environment is out of range");
  }
  const TargetEnvInfo& info = Info(static_cast<TargetEnv>(index));
  plumb_env env = {};
  env.name = ToString(info.name);
  env.description = ToString(info.description);
  env.minor_version = info.spirv_minor;
  return Store(env, out);
}

PLUMB_API plumb_result plumb_device_template(plumb_string* out) {
  if (out == nullptr) return FailOfNullResult();
  return Guarded([&] {
    static const auto* const kTemplate =
        new std::string(DeviceProfileTemplate());
    *out = ToString(*kTemplate);
    return kOk;
  });
}

PLUMB_API plumb_result plumb_opcode_name(uint32_t opcode, plumb_string* out) {
  if (out == nullptr) return FailOfNullResult();
  return Guarded([&] {
    const grammar::Op op = grammar::OpFromOpcode(opcode);
    if (op == grammar::kNoOp) {
      return Fail(PLUMB_E_NAME, "no opcode has this number");
    }
    *out = NameString(grammar::Info(op).name);
    return kOk;
  });
}

PLUMB_API plumb_result plumb_opcode_number(const char* name, uint32_t* out) {
  if (name == nullptr) return FailOfNull("the name is NULL");
  if (out == nullptr) return FailOfNullResult();
  const grammar::Op op = grammar::OpFromName(name);
  if (op == grammar::kNoOp) {
    return Fail(PLUMB_E_NAME, "no opcode has this name");
  }
  *out = grammar::Info(op).opcode;
  return kOk;
}

PLUMB_API plumb_result plumb_enumerant_name(const char* kind, uint32_t value,
                                            plumb_string* out) {
  if (kind == nullptr) return FailOfNull("the name of the kind is NULL");
  if (out == nullptr) return FailOfNullResult();
  return Guarded([&] {
    for (int i = 0; i < grammar::kKindCount; ++i) {
      const auto row = static_cast<grammar::Kind>(i);
      if (grammar::NameOf(row) != kind) continue;
      const auto category = grammar::Info(row).category;
      if (category != grammar::Category::kValueEnum &&
          category != grammar::Category::kBitEnum) {
        break;
      }
      const auto* const enumerant = grammar::EnumerantByValue(row, value);
      if (enumerant == nullptr) break;
      *out = NameString(enumerant->name);
      return kOk;
    }
    return Fail(PLUMB_E_NAME, "the kind of operand or its value is unknown");
  });
}

}  // extern "C"

}  // namespace plumb::c_api
