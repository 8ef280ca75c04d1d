// The options about rules: which are off, how severe the others are, and what
// the rules are.
//
// Tested by rule_options_test.cc and testdata/cli/rules_*.case.
#ifndef PLUMB_CLI_RULE_OPTIONS_H_
#define PLUMB_CLI_RULE_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/rule_choices.h"
#include "core/rule.h"
#include "core/rule_policy.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

struct RuleOptions {
  std::vector<std::string> off, warn, error, only;  // as given
  std::optional<std::string> list;                  // an area, or empty for all
  std::optional<std::string> explain;               // the name of a rule
  std::string names;                                // "rules" or "areas"
};

// Adds the options to `app`, which stores them in `options` and the resulting
// policy in `policy`.
void AddRuleOptions(CLI::App* app, RuleOptions* options, RulePolicy* policy);

// An action for all rules that an expression matches by a part of the id, of an
// alias or of the VUID.
struct RuleChoice {
  RuleAction action;
  std::string expression;
};

// With `only`, turns off all rules that none of these expressions matches.
// Then the last of `choices` that matches a rule applies.  Rules for which
// CanBeDisabled() is false stay errors.  Returns an error for an invalid
// expression, or one that matches no rule it can change.
absl::StatusOr<RulePolicy> PolicyOf(absl::Span<const RuleChoice> choices,
                                    const std::vector<std::string>& only);

// Returns an error if `only` keeps only rules that need a device, but there is
// none.
absl::Status CheckRulesWithoutDevice(const std::vector<std::string>& only);

// The explanation of the rules named `name` (FindRules), or of an area.  An
// error with a suggestion if there is none.
absl::StatusOr<std::string> ExplainRule(absl::string_view name, bool as_json);

// All rules of an area, or of all areas if `area` is empty: one per line, or as
// a JSON object.  An error if there is no such area.
absl::StatusOr<std::string> ListRules(absl::string_view area);

// Names for the completion of command lines, one per line: areas, or for
// "rules" also the ids and VUIDs of rules.
std::string ListNames(absl::string_view what);
absl::StatusOr<std::string> ListRulesAsJson(absl::string_view area);

}  // namespace plumb

#endif  // PLUMB_CLI_RULE_OPTIONS_H_
