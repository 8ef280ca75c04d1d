// Finds the masks of memory operands in an instruction (section 3.2.25).  The
// operands of the first mask come between the two.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_MEMORY_MEMORY_MASKS_H_
#define PLUMB_VALIDATE_RULES_MEMORY_MEMORY_MASKS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "grammar/operand_index.h"

namespace plumb {

// The first mask from `from` on; the number of operands if there is none.
inline grammar::OperandIndex MaskFrom(const Inst& inst,
                                      grammar::OperandIndex from) {
  const absl::Span<const Operand> operands = inst.operands();
  uint32_t o = from;
  while (o < operands.size() &&
         operands[o].kind != grammar::Kind::kMemoryAccess) {
    ++o;
  }
  return o;
}

// Whether a mask has a bit.
inline bool HasBit(uint32_t mask, grammar::MemoryAccess bit) {
  return (mask & static_cast<uint32_t>(bit)) != 0;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_MEMORY_MEMORY_MASKS_H_
