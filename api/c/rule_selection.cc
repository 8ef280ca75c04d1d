#include "api/c/rule_selection.h"

#include <string>

#include "absl/algorithm/container.h"
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

static_assert(static_cast<plumb_action>(RuleAction::kOff) == PLUMB_ACTION_OFF);
static_assert(static_cast<plumb_action>(RuleAction::kWarn) ==
              PLUMB_ACTION_WARNING);
static_assert(static_cast<plumb_action>(RuleAction::kError) ==
              PLUMB_ACTION_ERROR);

plumb_result RuleSelection::Add(plumb_action action,
                                absl::string_view pattern) {
  std::vector<const Rule*> rules = SelectRules(pattern);
  if (rules.empty()) return FailOfRuleName(pattern);
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
  if (action == PLUMB_ACTION_ONLY) {
    choices_.Keep(rules);
  } else {
    choices_.Choose(static_cast<RuleAction>(action), rules);
  }
  return kOk;
}

plumb_result FailOfRuleName(absl::string_view name) {
  const std::string suggestion = SuggestRule(name);
  return Fail(PLUMB_E_NAME,
              absl::StrCat("no rule is named '", name, "'",
                           suggestion.empty() ? "" : "; did you mean ",
                           suggestion, suggestion.empty() ? "" : "?"));
}

}  // namespace plumb::c_api
