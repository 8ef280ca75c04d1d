// Ray queries (SPV_KHR_ray_query, and what SPV_KHR_ray_tracing_position_fetch,
// SPV_NV_cluster_acceleration_structure and SPV_NV_linear_swept_spheres add).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/opaque_objects.h"

namespace plumb {
namespace {

using grammar::RayFlags;
namespace initialize = grammar::operand::RayQueryInitializeKHR;
namespace generate = grammar::operand::RayQueryGenerateIntersectionKHR;

constexpr char kSection[] = "SPV_KHR_ray_query";

constexpr RuleTable R({
    {"rayquery.query.type", kSection,
     "operand RayQuery must be a pointer to a ray query, not {0}"},
    {"rayquery.accel.type", kSection,
     "operand Accel must be an acceleration structure, not {0}"},
    {"rayquery.operand.int", kSection,
     "operands Ray Flags and Cull Mask must be 32-bit integer scalars, not "
     "{0}"},
    {"rayquery.operand.vector", kSection,
     "operands Ray Origin and Ray Direction must be vectors of three 32-bit "
     "floats, not {0}"},
    {"rayquery.operand.float", kSection,
     "operands Ray TMin, Ray TMax and Hit T must be 32-bit float scalars, not "
     "{0}"},
    {"rayquery.flags.micromap", "SPV_KHR_opacity_micromap",
     "flag ForceOpacityMicromap2State requires a capability for opacity "
     "micromaps",
     "VUID-RuntimeSpirv-RayTracingOpacityMicromapKHR-11542"},
    {"rayquery.intersection.constant", kSection,
     "operand Intersection must be a constant 32-bit integer, but {0} is not"},
    // The text does not say "must".
    Also("rayquery.intersection.known-value",
         {"rayquery.intersection.known", "3.2.32",
          "operand Intersection should be 0 (candidate) or 1 (committed), not "
          "{0}",
          "", Severity::kWarning}),
    {"rayquery.type.pointer-storage-class", kSection,
     "ray queries must be in storage class Private or Function, not {1}"},
    {"rayquery.type.no-load", kSection, "a ray query must not be loaded"},
    {"rayquery.type.no-store", kSection, "a ray query must not be stored"},
    {"rayquery.type.no-copy", kSection, "a ray query must not be copied"},
    {"rayquery.result.bool", kSection,
     "the result type must be a Boolean scalar, not {0}"},
    {"rayquery.result.int", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"rayquery.result.float", kSection,
     "the result type must be a 32-bit float scalar, not {0}"},
    {"rayquery.result.vector2", kSection,
     "the result type must be a vector of two 32-bit floats, not {0}"},
    {"rayquery.result.vector3", kSection,
     "the result type must be a vector of three 32-bit floats, not {0}"},
    {"rayquery.result.matrix", kSection,
     "the result type must be a matrix of four columns of three 32-bit floats, "
     "not {0}"},
    {"rayquery.result.array", kSection,
     "the result type must be an array of {1} element{1s}, vectors of three "
     "32-bit floats for positions and 32-bit floats otherwise, not {0}"},
});

constexpr Op kCommands[] = {
    Op::kRayQueryInitializeKHR, Op::kRayQueryTerminateKHR,
    Op::kRayQueryGenerateIntersectionKHR, Op::kRayQueryConfirmIntersectionKHR};
constexpr Op kQuestions[] = {
    Op::kRayQueryProceedKHR,
    Op::kRayQueryGetRayTMinKHR,
    Op::kRayQueryGetRayFlagsKHR,
    Op::kRayQueryGetWorldRayDirectionKHR,
    Op::kRayQueryGetWorldRayOriginKHR,
    Op::kRayQueryGetIntersectionCandidateAABBOpaqueKHR,
};
// Instructions with an operand Intersection.
constexpr Op kIntersections[] = {
    Op::kRayQueryGetIntersectionTypeKHR,
    Op::kRayQueryGetIntersectionTKHR,
    Op::kRayQueryGetIntersectionInstanceCustomIndexKHR,
    Op::kRayQueryGetIntersectionInstanceIdKHR,
    Op::kRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
    Op::kRayQueryGetIntersectionGeometryIndexKHR,
    Op::kRayQueryGetIntersectionPrimitiveIndexKHR,
    Op::kRayQueryGetIntersectionBarycentricsKHR,
    Op::kRayQueryGetIntersectionFrontFaceKHR,
    Op::kRayQueryGetIntersectionObjectRayDirectionKHR,
    Op::kRayQueryGetIntersectionObjectRayOriginKHR,
    Op::kRayQueryGetIntersectionObjectToWorldKHR,
    Op::kRayQueryGetIntersectionWorldToObjectKHR,
    Op::kRayQueryGetIntersectionTriangleVertexPositionsKHR,
    Op::kRayQueryGetClusterIdNV,
    Op::kRayQueryGetIntersectionSpherePositionNV,
    Op::kRayQueryGetIntersectionSphereRadiusNV,
    Op::kRayQueryGetIntersectionLSSPositionsNV,
    Op::kRayQueryGetIntersectionLSSRadiiNV,
    Op::kRayQueryGetIntersectionLSSHitValueNV,
    Op::kRayQueryIsSphereHitNV,
    Op::kRayQueryIsLSSHitNV,
};

constexpr Op kBools[] = {Op::kRayQueryProceedKHR,
                         Op::kRayQueryGetIntersectionFrontFaceKHR,
                         Op::kRayQueryGetIntersectionCandidateAABBOpaqueKHR,
                         Op::kRayQueryIsSphereHitNV, Op::kRayQueryIsLSSHitNV};
constexpr Op kInts[] = {
    Op::kRayQueryGetIntersectionTypeKHR,
    Op::kRayQueryGetRayFlagsKHR,
    Op::kRayQueryGetIntersectionInstanceCustomIndexKHR,
    Op::kRayQueryGetIntersectionInstanceIdKHR,
    Op::kRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
    Op::kRayQueryGetIntersectionGeometryIndexKHR,
    Op::kRayQueryGetIntersectionPrimitiveIndexKHR,
    Op::kRayQueryGetClusterIdNV,
};
constexpr Op kFloats[] = {Op::kRayQueryGetRayTMinKHR,
                          Op::kRayQueryGetIntersectionTKHR,
                          Op::kRayQueryGetIntersectionSphereRadiusNV,
                          Op::kRayQueryGetIntersectionLSSHitValueNV};
constexpr Op kVectors3[] = {Op::kRayQueryGetWorldRayDirectionKHR,
                            Op::kRayQueryGetWorldRayOriginKHR,
                            Op::kRayQueryGetIntersectionObjectRayDirectionKHR,
                            Op::kRayQueryGetIntersectionObjectRayOriginKHR,
                            Op::kRayQueryGetIntersectionSpherePositionNV};
constexpr Op kMatrices[] = {Op::kRayQueryGetIntersectionObjectToWorldKHR,
                            Op::kRayQueryGetIntersectionWorldToObjectKHR};
constexpr Op kArrays[] = {
    Op::kRayQueryGetIntersectionTriangleVertexPositionsKHR,
    Op::kRayQueryGetIntersectionLSSPositionsNV,
    Op::kRayQueryGetIntersectionLSSRadiiNV};
constexpr auto kAll = JoinOps(kCommands, kQuestions, kIntersections);

constexpr TypePattern kQuery = kDeclaredBy<Op::kTypeRayQueryKHR>;
constexpr TypePattern kQueryPointer = PointerTo(kQuery);
constexpr TypePattern kAccel = kDeclaredBy<Op::kTypeAccelerationStructureKHR>;

constexpr Signature Result(Instructions ops, TypePattern pattern,
                           const Rule* rule) {
  return {.ops = ops, .result = pattern, .result_rule = rule};
}
constexpr Signature kSignatures[] = {
    Result(kBools, kBoolScalar, &R("rayquery.result.bool")),
    Result(kInts, kInt32, &R("rayquery.result.int")),
    Result(kFloats, kFloat32, &R("rayquery.result.float")),
    Result(Op::kRayQueryGetIntersectionBarycentricsKHR, kFloat32Vector2,
           &R("rayquery.result.vector2")),
    Result(kVectors3, kFloat32Vector3, &R("rayquery.result.vector3")),
    Result(kMatrices, kFloat32Matrix4x3, &R("rayquery.result.matrix")),
};

constexpr OperandRule kOperandRules[] = {
    {kAll, "RayQuery", kQueryPointer, &R("rayquery.query.type")},
    {kIntersections, "Intersection", kInt32,
     &R("rayquery.intersection.constant"), DefinedBy::kConstant},
    {Op::kRayQueryInitializeKHR, initialize::kAccel, kAccel,
     &R("rayquery.accel.type")},
    {Op::kRayQueryInitializeKHR, initialize::kRayFlags, kInt32,
     &R("rayquery.operand.int")},
    {Op::kRayQueryInitializeKHR, initialize::kCullMask, kInt32,
     &R("rayquery.operand.int")},
    {Op::kRayQueryInitializeKHR, initialize::kRayOrigin, kFloat32Vector3,
     &R("rayquery.operand.vector")},
    {Op::kRayQueryInitializeKHR, initialize::kRayTMin, kFloat32,
     &R("rayquery.operand.float")},
    {Op::kRayQueryInitializeKHR, initialize::kRayDirection, kFloat32Vector3,
     &R("rayquery.operand.vector")},
    {Op::kRayQueryInitializeKHR, initialize::kRayTMax, kFloat32,
     &R("rayquery.operand.float")},
    {Op::kRayQueryGenerateIntersectionKHR, generate::kHitT, kFloat32,
     &R("rayquery.operand.float")},
};

void CheckFlags(const CheckContext& c) {
  constexpr auto kFlag =
      static_cast<uint32_t>(RayFlags::kForceOpacityMicromap2StateEXT);
  const auto flags = FixedValue(c, c.inst().id(initialize::kRayFlags));
  if (flags && (*flags & kFlag) != 0 &&
      !c.context().Has(Capability::kRayTracingOpacityMicromapEXT) &&
      !c.context().Has(Capability::kRayTracingOpacityMicromapKHR)) {
    c.Report(R("rayquery.flags.micromap"), initialize::kRayFlags);
  }
}

constexpr TypePattern kThreePositions = ArrayOf(kFloat32Vector3, 3);
constexpr TypePattern kTwoPositions = ArrayOf(kFloat32Vector3, 2);
constexpr TypePattern kTwoRadii = ArrayOf(kFloat32, 2);

const TypePattern& ArrayResultOf(Op op) {
  switch (op) {
    case Op::kRayQueryGetIntersectionTriangleVertexPositionsKHR:
      return kThreePositions;
    case Op::kRayQueryGetIntersectionLSSPositionsNV:
      return kTwoPositions;
    default:
      return kTwoRadii;
  }
}

// A function, not a row, because the message has the length.
void CheckArray(const CheckContext& c) {
  const Id type = c.inst().result_type();
  const TypePattern& expected = ArrayResultOf(c.inst().op());
  if (Fits(c.context(), expected, type)) return;
  c.Report(R("rayquery.result.array"), 0, {Arg::Type(type), expected.count});
  c.PoisonResult();
}

void CheckIntersection(const CheckContext& c) {
  const OperandIndex at = grammar::OperandByName(c.inst().op(), "Intersection");
  const auto value = FixedValue(c, c.inst().id(at));
  if (!value || *value < 2) return;
  c.Report(R("rayquery.intersection.known"), at, {*value});
}

// --- Queries in memory ---

constexpr OpaqueObjectRules kOpaqueRules = {
    R("rayquery.type.pointer-storage-class"), R("rayquery.type.no-load"),
    R("rayquery.type.no-store"), R("rayquery.type.no-copy")};

void CheckPointer(const CheckContext& c) {
  CheckOpaquePointer(c, kQuery, kOpaqueRules);
}
void CheckDirectAccess(const CheckContext& c) {
  CheckNotAccessedDirectly(c, kQuery, kOpaqueRules);
}

constexpr Check kChecks[] = {
    {Op::kRayQueryInitializeKHR, CheckFlags},
    {kArrays, CheckArray},
    {kIntersections, CheckIntersection},
    {kPointerTypeOps, CheckPointer,
     Requires(TypesWith{type_part::kOpaqueWithoutNull})},
    {kMemoryAccessOps, CheckDirectAccess,
     Requires(TypesWith{type_part::kOpaqueWithoutNull})}};

}  // namespace

extern constinit const Family kRayQuery(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
