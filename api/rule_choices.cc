#include "api/rule_choices.h"

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "validate/registry.h"

namespace plumb {

bool RuleChoices::KeepsOnlyArea(absl::string_view area) const {
  return !kept_.empty() && absl::c_all_of(kept_, [area](const Rule* rule) {
    return AreaOf(rule->id) == area;
  });
}

void RuleChoices::Apply(RulePolicy* policy) const {
  absl::flat_hash_map<const Rule*, RuleAction> actions;
  if (!kept_.empty()) {
    for (const Rule* rule : AllRules()) {
      if (CanBeDisabled(*rule) && !kept_.contains(rule)) {
        actions[rule] = RuleAction::kOff;
      }
    }
  }
  for (const auto& [rule, action] : choices_) actions[rule] = action;
  for (const auto& [rule, action] : actions) {
    switch (action) {
      case RuleAction::kOff:
        policy->disabled.insert(rule);
        break;
      case RuleAction::kWarn:
        policy->warnings.insert(rule);
        break;
      case RuleAction::kError:
        policy->errors.insert(rule);
        break;
    }
  }
}

}  // namespace plumb
