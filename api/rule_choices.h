// What a user chose about rules, as a policy.
//
// Tested by cli/rule_options_test.cc and api/c/rule_selection_test.cc.
#ifndef PLUMB_API_RULE_CHOICES_H_
#define PLUMB_API_RULE_CHOICES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rule.h"
#include "core/rule_policy.h"

namespace plumb {

enum class RuleAction : uint8_t { kOff, kWarn, kError };

class RuleChoices {
 public:
  // If it is called, turns off all rules that no call names, except those that
  // cannot be turned off.
  void Keep(absl::Span<const Rule* const> rules) {
    kept_.insert(rules.begin(), rules.end());
  }
  // The last choice about a rule counts, also about one that is not kept.
  void Choose(RuleAction action, absl::Span<const Rule* const> rules) {
    for (const Rule* rule : rules) choices_.push_back({rule, action});
  }

  // Whether all rules that are kept are in an area; false if all rules are.
  bool KeepsOnlyArea(absl::string_view area) const;
  // Sets the disabled rules, warnings and errors of a policy.
  void Apply(RulePolicy* policy) const;

 private:
  absl::flat_hash_set<const Rule*> kept_;  // empty: all
  std::vector<std::pair<const Rule*, RuleAction>> choices_;
};

}  // namespace plumb

#endif  // PLUMB_API_RULE_CHOICES_H_
