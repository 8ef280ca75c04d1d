// The rules that options select.
//
// Tested by rule_selection_test.cc.
#ifndef PLUMB_API_C_RULE_SELECTION_H_
#define PLUMB_API_C_RULE_SELECTION_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "api/c/plumb.h"
#include "api/rule_choices.h"
#include "core/rule.h"
#include "core/rule_policy.h"

namespace plumb::c_api {

// Whether `pattern`, in which each '*' matches any characters, matches the
// whole name.
bool MatchesPattern(absl::string_view pattern, absl::string_view name);

// The rules that a name or pattern selects (plumb_options_select_rules).
std::vector<const Rule*> SelectRules(absl::string_view pattern);

class RuleSelection {
 public:
  // Fails if no rule is selected that the action can change.
  plumb_result Add(plumb_action action, absl::string_view pattern);

  // Sets the disabled rules, warnings and errors of a policy.
  void Apply(RulePolicy* policy) const { choices_.Apply(policy); }

  // Whether PLUMB_ACTION_ONLY keeps only rules that need a device.
  bool NeedsDevice() const { return choices_.KeepsOnlyArea("device"); }

 private:
  RuleChoices choices_;
};

// PLUMB_E_NAME for a name that no rule has, with the most similar one.
plumb_result FailOfRuleName(absl::string_view name);

}  // namespace plumb::c_api

#endif  // PLUMB_API_C_RULE_SELECTION_H_
