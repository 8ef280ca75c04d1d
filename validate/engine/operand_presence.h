// Whether all instructions of a list have some operands: what must hold where a
// check of several instructions reads an operand by its number.
//
//   static_assert(AllHave(kConversions, operand::FConvert::kFloatValue));
//
// Rows about operands need no such line (family.h).
#ifndef PLUMB_VALIDATE_ENGINE_OPERAND_PRESENCE_H_
#define PLUMB_VALIDATE_ENGINE_OPERAND_PRESENCE_H_

#include "grammar/operand_counts.h"
#include "validate/engine/operand_rule.h"

namespace plumb {

// False for an operand that may be left out.
template <typename... Operands>
constexpr bool AllHave(const Instructions& instructions, Operands... operands) {
  return instructions.AllCounts([&](grammar::OperandCounts counts) {
    return (grammar::HasOperand(counts, operands) && ...);
  });
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPERAND_PRESENCE_H_
