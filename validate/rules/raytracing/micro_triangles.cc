// Positions and barycentrics of micro-triangles
// (SPV_NV_displacement_micromap).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

// The operands of both instructions.
namespace fetch = operand::FetchMicroTriangleVertexPositionNV;

constexpr char kSection[] = "SPV_NV_displacement_micromap";

constexpr RuleTable R({
    {"raytracing.microtriangle.position-result-type", kSection,
     "the result type must be a vector of three 32-bit floats, not {0}"},
    {"raytracing.microtriangle.barycentric-result-type", kSection,
     "the result type must be a vector of two 32-bit floats, not {0}"},
    {"raytracing.microtriangle.accel", kSection,
     "operand Accel must be an acceleration structure, not {0}"},
    {"raytracing.microtriangle.index-type", kSection,
     "{1} must be a 32-bit integer scalar, not {0}"},
    {"raytracing.microtriangle.barycentrics-type", kSection,
     "operand Barycentric must be a vector of two integers, not {0}"},
    {"raytracing.microtriangle.model", kSection,
     "micro-triangles can be fetched only in ray generation, mesh and compute "
     "shaders, not in execution model {0}"},
});

constexpr Op kFetches[] = {Op::kFetchMicroTriangleVertexPositionNV,
                           Op::kFetchMicroTriangleVertexBarycentricNV};

constexpr TypePattern kAccel = kDeclaredBy<Op::kTypeAccelerationStructureKHR>;
constexpr TypePattern kIntVector2 = Vector(type_trait::kInt, 0, 2);

constexpr Signature kSignatures[] = {
    {.ops = Op::kFetchMicroTriangleVertexPositionNV,
     .result = kFloat32Vector3,
     .result_rule = &R("raytracing.microtriangle.position-result-type")},
    {.ops = Op::kFetchMicroTriangleVertexBarycentricNV,
     .result = kFloat32Vector2,
     .result_rule = &R("raytracing.microtriangle.barycentric-result-type")},
};

constexpr OperandRule Index(OperandIndex operand) {
  return {kFetches, operand, kInt32, &R("raytracing.microtriangle.index-type")};
}
constexpr OperandRule kOperandRules[] = {
    {kFetches, fetch::kAccel, kAccel, &R("raytracing.microtriangle.accel")},
    Index(fetch::kInstanceId),
    Index(fetch::kGeometryIndex),
    Index(fetch::kPrimitiveIndex),
    {kFetches, fetch::kBarycentric, kIntVector2,
     &R("raytracing.microtriangle.barycentrics-type")},
};

// The document does not list MeshEXT, but names its extension as one that it
// interacts with.
void CheckModel(const CheckContext& c) {
  c.ReportIfReached(
      R("raytracing.microtriangle.model"),
      ~ModelSet{ExecutionModel::kRayGenerationKHR, ExecutionModel::kMeshNV,
                ExecutionModel::kMeshEXT, ExecutionModel::kGLCompute});
}

constexpr Check kChecks[] = {{kFetches, CheckModel}};

}  // namespace

extern constinit const Family kMicroTriangles(R, kChecks, kSignatures,
                                              kOperandRules);

}  // namespace plumb
