// The cases of an OpSwitch: that the switch dominates them, and the order that
// falling through from one to the next asks for.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_CASE_ORDER_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_CASE_ORDER_H_

#include "absl/types/span.h"
#include "cfg/structure.h"
#include "validate/family.h"
#include "validate/function_context.h"

namespace plumb {

extern const Family kCaseOrder;

// A branch from one case construct to another of the same OpSwitch.
struct FallThrough {
  cfg::ConstructIndex from_case;
  BlockIndex from;  // the block that branches
  BlockIndex to;    // the label of the other case
};

// Judges the switches of a function whose headers and edges are sound.
// Linear in the targets of its switches.
void CheckCaseOrder(FunctionContext& fn, const cfg::Structure& structure,
                    absl::Span<const FallThrough> fall_throughs);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_CASE_ORDER_H_
