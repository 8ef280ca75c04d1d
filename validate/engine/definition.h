// What kind of thing an instruction defines: a type, or an object.
#ifndef PLUMB_VALIDATE_ENGINE_DEFINITION_H_
#define PLUMB_VALIDATE_ENGINE_DEFINITION_H_

#include <array>

#include "core/module.h"
#include "grammar/grammar.h"

namespace plumb {

namespace internal {

constexpr std::array<bool, grammar::kOpCount> MakeDeclaresType() {
  using grammar::Op;
  constexpr Op kOps[] = {
      Op::kTypeVoid,
      Op::kTypeBool,
      Op::kTypeInt,
      Op::kTypeFloat,
      Op::kTypeVector,
      Op::kTypeMatrix,
      Op::kTypeImage,
      Op::kTypeSampler,
      Op::kTypeSampledImage,
      Op::kTypeArray,
      Op::kTypeRuntimeArray,
      Op::kTypeStruct,
      Op::kTypeOpaque,
      Op::kTypePointer,
      Op::kTypeFunction,
      Op::kTypeEvent,
      Op::kTypeDeviceEvent,
      Op::kTypeReserveId,
      Op::kTypeQueue,
      Op::kTypePipe,
      Op::kTypePipeStorage,
      Op::kTypeNamedBarrier,
      Op::kTypeTensorARM,
      Op::kTypeGraphARM,
      Op::kTypeUntypedPointerKHR,
      Op::kTypeCooperativeMatrixKHR,
      Op::kTypeRayQueryKHR,
      Op::kTypeNodePayloadArrayAMDX,
      Op::kTypeBufferEXT,
      Op::kTypeHitObjectNV,
      Op::kTypeVectorIdEXT,
      Op::kTypeHitObjectEXT,
      Op::kTypeAccelerationStructureKHR,
      Op::kTypeCooperativeMatrixNV,
      Op::kTypeTensorLayoutNV,
      Op::kTypeTensorViewNV,
      Op::kTypeVmeImageINTEL,
      Op::kTypeAvcImePayloadINTEL,
      Op::kTypeAvcRefPayloadINTEL,
      Op::kTypeAvcSicPayloadINTEL,
      Op::kTypeAvcMcePayloadINTEL,
      Op::kTypeAvcMceResultINTEL,
      Op::kTypeAvcImeResultINTEL,
      Op::kTypeAvcImeResultSingleReferenceStreamoutINTEL,
      Op::kTypeAvcImeResultDualReferenceStreamoutINTEL,
      Op::kTypeAvcImeSingleReferenceStreaminINTEL,
      Op::kTypeAvcImeDualReferenceStreaminINTEL,
      Op::kTypeAvcRefResultINTEL,
      Op::kTypeAvcSicResultINTEL,
      Op::kTypeBufferSurfaceINTEL,
      Op::kTypeStructContinuedINTEL,
      Op::kTypeTaskSequenceALTERA,
  };
  std::array<bool, grammar::kOpCount> result{};
  for (Op op : kOps) result[static_cast<int>(op)] = true;
  return result;
}

inline constexpr std::array<bool, grammar::kOpCount> kDeclaresType =
    MakeDeclaresType();

}  // namespace internal

// Whether an opcode declares a type.
inline bool DeclaresType(grammar::Op op) {
  return internal::kDeclaresType[static_cast<int>(op)];
}

// Whether what an instruction defines is an object: it has a type, and is
// neither a function nor a graph, which have one too.
inline bool DefinesObject(const Module& module, InstIndex def) {
  const InstRecord& record = module.record(def);
  return module.type_of(record.result) != kNoId &&
         record.op != grammar::Op::kFunction &&
         record.op != grammar::Op::kGraphARM;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DEFINITION_H_
