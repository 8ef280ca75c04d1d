// Hit objects and reordering of invocations (SPV_EXT_shader_invocation_reorder,
// SPV_NV_shader_invocation_reorder, and what other extensions add).
//
// Operands that mean the same have the same name in the grammar, whatever the
// instruction: the rows name them.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_shader_invocation_reorder";

constexpr RuleTable R({
    {"hitobject.operand.object", kSection,
     "operand Hit Object must be a pointer to a hit object, not {0}"},
    {"hitobject.operand.accel", kSection,
     "the operand must be an acceleration structure, not {0}"},
    {"hitobject.operand.query", kSection,
     "operand Ray Query must be a pointer to a ray query, not {0}"},
    {"hitobject.operand.int", kSection,
     "the operand must be a 32-bit integer scalar, not {0}"},
    {"hitobject.operand.float", kSection,
     "the operand must be a 32-bit float scalar, not {0}"},
    {"hitobject.operand.vector", kSection,
     "the operand must be a vector of three 32-bit floats, not {0}"},
    {"hitobject.operand.payload", kSection,
     "operand Payload, {0}, must be a variable in RayPayloadKHR or "
     "IncomingRayPayloadKHR"},
    {"hitobject.operand.attributes", kSection,
     "the attributes, {0}, must be a variable in HitObjectAttributeEXT"},
    {"hitobject.result.bool", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"hitobject.result.int", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"hitobject.result.float", kSection,
     "the result type must be a 32-bit float scalar, not {0}"},
    {"hitobject.result.vector", kSection,
     "the result type must be a vector of three 32-bit floats, not {0}"},
    {"hitobject.result.handle", kSection,
     "the result type must be a vector of two 32-bit integers, not {0}"},
    {"hitobject.result.matrix", kSection,
     "the result type must be a matrix of four columns of three 32-bit floats, "
     "not {0}"},
    {"hitobject.result.array", kSection,
     "the result type must be an array of positions or radii, two for a line "
     "and three for a triangle, not {0}"},
});

// --- Instructions by what they return ---

constexpr Op kBools[] = {Op::kHitObjectIsEmptyNV,     Op::kHitObjectIsHitNV,
                         Op::kHitObjectIsMissNV,      Op::kHitObjectIsEmptyEXT,
                         Op::kHitObjectIsHitEXT,      Op::kHitObjectIsMissEXT,
                         Op::kHitObjectIsSphereHitNV, Op::kHitObjectIsLSSHitNV};
constexpr Op kInts[] = {Op::kHitObjectGetShaderBindingTableRecordIndexNV,
                        Op::kHitObjectGetHitKindNV,
                        Op::kHitObjectGetPrimitiveIndexNV,
                        Op::kHitObjectGetGeometryIndexNV,
                        Op::kHitObjectGetInstanceIdNV,
                        Op::kHitObjectGetInstanceCustomIndexNV,
                        Op::kHitObjectGetRayFlagsEXT,
                        Op::kHitObjectGetHitKindEXT,
                        Op::kHitObjectGetPrimitiveIndexEXT,
                        Op::kHitObjectGetGeometryIndexEXT,
                        Op::kHitObjectGetInstanceIdEXT,
                        Op::kHitObjectGetInstanceCustomIndexEXT,
                        Op::kHitObjectGetClusterIdNV,
                        Op::kHitObjectGetShaderBindingTableRecordIndexEXT};
constexpr Op kFloats[] = {
    Op::kHitObjectGetCurrentTimeNV, Op::kHitObjectGetRayTMaxNV,
    Op::kHitObjectGetRayTMinNV,     Op::kHitObjectGetCurrentTimeEXT,
    Op::kHitObjectGetRayTMaxEXT,    Op::kHitObjectGetRayTMinEXT,
    Op::kHitObjectGetSphereRadiusNV};
constexpr Op kVectors[] = {Op::kHitObjectGetObjectRayDirectionNV,
                           Op::kHitObjectGetObjectRayOriginNV,
                           Op::kHitObjectGetWorldRayDirectionNV,
                           Op::kHitObjectGetWorldRayOriginNV,
                           Op::kHitObjectGetObjectRayOriginEXT,
                           Op::kHitObjectGetObjectRayDirectionEXT,
                           Op::kHitObjectGetWorldRayDirectionEXT,
                           Op::kHitObjectGetWorldRayOriginEXT,
                           Op::kHitObjectGetSpherePositionNV};
constexpr Op kHandles[] = {Op::kHitObjectGetShaderRecordBufferHandleNV,
                           Op::kHitObjectGetShaderRecordBufferHandleEXT};
constexpr Op kMatrices[] = {
    Op::kHitObjectGetWorldToObjectNV, Op::kHitObjectGetObjectToWorldNV,
    Op::kHitObjectGetObjectToWorldEXT, Op::kHitObjectGetWorldToObjectEXT};
constexpr Op kTrianglePositions[] = {
    Op::kHitObjectGetIntersectionTriangleVertexPositionsEXT};
constexpr Op kLinePositions[] = {Op::kHitObjectGetLSSPositionsNV};
constexpr Op kLineRadii[] = {Op::kHitObjectGetLSSRadiiNV};
constexpr Op kCommands[] = {Op::kHitObjectRecordHitMotionNV,
                            Op::kHitObjectRecordHitWithIndexMotionNV,
                            Op::kHitObjectRecordMissMotionNV,
                            Op::kHitObjectTraceRayMotionNV,
                            Op::kHitObjectRecordEmptyNV,
                            Op::kHitObjectTraceRayNV,
                            Op::kHitObjectRecordHitNV,
                            Op::kHitObjectRecordHitWithIndexNV,
                            Op::kHitObjectRecordMissNV,
                            Op::kHitObjectExecuteShaderNV,
                            Op::kHitObjectGetAttributesNV,
                            Op::kReorderThreadWithHitObjectNV,
                            Op::kReorderThreadWithHintNV,
                            Op::kHitObjectRecordFromQueryEXT,
                            Op::kHitObjectRecordMissEXT,
                            Op::kHitObjectRecordMissMotionEXT,
                            Op::kHitObjectSetShaderBindingTableRecordIndexEXT,
                            Op::kHitObjectReorderExecuteShaderEXT,
                            Op::kHitObjectTraceReorderExecuteEXT,
                            Op::kHitObjectTraceMotionReorderExecuteEXT,
                            Op::kReorderThreadWithHintEXT,
                            Op::kReorderThreadWithHitObjectEXT,
                            Op::kHitObjectTraceRayEXT,
                            Op::kHitObjectTraceRayMotionEXT,
                            Op::kHitObjectRecordEmptyEXT,
                            Op::kHitObjectExecuteShaderEXT,
                            Op::kHitObjectGetAttributesEXT};
constexpr auto kAll =
    JoinOps(kBools, kInts, kFloats, kVectors, kHandles, kMatrices,
            kTrianglePositions, kLinePositions, kLineRadii, kCommands);

// --- Types ---

constexpr TypePattern kHandle = Vector(tt::kInt, 32, 2);
constexpr TypePattern kThreePositions = ArrayOf(kFloat32Vector3, 3);
constexpr TypePattern kTwoPositions = ArrayOf(kFloat32Vector3, 2);
constexpr TypePattern kTwoRadii = ArrayOf(kFloat32, 2);

constexpr Op kHitObjectTypes[] = {Op::kTypeHitObjectEXT, Op::kTypeHitObjectNV};
constexpr Op kQueryTypes[] = {Op::kTypeRayQueryKHR};
constexpr Op kAccelTypes[] = {Op::kTypeAccelerationStructureKHR};
constexpr TypePattern kHitObjectType = DeclaredBy(kHitObjectTypes);
constexpr TypePattern kHitObjectPointer = PointerTo(kHitObjectType);
constexpr TypePattern kQueryType = DeclaredBy(kQueryTypes);
constexpr TypePattern kQueryPointer = PointerTo(kQueryType);
constexpr TypePattern kAccel = DeclaredBy(kAccelTypes);

constexpr StorageClass kPayloads[] = {StorageClass::kRayPayloadKHR,
                                      StorageClass::kIncomingRayPayloadKHR};
constexpr StorageClass kAttributes[] = {StorageClass::kHitObjectAttributeEXT,
                                        StorageClass::kHitObjectAttributeNV};
constexpr TypePattern kPayload = kAnyPointer.In(kPayloads);
constexpr TypePattern kAttribute = kAnyPointer.In(kAttributes);

constexpr Signature kSignatures[] = {
    {.ops = kBools,
     .result = kBoolScalar,
     .result_rule = &R("hitobject.result.bool")},
    {.ops = kInts, .result = kInt32, .result_rule = &R("hitobject.result.int")},
    {.ops = kFloats,
     .result = kFloat32,
     .result_rule = &R("hitobject.result.float")},
    {.ops = kVectors,
     .result = kFloat32Vector3,
     .result_rule = &R("hitobject.result.vector")},
    {.ops = kHandles,
     .result = kHandle,
     .result_rule = &R("hitobject.result.handle")},
    {.ops = kMatrices,
     .result = kFloat32Matrix4x3,
     .result_rule = &R("hitobject.result.matrix")},
    {.ops = kTrianglePositions,
     .result = kThreePositions,
     .result_rule = &R("hitobject.result.array")},
    {.ops = kLinePositions,
     .result = kTwoPositions,
     .result_rule = &R("hitobject.result.array")},
    {.ops = kLineRadii,
     .result = kTwoRadii,
     .result_rule = &R("hitobject.result.array")},
};

constexpr OperandRule Int(const char* name) {
  return {kAll, name, kInt32, &R("hitobject.operand.int")};
}
constexpr OperandRule Float(const char* name) {
  return {kAll, name, kFloat32, &R("hitobject.operand.float")};
}
constexpr OperandRule Vector3(const char* name) {
  return {kAll, name, kFloat32Vector3, &R("hitobject.operand.vector")};
}
constexpr OperandRule Attribute(const char* name) {
  return {kAll, name, kAttribute, &R("hitobject.operand.attributes"),
          DefinedBy::kVariable};
}

constexpr OperandRule kOperandRules[] = {
    {kAll, "Hit Object", kHitObjectPointer, &R("hitobject.operand.object")},
    {kAll, "Acceleration Structure", kAccel, &R("hitobject.operand.accel")},
    {kAll, "Ray Query", kQueryPointer, &R("hitobject.operand.query")},
    Int("InstanceId"),
    Int("PrimitiveId"),
    Int("GeometryIndex"),
    Int("Hit Kind"),
    Int("SBT Record Offset"),
    Int("SBT Record Stride"),
    Int("SBT Record Index"),
    Int("SBT Index"),
    Int("SBT Offset"),
    Int("SBT Stride"),
    Int("Miss Index"),
    Int("RayFlags"),
    Int("Ray Flags"),
    Int("Cullmask"),
    Int("Cull Mask"),
    Int("Hint"),
    Int("Bits"),
    Float("TMin"),
    Float("TMax"),
    Float("Ray Tmin"),
    Float("Ray Tmax"),
    Float("Time"),
    Float("Current Time"),
    Vector3("Origin"),
    Vector3("Direction"),
    Vector3("Ray Origin"),
    Vector3("Ray Direction"),
    {kAll, "Payload", kPayload, &R("hitobject.operand.payload"),
     DefinedBy::kVariable},
    Attribute("HitObject Attributes"),
    Attribute("Hit Object Attribute"),
    Attribute("Hit Object Attributes"),
};

}  // namespace

extern constinit const Family kHitObject = {
    .rules = R.rules(),
    .signatures = kSignatures,
    .operand_rules = kOperandRules,
};

}  // namespace plumb
