// All rules as one page of HTML, with a search and a place to link to for each
// rule: rules.html#cfg.merge.unique-block.
//
// Tested by explanation_test.cc.
#ifndef PLUMB_API_EXPLAIN_RULES_PAGE_H_
#define PLUMB_API_EXPLAIN_RULES_PAGE_H_

#include <string>

namespace plumb {

// A self-contained HTML page.
std::string RulesPage();

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_RULES_PAGE_H_
