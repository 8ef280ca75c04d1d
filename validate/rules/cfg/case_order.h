// The cases of an OpSwitch: the switch must dominate them, and fall-throughs
// restrict their order.
#ifndef PLUMB_VALIDATE_RULES_CFG_CASE_ORDER_H_
#define PLUMB_VALIDATE_RULES_CFG_CASE_ORDER_H_

#include "absl/types/span.h"
#include "cfg/structure.h"
#include "validate/engine/family.h"
#include "validate/engine/function_context.h"

namespace plumb {

// Checks the switches of a function.  `rejected` has an entry for each block;
// one other than kNoBlock exempts the block.  `fall_throughs` are the branches
// from a case construct to another case of its switch.  Linear in the targets
// of the switches.
void CheckCaseOrder(FunctionContext& fn, const cfg::Structure& structure,
                    absl::Span<const BlockIndex> rejected,
                    absl::Span<const cfg::FlowEdge> fall_throughs);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_CASE_ORDER_H_
