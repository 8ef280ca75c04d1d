// The instructions of hit objects and of reordering
// (SPV_EXT_shader_invocation_reorder, SPV_NV_shader_invocation_reorder, and
// the additions of other extensions), by result.
#ifndef PLUMB_VALIDATE_FACTS_HIT_OBJECT_OPS_H_
#define PLUMB_VALIDATE_FACTS_HIT_OBJECT_OPS_H_

#include "validate/engine/op_list.h"

namespace plumb::hit_object {

using grammar::Op;

inline constexpr Op kBools[] = {
    Op::kHitObjectIsEmptyNV,     Op::kHitObjectIsHitNV,
    Op::kHitObjectIsMissNV,      Op::kHitObjectIsEmptyEXT,
    Op::kHitObjectIsHitEXT,      Op::kHitObjectIsMissEXT,
    Op::kHitObjectIsSphereHitNV, Op::kHitObjectIsLSSHitNV};
inline constexpr Op kInts[] = {
    Op::kHitObjectGetShaderBindingTableRecordIndexNV,
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
inline constexpr Op kFloats[] = {
    Op::kHitObjectGetCurrentTimeNV, Op::kHitObjectGetRayTMaxNV,
    Op::kHitObjectGetRayTMinNV,     Op::kHitObjectGetCurrentTimeEXT,
    Op::kHitObjectGetRayTMaxEXT,    Op::kHitObjectGetRayTMinEXT,
    Op::kHitObjectGetSphereRadiusNV};
inline constexpr Op kVectors[] = {Op::kHitObjectGetObjectRayDirectionNV,
                                  Op::kHitObjectGetObjectRayOriginNV,
                                  Op::kHitObjectGetWorldRayDirectionNV,
                                  Op::kHitObjectGetWorldRayOriginNV,
                                  Op::kHitObjectGetObjectRayOriginEXT,
                                  Op::kHitObjectGetObjectRayDirectionEXT,
                                  Op::kHitObjectGetWorldRayDirectionEXT,
                                  Op::kHitObjectGetWorldRayOriginEXT,
                                  Op::kHitObjectGetSpherePositionNV};
inline constexpr Op kHandles[] = {Op::kHitObjectGetShaderRecordBufferHandleNV,
                                  Op::kHitObjectGetShaderRecordBufferHandleEXT};
inline constexpr Op kMatrices[] = {
    Op::kHitObjectGetWorldToObjectNV, Op::kHitObjectGetObjectToWorldNV,
    Op::kHitObjectGetObjectToWorldEXT, Op::kHitObjectGetWorldToObjectEXT};
inline constexpr Op kTrianglePositions[] = {
    Op::kHitObjectGetIntersectionTriangleVertexPositionsEXT};
inline constexpr Op kLinePositions[] = {Op::kHitObjectGetLSSPositionsNV};
inline constexpr Op kLineRadii[] = {Op::kHitObjectGetLSSRadiiNV};
inline constexpr Op kCommands[] = {
    Op::kHitObjectRecordHitMotionNV,
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
    Op::kHitObjectRecordFromQueryEXT,
    Op::kHitObjectRecordMissEXT,
    Op::kHitObjectRecordMissMotionEXT,
    Op::kHitObjectSetShaderBindingTableRecordIndexEXT,
    Op::kHitObjectTraceRayEXT,
    Op::kHitObjectTraceRayMotionEXT,
    Op::kHitObjectRecordEmptyEXT,
    Op::kHitObjectExecuteShaderEXT,
    Op::kHitObjectGetAttributesEXT};
// Instructions that reorder, whatever else they do.
inline constexpr Op kReorders[] = {Op::kReorderThreadWithHitObjectNV,
                                   Op::kReorderThreadWithHintNV,
                                   Op::kHitObjectReorderExecuteShaderEXT,
                                   Op::kHitObjectTraceReorderExecuteEXT,
                                   Op::kHitObjectTraceMotionReorderExecuteEXT,
                                   Op::kReorderThreadWithHintEXT,
                                   Op::kReorderThreadWithHitObjectEXT};
inline constexpr auto kAll = JoinOps(
    kBools, kInts, kFloats, kVectors, kHandles, kMatrices, kTrianglePositions,
    kLinePositions, kLineRadii, kCommands, kReorders);

}  // namespace plumb::hit_object

#endif  // PLUMB_VALIDATE_FACTS_HIT_OBJECT_OPS_H_
