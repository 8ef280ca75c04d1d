// The test modules of rules as examples: one that breaks the rule, with the
// place marked in comments, and one that nearly does.
//
// Tested by explanation_test.cc.
#ifndef PLUMB_API_EXPLAIN_RULE_EXAMPLES_H_
#define PLUMB_API_EXPLAIN_RULE_EXAMPLES_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

// A module that violates only this rule; empty if there is none, as for rules
// of the binary form.  Logarithmic in the examples.
std::string InvalidExample(absl::string_view rule_id);
// The same of a valid one.
std::string ValidExample(absl::string_view rule_id);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_RULE_EXAMPLES_H_
