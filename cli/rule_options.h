// The options about rules: which are off, whether warnings are errors, and
// what the rules are.
//
// Tested by rule_options_test.cc and testdata/cli/rules_*.case.
#ifndef PLUMB_CLI_RULE_OPTIONS_H_
#define PLUMB_CLI_RULE_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/rule.h"
#include "core/rule_policy.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

struct RuleOptions {
  std::vector<std::string> disable, only;  // as given
  std::optional<std::string> list;         // an area, or empty for all
  std::optional<std::string> explain;      // the name of a rule
};

// Adds the options to `app`, which will store what it reads in `options`, and
// what that comes to in `policy`.
void AddRuleOptions(CLI::App* app, RuleOptions* options, RulePolicy* policy);

// Whether an expression matches a part of the rule's id, of an alias or of its
// VUID turns a rule on or off: with `only`, all rules are off that none of
// these expressions matches; then those that one of `disable` matches.  What
// CanBeDisabled() excepts stays on.  An error for an expression that cannot be
// read, or that matches no rule it could turn on or off.
absl::StatusOr<RuleSet> DisabledRules(const std::vector<std::string>& disable,
                                      const std::vector<std::string>& only);

// All that is known of the rules that `name` stands for (FindRules), or of an
// area.  An error with a suggestion if there is none.
absl::StatusOr<std::string> ExplainRule(absl::string_view name, bool as_json);

// Every rule of an area, or of all if `area` is empty: a line each, or as a
// JSON object.  An error if there is no such area.
absl::StatusOr<std::string> ListRules(absl::string_view area);
absl::StatusOr<std::string> ListRulesAsJson(absl::string_view area);

}  // namespace plumb

#endif  // PLUMB_CLI_RULE_OPTIONS_H_
