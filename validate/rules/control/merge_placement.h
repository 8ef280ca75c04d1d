// The instructions that must follow merge instructions (section 3.3.17).
// Reported by the walk of layout/function_layout.cc, as the graph of a
// function depends on them.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_CONTROL_MERGE_PLACEMENT_H_
#define PLUMB_VALIDATE_RULES_CONTROL_MERGE_PLACEMENT_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kMergePlacementRules({
    Also("debuginfo.local.before-merge",
         WithEffect(Effect::kMisplaced,
                    {"control.selectionmerge.position", "3.3.17",
                     "OpSelectionMerge must be followed by OpBranchConditional "
                     "or OpSwitch, not {0}"})),
    WithEffect(Effect::kMisplaced,
               {"control.loopmerge.position", "3.3.17",
                "OpLoopMerge must be followed by OpBranch or "
                "OpBranchConditional, not {0}"}),
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CONTROL_MERGE_PLACEMENT_H_
