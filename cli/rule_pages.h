// Where the pages of the rule reference (web/rules) are.
//
// Tested by rule_pages_test.cc and testdata/cli/rule_pages.case.
#ifndef PLUMB_CLI_RULE_PAGES_H_
#define PLUMB_CLI_RULE_PAGES_H_

#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

// The URL of the pages that were installed with the program, in
// share/plumb/rules beside its folder; empty if there are none.
std::string InstalledRulePages();

// The same for a program at this path.
std::string RulePagesOf(absl::string_view program);

// The value of an option, as ParsePagesUrl() gives it.  Throws
// CLI::ValidationError with `option` if it is not a URL.
std::string ParseRulesUrl(const std::string& option, absl::string_view url);

}  // namespace plumb

#endif  // PLUMB_CLI_RULE_PAGES_H_
