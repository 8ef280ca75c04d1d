// The instructions that write through a pointer (sections 3.3.8 and 3.3.18),
// for rules about storage classes that some shaders must not write to.
#ifndef PLUMB_VALIDATE_FACTS_WRITTEN_POINTERS_H_
#define PLUMB_VALIDATE_FACTS_WRITTEN_POINTERS_H_

#include "grammar/grammar.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Atomic loads are among them, but write nothing.
inline constexpr Op kStoringOps[] = {Op::kStore, Op::kCopyMemory,
                                     Op::kCopyMemorySized,
                                     Op::kPredicatedStoreINTEL};
inline constexpr auto kAtomicOps = grammar::kOpsWith<grammar::OpTrait::kAtomic>;

// The operand of such an instruction that points to the memory written;
// kNoOperand if it writes nothing.
inline OperandIndex WrittenPointer(Op op) {
  if (op == Op::kAtomicLoad) return kNoOperand;
  const OperandIndex target = grammar::OperandByName(op, "Target");
  return target != kNoOperand ? target : grammar::OperandByName(op, "Pointer");
}

// Whether such an instruction writes into a storage class.
inline bool WritesInto(const CheckContext& c, grammar::StorageClass storage) {
  const OperandIndex pointer = WrittenPointer(c.inst().op());
  if (pointer == kNoOperand) return false;
  const TypeInfo& type = c.operand_type(pointer);
  return !type.unknown() && type.storage_class == storage;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_WRITTEN_POINTERS_H_
