// Parts of the logical layout of a module (section 2.4), as far as triage has
// to know which part an unread instruction belongs to.
#ifndef PLUMB_CORE_LAYOUT_PART_H_
#define PLUMB_CORE_LAYOUT_PART_H_

#include <cstdint>

#include "core/op_role.h"
#include "grammar/grammar.h"

namespace plumb {

// Before the functions, in order.
enum class LayoutPart : uint8_t {
  kRequirements,  // capabilities, extensions and imports
  kMemoryModel,
  kEntryPoints,  // and execution modes
  kAnnotations,  // and debug information
  kRest,
};

inline LayoutPart LayoutPartOf(grammar::Op op) {
  if (op == grammar::kNoOp) return LayoutPart::kRest;
  switch (RoleOf(op)) {
    case OpRole::kCapability:
    case OpRole::kExtension:
    case OpRole::kExtInstImport:
      return LayoutPart::kRequirements;
    case OpRole::kMemoryModel:
      return LayoutPart::kMemoryModel;
    case OpRole::kEntryPoint:
    case OpRole::kExecutionMode:
      return LayoutPart::kEntryPoints;
    case OpRole::kName:
    case OpRole::kDecoration:
      return LayoutPart::kAnnotations;
    default:
      return Is(op, grammar::OpTrait::kDebug) ? LayoutPart::kAnnotations
                                              : LayoutPart::kRest;
  }
}

// Whether an instruction belongs to the shape of a function.
inline bool ShapesFunction(grammar::Op op) {
  switch (RoleOf(op)) {
    case OpRole::kFunction:
    case OpRole::kLabel:
    case OpRole::kFunctionEnd:
    case OpRole::kPhi:
    case OpRole::kSelectionMerge:
    case OpRole::kLoopMerge:
    case OpRole::kBranch:
    case OpRole::kTermination:
      return true;
    default:
      return op == grammar::Op::kFunctionParameter || IsTerminator(op);
  }
}

}  // namespace plumb

#endif  // PLUMB_CORE_LAYOUT_PART_H_
