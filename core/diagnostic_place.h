// Queries about the place of a diagnostic: its instruction, the kind of its
// operand, and the target of an annotation.
#ifndef PLUMB_CORE_DIAGNOSTIC_PLACE_H_
#define PLUMB_CORE_DIAGNOSTIC_PLACE_H_

#include <optional>

#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/op_role.h"

namespace plumb {

// Whether an argument names an id, or a type by its id.
inline bool IsIdArg(const Arg& arg) {
  return arg.kind == Arg::Kind::kId || arg.kind == Arg::Kind::kType ||
         arg.kind == Arg::Kind::kNamed;
}

inline bool IsInInstruction(const Module& module, const Place& place) {
  return place.kind == Place::Kind::kInstruction &&
         place.inst < InstIndex(module.size());
}

// The kind of the operand at a place; nullopt if the place is not an operand.
inline std::optional<grammar::Kind> OperandKindAt(const Module& module,
                                                  const Place& place) {
  if (!IsInInstruction(module, place) || place.operand == Place::kWhole) {
    return std::nullopt;
  }
  const Inst inst = module.inst(place.inst);
  if (place.operand >= inst.operand_count()) return std::nullopt;
  return inst.kind(place.operand);
}

// Whether an operand is the condition or selector of a branch: it does not
// affect the control-flow graph.
inline bool IsSelector(const Module& module, const Place& place) {
  if (place.kind != Place::Kind::kInstruction || place.operand != 0) {
    return false;
  }
  const grammar::Op op = module.record(place.inst).op;
  return op == grammar::Op::kBranchConditional || op == grammar::Op::kSwitch;
}

// The capabilities one of which an enumerant needs; empty for other operands.
inline absl::Span<const grammar::Capability> CapabilitiesOfOperandAt(
    const Module& module, const Place& place) {
  const std::optional<grammar::Kind> kind = OperandKindAt(module, place);
  if (!kind || grammar::Info(*kind).category != grammar::Category::kValueEnum) {
    return {};
  }
  const grammar::EnumerantInfo* const info = grammar::EnumerantByValue(
      *kind, module.inst(place.inst).operand_word(place.operand));
  if (info == nullptr) return {};
  return grammar::Capabilities(grammar::RequirementAt(info->requirement));
}

// The function that the instruction before `i` is in, or null.
inline const FunctionRange* FunctionBefore(const Module& module, InstIndex i) {
  return i == InstIndex(0) ? nullptr
                           : module.FunctionAround(InstIndex(i.value - 1));
}

// The function that an instruction between those before and at `i` would be in,
// or null.
inline const FunctionRange* FunctionAt(const Module& module, InstIndex i) {
  const FunctionRange* const function = FunctionBefore(module, i);
  const bool has_ended =
      function != nullptr && i == function->last &&
      module.record(InstIndex(i.value - 1)).op == grammar::Op::kFunctionEnd;
  return has_ended ? nullptr : function;
}

// Past the next OpFunctionEnd, or the end of the module.
inline InstIndex EndOfFunctionFrom(const Module& module, InstIndex i) {
  const InstIndex end(module.size());
  while (i < end && module.record(i).op != grammar::Op::kFunctionEnd) ++i;
  return i < end ? i + 1 : end;
}

// The id that an annotation or execution mode applies to; kNoId for other
// instructions.
inline Id TargetOf(const Module& module, const Inst& inst) {
  if (!HasTarget(inst.op()) || inst.operand_count() == 0 ||
      !IsIdUse(inst.kind(0))) {
    return kNoId;
  }
  return module.def(inst.id(0)) == kNoInst ? kNoId : inst.id(0);
}

// The function that an instruction is in, or kNoId.  O(log functions).
inline Id FunctionIdAround(const Module& module, InstIndex at) {
  const FunctionRange* const function = module.FunctionAround(at);
  return function == nullptr ? kNoId : module.record(function->first).result;
}

// The graph that an instruction is in or after, or kNoId.  Linear in the
// instructions since then.
inline Id GraphIdAround(const Module& module, InstIndex at) {
  while (at > InstIndex(0) && module.record(at).op != grammar::Op::kGraphARM) {
    at = InstIndex(at.value - 1);
  }
  return module.record(at).op == grammar::Op::kGraphARM
             ? module.record(at).result
             : kNoId;
}

}  // namespace plumb

#endif  // PLUMB_CORE_DIAGNOSTIC_PLACE_H_
