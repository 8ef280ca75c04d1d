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
  bool list = false;
  std::optional<std::string> explain;  // the name of a rule
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

// A message with its arguments named: "block <A> is not a merge block".
std::string NamedPlaceholders(absl::string_view text);

// All that is known of the rules that `name` stands for (FindRules).  An error
// with a suggestion if there is none.
absl::StatusOr<std::string> ExplainRule(absl::string_view name);

// Every rule, a line each, or as a JSON object.
std::string ListRules();
std::string ListRulesAsJson();

}  // namespace plumb

#endif  // PLUMB_CLI_RULE_OPTIONS_H_
