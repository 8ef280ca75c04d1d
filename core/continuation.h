// Instructions that go on in further ones right behind them, because one
// instruction cannot have so many words (SPV_INTEL_long_composites): structure
// types, composite constants, and constructions of composites.
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

// The opcode of what continues instructions of an opcode; kNoOp if nothing
// does.  A continuation is continued by others of its own opcode.
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

// One past the last instruction that continues the one at `at`; right behind it
// if there is none.  Linear in those.
inline InstIndex EndOfContinuations(const Module& module, InstIndex at) {
  const grammar::Op continuation = ContinuationOf(module.record(at).op);
  InstIndex end = at + 1;
  while (end.value < module.size() && module.record(end).op == continuation) {
    ++end;
  }
  return end;
}

// Whether an instruction stands right behind one that it can continue.
inline bool ContinuesPrevious(const Module& module, InstIndex at) {
  if (at == InstIndex(0)) return false;
  const InstIndex previous(at.value - 1);
  return ContinuationOf(module.record(previous).op) == module.record(at).op;
}

}  // namespace plumb

#endif  // PLUMB_CORE_CONTINUATION_H_
