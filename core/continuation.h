// Instructions that are continued by others because one instruction cannot have
// enough words (SPV_INTEL_long_composites): structure types, composite
// constants and OpCompositeConstruct.
//
// All operands of a continuation are further members or constituents.
//
// Tested by type_table_test.cc and testdata/rule_test.cc.
#ifndef PLUMB_CORE_CONTINUATION_H_
#define PLUMB_CORE_CONTINUATION_H_

#include "core/index.h"
#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

// The opcode that continues instructions with an opcode; kNoOp if there is
// none. A continuation can be followed by others with its own opcode.
constexpr grammar::Op ContinuationOf(grammar::Op op) {
  using grammar::Op;
  switch (op) {
    case Op::kTypeStruct:
    case Op::kTypeStructContinuedINTEL:
      return Op::kTypeStructContinuedINTEL;
    case Op::kConstantComposite:
    case Op::kConstantCompositeContinuedINTEL:
      return Op::kConstantCompositeContinuedINTEL;
    case Op::kSpecConstantComposite:
    case Op::kSpecConstantCompositeContinuedINTEL:
      return Op::kSpecConstantCompositeContinuedINTEL;
    case Op::kCompositeConstruct:
    case Op::kCompositeConstructContinuedINTEL:
      return Op::kCompositeConstructContinuedINTEL;
    default:
      return grammar::kNoOp;
  }
}

// One past the last continuation of the instruction at `at`; at + 1 if it has
// none.  Linear in the continuations.
inline InstIndex EndOfContinuations(const Module& module, InstIndex at) {
  const grammar::Op continuation = ContinuationOf(module.record(at).op);
  InstIndex end = at + 1;
  while (end.value < module.size() && module.record(end).op == continuation) {
    ++end;
  }
  return end;
}

// Whether an instruction directly follows one that it can continue.
inline bool ContinuesPrevious(const Module& module, InstIndex at) {
  if (at == InstIndex(0)) return false;
  const InstIndex previous(at.value - 1);
  return ContinuationOf(module.record(previous).op) == module.record(at).op;
}

}  // namespace plumb

#endif  // PLUMB_CORE_CONTINUATION_H_
