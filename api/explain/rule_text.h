// The description of a rule in reports (api/report/sarif_report.h).
//
// Tested by explanation_test.cc.
#ifndef PLUMB_API_EXPLAIN_RULE_TEXT_H_
#define PLUMB_API_EXPLAIN_RULE_TEXT_H_

#include "api/report/sarif_report.h"
#include "core/rule.h"

namespace plumb {

// The explanation of a rule, at most 10,000 bytes.  Linear in all rules.
RuleText DescribeRule(const Rule& rule);

}  // namespace plumb

#endif  // PLUMB_API_EXPLAIN_RULE_TEXT_H_
