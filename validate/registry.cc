#include "validate/registry.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "parse/binary/binary_rules.h"
#include "parse/suggest.h"
#include "parse/text/syntax_rules.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/rules/families.h"

namespace plumb {
namespace {

// What readers find in a module that they read all the same.
constexpr absl::string_view kHarmlessForm[] = {
    "asm.comment.form",          "asm.comment.late-env",
    "asm.comment.rule",          "asm.comment.unused",
    "asm.string.utf8",           "binary.header.schema-zero",
    "binary.string.zero-padded", "binary.string.utf8",
};

bool IsReaderRule(const Rule* rule) {
  return absl::c_linear_search(kSyntaxRules.rules(), rule) ||
         absl::c_linear_search(kBinaryRules.rules(), rule);
}

// Whether `vuid` ends with the number `digits`.
bool EndsWithNumber(absl::string_view vuid, absl::string_view digits) {
  constexpr size_t kMinDigits = 4;
  return digits.size() >= kMinDigits &&
         absl::c_all_of(digits, absl::ascii_isdigit) &&
         absl::EndsWith(vuid, digits);
}

}  // namespace

namespace {

std::vector<const Rule*> SortedRules() {
  std::vector<const Rule*> rules;
  const auto add = [&rules](absl::Span<const Rule* const> table) {
    rules.insert(rules.end(), table.begin(), table.end());
  };
  for (const ListedFamily& listed : Families()) add(listed.family->rules);
  add(kSyntaxRules.rules());
  add(kBinaryRules.rules());
  for (const PipelineFamily& family : PipelineFamilies()) add(family.rules);
  absl::c_stable_sort(
      rules, [](const Rule* a, const Rule* b) { return a->id < b->id; });
  return rules;
}

}  // namespace

const std::vector<const Rule*>& AllRules() {
  static const auto* const kAll = new std::vector<const Rule*>(SortedRules());
  return *kAll;
}

bool CanBeDisabled(const Rule& rule) {
  return !IsReaderRule(&rule) || absl::c_linear_search(kHarmlessForm, rule.id);
}

absl::string_view AreaOf(absl::string_view id) {
  return id.substr(0, id.find('.'));
}

std::vector<absl::string_view> AliasesOf(const Rule& rule) {
  return absl::StrSplit(rule.aliases, ' ', absl::SkipEmpty());
}

std::vector<const Rule*> FindRules(absl::string_view name) {
  std::vector<const Rule*> by_vuid;
  if (name.empty()) return by_vuid;
  const auto at = absl::c_lower_bound(
      AllRules(), name,
      [](const Rule* rule, absl::string_view id) { return rule->id < id; });
  if (at != AllRules().end() && (*at)->id == name) return {*at};
  for (const Rule* rule : AllRules()) {
    if (absl::c_linear_search(AliasesOf(*rule), name)) return {rule};
    if (rule->vuid == name || EndsWithNumber(rule->vuid, name)) {
      by_vuid.push_back(rule);
    }
  }
  return by_vuid;
}

const Rule* FindRule(absl::string_view name) {
  const std::vector<const Rule*> rules = FindRules(name);
  return rules.empty() ? nullptr : rules.front();
}

std::string SuggestRule(absl::string_view name) {
  Suggestion suggestion(name);
  for (const Rule* rule : AllRules()) {
    suggestion.Offer(rule->id);
    for (absl::string_view alias : AliasesOf(*rule)) suggestion.Offer(alias);
    if (!rule->vuid.empty()) suggestion.Offer(rule->vuid);
  }
  return std::string(suggestion.best());
}

}  // namespace plumb
