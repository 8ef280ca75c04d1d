#include "api/c/rule_selection.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "api/c/call.h"
#include "validate/registry.h"

namespace plumb::c_api {

bool MatchesPattern(absl::string_view pattern, absl::string_view name) {
  size_t p = 0, n = 0;
  size_t star = absl::string_view::npos;  // the last one seen
  size_t after_star = 0;  // where the name is tried again after it
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after_star = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != absl::string_view::npos) {
      p = star + 1;
      n = ++after_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<const Rule*> SelectRules(absl::string_view pattern) {
  if (!absl::c_linear_search(pattern, '*')) return FindRules(pattern);
  const auto matches = [&](absl::string_view name) {
    return !name.empty() && MatchesPattern(pattern, name);
  };
  std::vector<const Rule*> rules;
  for (const Rule* rule : AllRules()) {
    if (matches(rule->id) || matches(rule->vuid) ||
        absl::c_any_of(AliasesOf(*rule), matches)) {
      rules.push_back(rule);
    }
  }
  return rules;
}

plumb_result RuleSelection::Add(plumb_action action,
                                absl::string_view pattern) {
  std::vector<const Rule*> rules = SelectRules(pattern);
  if (rules.empty()) {
    const std::string suggestion = SuggestRule(pattern);
    return Fail(PLUMB_E_NAME,
                absl::StrCat("no rule is named '", pattern, "'",
                             suggestion.empty() ? "" : "; did you mean ",
                             suggestion, suggestion.empty() ? "" : "?"));
  }
  if (action != PLUMB_ACTION_ERROR) {
    std::erase_if(rules,
                  [](const Rule* rule) { return !CanBeDisabled(*rule); });
    if (rules.empty()) {
      return Fail(PLUMB_E_NAME,
                  absl::StrCat("'", pattern,
                               "' selects only rules that cannot be changed, "
                               "because an input that violates one of them is "
                               "not a module"));
    }
  }
  choices_.push_back({action, std::move(rules)});
  return kOk;
}

void RuleSelection::Apply(RulePolicy* policy) const {
  absl::flat_hash_map<const Rule*, plumb_action> actions;
  const auto is_only = [](const Choice& choice) {
    return choice.action == PLUMB_ACTION_ONLY;
  };
  if (absl::c_any_of(choices_, is_only)) {
    for (const Rule* rule : AllRules()) {
      if (CanBeDisabled(*rule)) actions[rule] = PLUMB_ACTION_OFF;
    }
    for (const Choice& choice : choices_) {
      if (!is_only(choice)) continue;
      for (const Rule* rule : choice.rules) actions.erase(rule);
    }
  }
  for (const Choice& choice : choices_) {
    if (is_only(choice)) continue;
    for (const Rule* rule : choice.rules) actions[rule] = choice.action;
  }
  for (const auto& [rule, action] : actions) {
    RuleSet& set = action == PLUMB_ACTION_OFF       ? policy->disabled
                   : action == PLUMB_ACTION_WARNING ? policy->warnings
                                                    : policy->errors;
    set.insert(rule);
  }
}

bool RuleSelection::NeedsDevice() const {
  bool any = false;
  for (const Choice& choice : choices_) {
    if (choice.action != PLUMB_ACTION_ONLY) continue;
    any = true;
    for (const Rule* rule : choice.rules) {
      if (AreaOf(rule->id) != "device") return false;
    }
  }
  return any;
}

}  // namespace plumb::c_api
