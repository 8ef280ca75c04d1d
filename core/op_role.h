// What an opcode means to the structure of a module: which of the module's
// lists its instructions belong to, and what they do in a control-flow graph.
#ifndef PLUMB_CORE_OP_ROLE_H_
#define PLUMB_CORE_OP_ROLE_H_

#include <array>
#include <cstdint>

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
      {Op::kName, OpRole::kName},
      {Op::kMemberName, OpRole::kName},
      {Op::kDecorate, OpRole::kDecoration},
      {Op::kMemberDecorate, OpRole::kDecoration},
      {Op::kDecorationGroup, OpRole::kDecoration},
      {Op::kGroupDecorate, OpRole::kDecoration},
      {Op::kGroupMemberDecorate, OpRole::kDecoration},
      {Op::kDecorateId, OpRole::kDecoration},
      {Op::kDecorateString, OpRole::kDecoration},
      {Op::kMemberDecorateString, OpRole::kDecoration},
      {Op::kFunction, OpRole::kFunction},
      {Op::kLabel, OpRole::kLabel},
      {Op::kFunctionEnd, OpRole::kFunctionEnd},
      {Op::kPhi, OpRole::kPhi},
      {Op::kSelectionMerge, OpRole::kSelectionMerge},
      {Op::kLoopMerge, OpRole::kLoopMerge},
      {Op::kBranch, OpRole::kBranch},
      {Op::kBranchConditional, OpRole::kBranch},
      {Op::kSwitch, OpRole::kBranch},
      {Op::kReturn, OpRole::kTermination},
      {Op::kReturnValue, OpRole::kTermination},
      {Op::kKill, OpRole::kTermination},
      {Op::kUnreachable, OpRole::kTermination},
      {Op::kTerminateInvocation, OpRole::kTermination},
      {Op::kIgnoreIntersectionKHR, OpRole::kTermination},
      {Op::kTerminateRayKHR, OpRole::kTermination},
      {Op::kEmitMeshTasksEXT, OpRole::kTermination},
      {Op::kAbortKHR, OpRole::kTermination},
      {Op::kTypeVoid, OpRole::kType},
      {Op::kTypeBool, OpRole::kType},
      {Op::kTypeInt, OpRole::kType},
      {Op::kTypeFloat, OpRole::kType},
      {Op::kTypeVector, OpRole::kType},
      {Op::kTypeMatrix, OpRole::kType},
      {Op::kTypeImage, OpRole::kType},
      {Op::kTypeSampler, OpRole::kType},
      {Op::kTypeSampledImage, OpRole::kType},
      {Op::kTypeArray, OpRole::kType},
      {Op::kTypeRuntimeArray, OpRole::kType},
      {Op::kTypeStruct, OpRole::kType},
      {Op::kTypeOpaque, OpRole::kType},
      {Op::kTypePointer, OpRole::kType},
      {Op::kTypeFunction, OpRole::kType},
      {Op::kTypeEvent, OpRole::kType},
      {Op::kTypeDeviceEvent, OpRole::kType},
      {Op::kTypeReserveId, OpRole::kType},
      {Op::kTypeQueue, OpRole::kType},
      {Op::kTypePipe, OpRole::kType},
      {Op::kTypePipeStorage, OpRole::kType},
      {Op::kTypeNamedBarrier, OpRole::kType},
      {Op::kTypeTensorARM, OpRole::kType},
      {Op::kTypeGraphARM, OpRole::kType},
      {Op::kTypeUntypedPointerKHR, OpRole::kType},
      {Op::kTypeCooperativeMatrixKHR, OpRole::kType},
      {Op::kTypeRayQueryKHR, OpRole::kType},
      {Op::kTypeNodePayloadArrayAMDX, OpRole::kType},
      {Op::kTypeBufferEXT, OpRole::kType},
      {Op::kTypeHitObjectNV, OpRole::kType},
      {Op::kTypeVectorIdEXT, OpRole::kType},
      {Op::kTypeHitObjectEXT, OpRole::kType},
      {Op::kTypeAccelerationStructureKHR, OpRole::kType},
      {Op::kTypeCooperativeMatrixNV, OpRole::kType},
      {Op::kTypeTensorLayoutNV, OpRole::kType},
      {Op::kTypeTensorViewNV, OpRole::kType},
      {Op::kTypeVmeImageINTEL, OpRole::kType},
      {Op::kTypeAvcImePayloadINTEL, OpRole::kType},
      {Op::kTypeAvcRefPayloadINTEL, OpRole::kType},
      {Op::kTypeAvcSicPayloadINTEL, OpRole::kType},
      {Op::kTypeAvcMcePayloadINTEL, OpRole::kType},
      {Op::kTypeAvcMceResultINTEL, OpRole::kType},
      {Op::kTypeAvcImeResultINTEL, OpRole::kType},
      {Op::kTypeAvcImeResultSingleReferenceStreamoutINTEL, OpRole::kType},
      {Op::kTypeAvcImeResultDualReferenceStreamoutINTEL, OpRole::kType},
      {Op::kTypeAvcImeSingleReferenceStreaminINTEL, OpRole::kType},
      {Op::kTypeAvcImeDualReferenceStreaminINTEL, OpRole::kType},
      {Op::kTypeAvcRefResultINTEL, OpRole::kType},
      {Op::kTypeAvcSicResultINTEL, OpRole::kType},
      {Op::kTypeBufferSurfaceINTEL, OpRole::kType},
      {Op::kTypeTaskSequenceALTERA, OpRole::kType},
  };
  std::array<OpRole, grammar::kOpCount> roles{};
  for (const Row& row : kRows) roles[static_cast<int>(row.op)] = row.role;
  return roles;
}

inline constexpr std::array<OpRole, grammar::kOpCount> kOpRoles = MakeOpRoles();

}  // namespace internal

inline OpRole RoleOf(grammar::Op op) {
  return internal::kOpRoles[static_cast<int>(op)];
}

// Whether the module keeps a list, or a count, of the instructions with a role.
constexpr bool IsListed(OpRole role) {
  return role > OpRole::kPlain && role <= OpRole::kFunctionEnd;
}

// Whether an opcode ends a block.
inline bool IsTerminator(grammar::Op op) {
  return RoleOf(op) == OpRole::kBranch || RoleOf(op) == OpRole::kTermination;
}

}  // namespace plumb

#endif  // PLUMB_CORE_OP_ROLE_H_
