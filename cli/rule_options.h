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
};

// Adds the options to `app`, which will store what it reads in `options`, and
// what that comes to in `policy`.
void AddRuleOptions(CLI::App* app, RuleOptions* options, RulePolicy* policy);

// What is to be done with the rules that an expression matches: a part of the
// id, of an alias or of the VUID.
struct RuleChoice {
  enum class Wish : uint8_t { kOff, kWarn, kError };
  Wish wish;
  std::string expression;
};

// With `only`, all rules are off that none of these expressions matches.  Then
// the last of `choices` that matches a rule decides.  What CanBeDisabled()
// excepts stays on, and an error.  An error for an expression that cannot be
// read, or that matches no rule it could do something about.
absl::StatusOr<RulePolicy> PolicyOf(absl::Span<const RuleChoice> choices,
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
