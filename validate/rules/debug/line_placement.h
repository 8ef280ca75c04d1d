// The places of OpLine and OpNoLine (section 3.3.2).  Reported by the walks of
// layout/module_layout.cc, which knows the sections, and
// layout/function_layout.cc, which knows the blocks.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_DEBUG_LINE_PLACEMENT_H_
#define PLUMB_VALIDATE_RULES_DEBUG_LINE_PLACEMENT_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kLinePlacementRules({
    Also("layout.line.earliest",
         {"debug.line.after-annotations", "3.3.2",
          "{0} must be in the {1} section, but is in the {2} section"}),
    {"debug.line.not-last-in-block", "3.3.2",
     "{0} must not be the last instruction of a block"},
    {"debug.line.before-merge", "3.3.2",
     "{0} must not be between a merge instruction and its branch"},
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DEBUG_LINE_PLACEMENT_H_
