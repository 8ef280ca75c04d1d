// Ray queries (SPV_KHR_ray_query, and what SPV_KHR_ray_tracing_position_fetch,
// SPV_NV_cluster_acceleration_structure and SPV_NV_linear_swept_spheres add).
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Op;
namespace tt = type_trait;

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
     "floats, not "
     "{0}"},
    {"rayquery.operand.float", kSection,
     "operands Ray TMin, Ray TMax and Hit T must be 32-bit float scalars, not "
     "{0}"},
    {"rayquery.flags.micromap", "SPV_KHR_opacity_micromap",
     "flag ForceOpacityMicromap2State needs a capability of opacity micromaps"},
    {"rayquery.intersection.constant", kSection,
     "operand Intersection must be a constant 32-bit integer, but {0} is not"},
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
     "the result type must be an array of {1} elements of 32-bit floats, or of "
     "vectors of three where they are positions, not {0}"},
});

// The query is the first operand.
constexpr Op kCommands[] = {
    Op::kRayQueryInitializeKHR, Op::kRayQueryTerminateKHR,
    Op::kRayQueryGenerateIntersectionKHR, Op::kRayQueryConfirmIntersectionKHR};
// The first operand behind the result.
constexpr Op kQuestions[] = {
    Op::kRayQueryProceedKHR,
    Op::kRayQueryGetRayTMinKHR,
    Op::kRayQueryGetRayFlagsKHR,
    Op::kRayQueryGetWorldRayDirectionKHR,
    Op::kRayQueryGetWorldRayOriginKHR,
    Op::kRayQueryGetIntersectionCandidateAABBOpaqueKHR,
};
// The same, and an intersection follows.
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
constexpr Op kVectors2[] = {Op::kRayQueryGetIntersectionBarycentricsKHR};
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
constexpr Op kInitialize[] = {Op::kRayQueryInitializeKHR};
constexpr Op kGenerate[] = {Op::kRayQueryGenerateIntersectionKHR};

constexpr TypePattern kInt32 = {
    .shape = tt::kScalar, .component = tt::kInt, .width = 32};
constexpr TypePattern kFloat32 = {
    .shape = tt::kScalar, .component = tt::kFloat, .width = 32};
constexpr TypePattern kFloatVector = {
    .shape = tt::kVector, .component = tt::kFloat, .width = 32};

// A row for one operand of `ops`.
constexpr Signature At(absl::Span<const Op> ops, uint8_t operand,
                       TypePattern pattern, const Rule* rule) {
  return {.ops = ops,
          .operands = pattern,
          .operand_rule = rule,
          .first_operand = operand,
          .operand_count = 1};
}
constexpr Signature Result(absl::Span<const Op> ops, TypePattern pattern,
                           const Rule* rule) {
  return {.ops = ops, .result = pattern, .result_rule = rule};
}

constexpr uint32_t kAccel = 1, kFlags = 2, kOrigin = 4, kDirection = 6;
constexpr Signature kSignatures[] = {
    At(kInitialize, 2, kInt32, &R("rayquery.operand.int")),
    At(kInitialize, 3, kInt32, &R("rayquery.operand.int")),
    At(kInitialize, kOrigin, kFloatVector, &R("rayquery.operand.vector")),
    At(kInitialize, 5, kFloat32, &R("rayquery.operand.float")),
    At(kInitialize, kDirection, kFloatVector, &R("rayquery.operand.vector")),
    At(kInitialize, 7, kFloat32, &R("rayquery.operand.float")),
    At(kGenerate, 1, kFloat32, &R("rayquery.operand.float")),
    Result(kBools, {.shape = tt::kScalar, .component = tt::kBool},
           &R("rayquery.result.bool")),
    Result(kInts, kInt32, &R("rayquery.result.int")),
    Result(kFloats, kFloat32, &R("rayquery.result.float")),
    Result(kVectors2, kFloatVector, &R("rayquery.result.vector2")),
    Result(kVectors3, kFloatVector, &R("rayquery.result.vector3")),
    Result(kMatrices,
           {.shape = tt::kMatrix, .component = tt::kFloat, .width = 32},
           &R("rayquery.result.matrix")),
};

bool IsMadeBy(const CheckContext& c, Id type, Op op) {
  const InstIndex def = c.module().def(type);
  return def != kNoInst && c.module().record(def).op == op;
}

// --- Operands
// --------------------------------------------------------------------

void CheckQuery(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& pointer = c.operand_type(operand);
  if (IsUnknown(pointer)) return;
  if (pointer.Is(tt::kPointer) &&
      IsMadeBy(c, pointer.element, Op::kTypeRayQueryKHR)) {
    return;
  }
  ReportType(c, R("rayquery.query.type"), operand, c.type_of(operand));
}

void CheckCommand(const CheckContext& c) { CheckQuery(c, 0); }
void CheckQuestion(const CheckContext& c) { CheckQuery(c, 2); }

void CheckIntersection(const CheckContext& c) {
  constexpr uint32_t kIntersection = 3;
  CheckQuery(c, 2);
  const Id id = c.inst().id(kIntersection);
  const InstIndex def = c.module().def(id);
  const TypeInfo& type = c.operand_type(kIntersection);
  if (def == kNoInst || IsUnknown(type)) return;
  const Op op = c.module().record(def).op;
  if (MakesConstant(op) && kInt32.FitsRow(type)) {
    return;
  }
  c.Report(R("rayquery.intersection.constant"), kIntersection, {id});
}

bool HasComponents(const TypeInfo& type, uint32_t count) {
  return IsUnknown(type) || !type.Is(tt::kVector) ||
         type.Is(tt::kCountUnknown) || type.count == count;
}

void CheckInitialize(const CheckContext& c) {
  if (!IsUnknown(c.operand_type(kAccel)) &&
      !IsMadeBy(c, c.type_of(kAccel), Op::kTypeAccelerationStructureKHR)) {
    ReportType(c, R("rayquery.accel.type"), kAccel, c.type_of(kAccel));
  }
  for (uint32_t o : {kOrigin, kDirection}) {
    if (HasComponents(c.operand_type(o), 3)) continue;
    ReportType(c, R("rayquery.operand.vector"), o, c.type_of(o));
  }
  constexpr uint32_t kForceOpacityMicromap2State = 0x400;
  const auto flags = FixedValue(c, c.inst().id(kFlags));
  if (flags && (*flags & kForceOpacityMicromap2State) != 0 &&
      !c.context().Has(Capability::kRayTracingOpacityMicromapEXT) &&
      !c.context().Has(Capability::kRayTracingOpacityMicromapKHR)) {
    c.Report(R("rayquery.flags.micromap"), kFlags);
  }
}

// --- Results
// ---------------------------------------------------------------------

void RejectResult(const CheckContext& c, const Rule& rule) {
  ReportType(c, rule, 0, c.inst().result_type());
  c.PoisonResult();
}

void CheckVector2(const CheckContext& c) {
  if (HasComponents(c.result_type(), 2)) return;
  RejectResult(c, R("rayquery.result.vector2"));
}

void CheckVector3(const CheckContext& c) {
  if (HasComponents(c.result_type(), 3)) return;
  RejectResult(c, R("rayquery.result.vector3"));
}

void CheckMatrix(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (IsUnknown(type) || !type.Is(tt::kMatrix)) return;
  if (type.count == 4 &&
      HasComponents(c.context().types().Get(type.element), 3)) {
    return;
  }
  RejectResult(c, R("rayquery.result.matrix"));
}

void CheckArray(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (IsUnknown(type)) return;
  const Op op = c.inst().op();
  const uint32_t length =
      op == Op::kRayQueryGetIntersectionTriangleVertexPositionsKHR ? 3 : 2;
  const bool positions = op != Op::kRayQueryGetIntersectionLSSRadiiNV;
  const TypeInfo& element = c.context().types().Get(type.element);
  const auto count = CountOf(c, c.inst().result_type());
  const bool right =
      IsUnknown(element) ||
      (positions ? kFloatVector.FitsRow(element) && HasComponents(element, 3)
                 : kFloat32.FitsRow(element));
  if (type.Is(tt::kArray) && right && (!count || *count == length)) return;
  c.Report(R("rayquery.result.array"), 0,
           {Arg::Type(c.inst().result_type()), length});
  c.PoisonResult();
}

constexpr Check kChecks[] = {{kCommands, CheckCommand},
                             {kQuestions, CheckQuestion},
                             {kIntersections, CheckIntersection},
                             {kInitialize, CheckInitialize},
                             {kVectors2, CheckVector2},
                             {kVectors3, CheckVector3},
                             {kMatrices, CheckMatrix},
                             {kArrays, CheckArray}};

}  // namespace

extern constinit const Family kRayQuery = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
