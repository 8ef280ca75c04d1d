// The place of function parameters (section 3.3.9).  Reported by the walk of
// layout/function_layout.cc.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_FUNCTION_PARAMETER_PLACEMENT_H_
#define PLUMB_VALIDATE_RULES_FUNCTION_PARAMETER_PLACEMENT_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kParameterPlacementRules({
    Also("layout.functionparameter.order",
         {"function.functionparameter.placement", "3.3.9",
          "OpFunctionParameter must follow OpFunction or another parameter of "
          "the function"}),
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_FUNCTION_PARAMETER_PLACEMENT_H_
