// Rules for the start and end of blocks (section 2.16.1).  Reported by the
// walk of layout/function_layout.cc, which finds the blocks.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_CFG_BLOCK_PLACEMENT_H_
#define PLUMB_VALIDATE_RULES_CFG_BLOCK_PLACEMENT_H_

#include "core/rule.h"

namespace plumb {

inline constexpr RuleTable kBlockPlacementRules({
    WithEffect(Effect::kOutsideFunctions, {"cfg.label.in-function", "2.16.1",
                                           "a block must be in a function"}),
    WithEffect(Effect::kOutsideFunctions,
               {"cfg.block.in-function", "2.16.1",
                "{0} must be in a block of a function"}),
    Also("control.label.every-block",
         {"cfg.block.first-block-label", "2.16.1",
          "the first block of function {1} must start with OpLabel, not {0}"}),
    {"cfg.block.starts-with-label", "2.16.1",
     "a block must start with OpLabel, not {0}"},
    Also("control.label.starts-block",
         {"cfg.block.ends-with-terminator", "2.16.1",
          "block {0} must end with a termination instruction before {1}"}),
    Also("control.terminator.last-in-block abort.instruction.terminator",
         {"cfg.terminator.only-last", "2.16.1",
          "a block must end with its first termination instruction, but {0} "
          "follows it"}),
    {"cfg.entry-block.no-phi", "2.16.1",
     "the first block of a function must not have OpPhi"},
});

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_BLOCK_PLACEMENT_H_
