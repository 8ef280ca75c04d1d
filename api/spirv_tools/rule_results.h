// The results of the interface for violations of rules.
//
// SPIRV-Tools has a dozen results and Plumb thousands of rules, so a result
// follows from the area of a rule.  Programs compare it only with SPV_SUCCESS.
//
// Tested by rule_results_test.cc and contract_test.sh.
#ifndef PLUMB_API_SPIRV_TOOLS_RULE_RESULTS_H_
#define PLUMB_API_SPIRV_TOOLS_RULE_RESULTS_H_

#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "core/diagnostic.h"

namespace plumb::spirv_tools {

spv_result_t ResultOf(const Diagnostic& diagnostic);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_RULE_RESULTS_H_
