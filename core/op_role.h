// The role of an opcode in a module: the module's list that its instructions
// belong to, and its effect on the control-flow graph.
#ifndef PLUMB_CORE_OP_ROLE_H_
#define PLUMB_CORE_OP_ROLE_H_

#include <array>
#include <cstdint>
#include <utility>

#include "grammar/grammar.h"

namespace plumb {

enum class OpRole : uint8_t {
  kPlain,  // none of these
  kCapability,
  kExtension,
  kExtInstImport,
  kMemoryModel,
  kEntryPoint,
  kExecutionMode,
  kName,        // OpName, OpMemberName
  kDecoration,  // all that decorate, groups included
  kVariable,
  kFunction,
  kLabel,
  kFunctionEnd,
  kPhi,
  kSelectionMerge,
  kLoopMerge,
  kBranch,       // terminators with successors (section 2.2.5)
  kTermination,  // function termination instructions
  kType,         // OpType… with a result
};

namespace internal {

constexpr std::array<OpRole, grammar::kOpCount> MakeOpRoles() {
  using grammar::Op;
  using grammar::OpTrait;
  // Roles of a few opcodes each; the others follow from what opcodes are.
  struct Row {
    Op op;
    OpRole role;
  };
  constexpr Row kRows[] = {
      {Op::kCapability, OpRole::kCapability},
      {Op::kConditionalCapabilityINTEL, OpRole::kCapability},
      {Op::kExtension, OpRole::kExtension},
      {Op::kConditionalExtensionINTEL, OpRole::kExtension},
      {Op::kExtInstImport, OpRole::kExtInstImport},
      {Op::kMemoryModel, OpRole::kMemoryModel},
      {Op::kEntryPoint, OpRole::kEntryPoint},
      {Op::kConditionalEntryPointINTEL, OpRole::kEntryPoint},
      {Op::kExecutionMode, OpRole::kExecutionMode},
      {Op::kExecutionModeId, OpRole::kExecutionMode},
      {Op::kFunction, OpRole::kFunction},
      {Op::kLabel, OpRole::kLabel},
      {Op::kFunctionEnd, OpRole::kFunctionEnd},
      {Op::kPhi, OpRole::kPhi},
      {Op::kSelectionMerge, OpRole::kSelectionMerge},
      {Op::kLoopMerge, OpRole::kLoopMerge},
  };
  constexpr std::pair<OpTrait, OpRole> kOfTraits[] = {
      {OpTrait::kName, OpRole::kName},
      {OpTrait::kAnnotation, OpRole::kDecoration},
      {OpTrait::kVariable, OpRole::kVariable},
      {OpTrait::kBranch, OpRole::kBranch},
      {OpTrait::kTermination, OpRole::kTermination},
      {OpTrait::kType, OpRole::kType},
  };
  std::array<OpRole, grammar::kOpCount> roles{};
  for (int op = 0; op < grammar::kOpCount; ++op) {
    for (const auto& [trait, role] : kOfTraits) {
      if (Is(static_cast<Op>(op), trait)) roles[op] = role;
    }
  }
  for (const Row& row : kRows) roles[static_cast<int>(row.op)] = row.role;
  return roles;
}

inline constexpr std::array<OpRole, grammar::kOpCount> kOpRoles = MakeOpRoles();

}  // namespace internal

inline OpRole RoleOf(grammar::Op op) {
  return internal::kOpRoles[static_cast<int>(op)];
}

// Whether the module keeps a list or a count of the instructions with a role.
constexpr bool IsListed(OpRole role) {
  return role > OpRole::kPlain && role <= OpRole::kFunctionEnd;
}

// Whether an opcode ends a block.
inline bool IsTerminator(grammar::Op op) {
  return Is(op, grammar::OpTrait::kTerminator);
}

inline bool IsAnnotation(grammar::Op op) {
  return Is(op, grammar::OpTrait::kAnnotation);
}
inline bool IsMode(grammar::Op op) {
  return RoleOf(op) == OpRole::kExecutionMode;
}
// Whether the first operand of an opcode is its target.
inline bool HasTarget(grammar::Op op) { return IsAnnotation(op) || IsMode(op); }

}  // namespace plumb

#endif  // PLUMB_CORE_OP_ROLE_H_
