// What a diagnostic is at: an instruction, and the kind of its operand.
#ifndef PLUMB_CORE_DIAGNOSTIC_PLACE_H_
#define PLUMB_CORE_DIAGNOSTIC_PLACE_H_

#include <optional>

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// Whether an argument names an id, or a type by its id.
inline bool IsIdArg(const Arg& arg) {
  return arg.kind == Arg::Kind::kId || arg.kind == Arg::Kind::kType;
}

inline bool IsInInstruction(const Module& module, const Place& place) {
  return place.kind == Place::Kind::kInstruction &&
         place.inst < InstIndex(module.size());
}

// The kind of the operand that a place is at; nullopt if it is a whole
// instruction, or something else.
inline std::optional<grammar::Kind> OperandKindAt(const Module& module,
                                                  const Place& place) {
  if (!IsInInstruction(module, place) || place.operand == Place::kWhole) {
    return std::nullopt;
  }
  const Inst inst = module.inst(place.inst);
  if (place.operand >= inst.operand_count()) return std::nullopt;
  return inst.kind(place.operand);
}

// Whether an operand is the condition or the selector of a branch, which does
// not matter for where the branch goes.
inline bool IsSelector(const Module& module, const Place& place) {
  if (place.kind != Place::Kind::kInstruction || place.operand != 0) {
    return false;
  }
  const grammar::Op op = module.record(place.inst).op;
  return op == grammar::Op::kBranchConditional || op == grammar::Op::kSwitch;
}

}  // namespace plumb

#endif  // PLUMB_CORE_DIAGNOSTIC_PLACE_H_
