// Composite constants with one value for all of their constituents
// (SPV_EXT_replicated_composites).
#ifndef PLUMB_VALIDATE_RULES_CONST_REPLICATED_H_
#define PLUMB_VALIDATE_RULES_CONST_REPLICATED_H_

#include "grammar/grammar.h"

namespace plumb {

constexpr bool IsReplicate(grammar::Op op) {
  return op == grammar::Op::kConstantCompositeReplicateEXT ||
         op == grammar::Op::kSpecConstantCompositeReplicateEXT;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CONST_REPLICATED_H_
