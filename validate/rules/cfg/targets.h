// Finds the operand of a terminator that names a block.
#ifndef PLUMB_VALIDATE_RULES_CFG_TARGETS_H_
#define PLUMB_VALIDATE_RULES_CFG_TARGETS_H_

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// The first operand of a branch that is `label`; Place::kWhole if none is.
// Linear in the operands; for reports.
inline OperandIndex TargetOperand(const Inst& branch, Id label) {
  for (OperandIndex o = 0; o < branch.operand_count(); ++o) {
    if (branch.kind(o) == grammar::Kind::kIdRef && branch.id(o) == label) {
      return o;
    }
  }
  return Place::kWhole;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_CFG_TARGETS_H_
