// See explanation.h.
#include "api/explain/explanation.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "api/explain/gists.h"
#include "api/explain/reasons.h"
#include "api/explain/rule_examples.h"
#include "api/explain/rule_subject.h"
#include "api/explain/spec_link.h"
#include "api/report/report_writer.h"
#include "core/message_template.h"
#include "core/target_env.h"
#include "nlohmann/json.hpp"
#include "validate/registry.h"
#include "validate/rules/families.h"

namespace plumb {
namespace {

using nlohmann::ordered_json;

std::string VersionsOf(const Rule& rule) {
  const std::string since = FirstVersion(rule);
  const std::string until = LastVersion(rule);
  if (!since.empty() && !until.empty()) {
    return absl::StrCat("SPIR-V ", since, " to ", until);
  }
  if (!since.empty()) return absl::StrCat("SPIR-V ", since, " and later");
  if (!until.empty()) return absl::StrCat("SPIR-V ", until, " and earlier");
  return "all";
}

std::string EnvironmentsOf(const Rule& rule) {
  if (rule.when.envs == kAnyEnv) return "all";
  std::vector<absl::string_view> names;
  for (int i = 0; i < kTargetEnvCount; ++i) {
    const auto env = static_cast<TargetEnv>(i);
    if ((rule.when.envs & EnvBit(env)) != 0) names.push_back(Info(env).name);
  }
  return absl::StrJoin(names, ", ");
}

void AddOpcodes(const Instructions& instructions,
                std::vector<absl::string_view>* names) {
  for (const Op op : instructions.ops()) names->push_back(NameOf(op));
}

// The opcodes that tables of families name together with the rule.
std::vector<absl::string_view> OpcodesInTables(const Rule& rule) {
  std::vector<absl::string_view> names;
  for (const ListedFamily& listed : Families()) {
    for (const Signature& row : listed.family->signatures) {
      if (row.result_rule == &rule || row.operand_rule == &rule ||
          row.relation_rule == &rule) {
        AddOpcodes(row.ops, &names);
      }
    }
    for (const OperandRule& row : listed.family->operand_rules) {
      if (row.rule == &rule) AddOpcodes(row.ops, &names);
    }
  }
  return names;
}

// The name of an opcode in a line of a text, or empty.
absl::string_view OpcodeOfLine(absl::string_view line) {
  for (const absl::string_view word :
       absl::StrSplit(line, ' ', absl::SkipEmpty())) {
    const Op op = grammar::OpFromName(word);
    if (op != grammar::kNoOp) return NameOf(op);
  }
  return "";
}

// The opcodes of the instructions that an example marks: those above a line ";
// ^^^^ error RULE".
std::vector<absl::string_view> MarkedOpcodes(absl::string_view example,
                                             absl::string_view rule_id) {
  std::vector<absl::string_view> names;
  absl::string_view instruction;
  for (const absl::string_view line : absl::StrSplit(example, '\n')) {
    if (!absl::StartsWith(line, ";")) {
      instruction = line;
    } else if (absl::EndsWith(line, absl::StrCat(" ", rule_id))) {
      const absl::string_view name = OpcodeOfLine(instruction);
      if (!name.empty()) names.push_back(name);
    }
  }
  return names;
}

void FindOpcodes(RuleExplanation* explanation) {
  std::vector<absl::string_view>& names = explanation->opcodes;
  names = OpcodesInTables(*explanation->rule);
  explanation->opcodes_are_examples = names.empty();
  if (names.empty()) {
    names = MarkedOpcodes(explanation->invalid, explanation->rule->id);
  }
  absl::c_sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

// The significant lines of a text, without comments and indentation.
std::vector<std::string> SignificantLines(absl::string_view text) {
  std::vector<std::string> lines;
  for (const absl::string_view raw : absl::StrSplit(text, '\n')) {
    std::string line(raw);
    absl::RemoveExtraAsciiWhitespace(&line);
    if (!line.empty() && line[0] != ';') lines.push_back(std::move(line));
  }
  return lines;
}

ordered_json Strings(const std::vector<absl::string_view>& views) {
  ordered_json array = ordered_json::array();
  for (const absl::string_view view : views) {
    array.push_back(absl::StrCat(view));
  }
  return array;
}

std::string Indented(absl::string_view text) {
  absl::ConsumeSuffix(&text, "\n");
  return absl::StrCat("    ", absl::StrReplaceAll(text, {{"\n", "\n    "}}),
                      "\n");
}

}  // namespace

std::string FirstVersion(const Rule& rule) {
  if (rule.when.min_version == Scope().min_version) return "";
  return absl::StrCat("1.", rule.when.min_version);
}
std::string LastVersion(const Rule& rule) {
  if (rule.when.max_version == Scope().max_version) return "";
  return absl::StrCat("1.", rule.when.max_version);
}

std::string NamedPlaceholders(absl::string_view text) {
  return FillTemplate(text, [](const Placeholder& p, std::string* out) {
    if (p.ending.empty()) {
      const char name = static_cast<char>('A' + p.argument);
      out->append({'<', name, '>'});
    } else {
      absl::StrAppend(out, p.ending);
    }
  });
}

std::string DifferingLines(absl::string_view before, absl::string_view after) {
  const std::vector<std::string> a = SignificantLines(before);
  const std::vector<std::string> b = SignificantLines(after);
  // common[i][j]: the most lines that a from i and b from j on share.
  std::vector<std::vector<uint32_t>> common(
      a.size() + 1, std::vector<uint32_t>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      common[i][j] = a[i] == b[j]
                         ? common[i + 1][j + 1] + 1
                         : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::string text;
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i;
      ++j;
    } else if (j == b.size() ||
               (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
      absl::StrAppend(&text, "- ", a[i++], "\n");
    } else {
      absl::StrAppend(&text, "+ ", b[j++], "\n");
    }
  }
  return text;
}

RuleExplanation Explain(const Rule& rule) {
  RuleExplanation explanation;
  explanation.rule = &rule;
  explanation.message = NamedPlaceholders(rule.text);
  explanation.gist = GistOf(rule.id);
  explanation.reason = ReasonOf(rule.id);
  explanation.place = PlaceText(rule);
  explanation.link = SpecLink(rule);
  explanation.area = FindArea(AreaOf(rule.id));
  explanation.versions = VersionsOf(rule);
  explanation.environments = EnvironmentsOf(rule);
  explanation.aliases = AliasesOf(rule);
  explanation.invalid = InvalidExample(rule.id);
  explanation.valid = ValidExample(rule.id);
  if (!explanation.invalid.empty() && !explanation.valid.empty()) {
    explanation.change = DifferingLines(explanation.invalid, explanation.valid);
  }
  FindOpcodes(&explanation);
  explanation.can_be_disabled = CanBeDisabled(rule);
  return explanation;
}

std::string OpcodesText(const RuleExplanation& explanation) {
  if (explanation.opcodes.empty()) return "";
  return absl::StrCat(explanation.opcodes_are_examples ? "for example " : "",
                      absl::StrJoin(explanation.opcodes, ", "));
}

std::string ExplanationText(const RuleExplanation& explanation) {
  const Rule& rule = *explanation.rule;
  std::string text = absl::StrCat(rule.id, "\n");
  const auto add = [&text](absl::string_view what, absl::string_view value) {
    if (value.empty()) return;
    absl::StrAppend(&text, "  ", what, std::string(14 - what.size(), ' '),
                    value, "\n");
  };
  add("message", explanation.message);
  add("requirement", explanation.gist);
  add("why", explanation.reason);
  if (explanation.area != nullptr) add("area", explanation.area->title);
  add("section", explanation.place);
  add("link", explanation.link);
  add("severity", SeverityText(rule.severity));
  add("opcodes", OpcodesText(explanation));
  add("versions", explanation.versions);
  add("environments", explanation.environments);
  add("aliases", absl::StrJoin(explanation.aliases, ", "));
  add("vuid", rule.vuid);
  if (!explanation.can_be_disabled) {
    add("disable", "no: it is about the form of the input");
  }
  if (!explanation.invalid.empty()) {
    absl::StrAppend(&text, "\n  invalid:\n\n", Indented(explanation.invalid));
  }
  if (!explanation.change.empty()) {
    absl::StrAppend(&text, "\n  valid:\n\n", Indented(explanation.change));
  }
  return text;
}

std::string ExplanationJson(const RuleExplanation& explanation) {
  const Rule& rule = *explanation.rule;
  ordered_json row;
  row["id"] = absl::StrCat(rule.id);
  row["message"] = explanation.message;
  row["area"] = absl::StrCat(AreaOf(rule.id));
  if (explanation.area != nullptr) {
    row["about"] = absl::StrCat(explanation.area->title);
  }
  if (!explanation.reason.empty()) {
    row["why"] = absl::StrCat(explanation.reason);
  }
  if (!explanation.gist.empty()) row["gist"] = absl::StrCat(explanation.gist);
  row["section"] = explanation.place;
  if (!explanation.link.empty()) row["link"] = explanation.link;
  row["severity"] = absl::StrCat(SeverityText(rule.severity));
  row["opcodes"] = Strings(explanation.opcodes);
  row["opcodes_are_examples"] = explanation.opcodes_are_examples;
  row["versions"] = explanation.versions;
  row["environments"] = explanation.environments;
  row["aliases"] = Strings(explanation.aliases);
  row["vuids"] = rule.vuid.empty() ? Strings({}) : Strings({rule.vuid});
  row["can_be_disabled"] = explanation.can_be_disabled;
  row["invalid_example"] = explanation.invalid;
  row["valid_example"] = explanation.valid;
  row["change"] = explanation.change;
  return row.dump(1);
}

}  // namespace plumb
