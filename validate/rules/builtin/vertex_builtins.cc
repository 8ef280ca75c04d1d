// Built-ins of vertices, primitives and draws (section 3.2.20): vertex,
// tessellation, geometry and mesh shaders.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

using builtin_models::kHit;
using builtin_models::kTessellationEvaluation;
using builtin_models::kVertex;
using builtin_models::kVertexProcessing;

constexpr Models kGraphics = {
    {ExecutionModel::kVertex, ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry,
     ExecutionModel::kMeshNV, ExecutionModel::kMeshEXT,
     ExecutionModel::kFragment},
    "vertex, tessellation, geometry, mesh and fragment shaders"};
constexpr Models kLayered = {
    {ExecutionModel::kVertex, ExecutionModel::kTessellationEvaluation,
     ExecutionModel::kGeometry, ExecutionModel::kMeshNV,
     ExecutionModel::kMeshEXT, ExecutionModel::kFragment},
    "vertex, tessellation evaluation, geometry, mesh and fragment shaders"};
constexpr Models kViewed = {
    {ExecutionModel::kVertex, ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry,
     ExecutionModel::kMeshEXT, ExecutionModel::kFragment},
    "vertex, tessellation, geometry, MeshEXT and fragment shaders"};
constexpr Models kDrawn = {
    {ExecutionModel::kVertex, ExecutionModel::kTaskNV, ExecutionModel::kMeshNV,
     ExecutionModel::kTaskEXT, ExecutionModel::kMeshEXT},
    "vertex, task and mesh shaders"};
constexpr Models kRated = {{ExecutionModel::kVertex, ExecutionModel::kGeometry,
                            ExecutionModel::kMeshNV, ExecutionModel::kMeshEXT},
                           "vertex, geometry and mesh shaders"};
constexpr Models kTessellation = {{ExecutionModel::kTessellationControl,
                                   ExecutionModel::kTessellationEvaluation},
                                  "tessellation shaders"};
constexpr Models kInvoked = {
    {ExecutionModel::kTessellationControl, ExecutionModel::kGeometry},
    "tessellation control and geometry shaders"};
constexpr Models kPrimitives = {
    {ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation, ExecutionModel::kGeometry,
     ExecutionModel::kMeshNV, ExecutionModel::kMeshEXT,
     ExecutionModel::kFragment, ExecutionModel::kIntersectionKHR,
     ExecutionModel::kAnyHitKHR, ExecutionModel::kClosestHitKHR},
    "tessellation, geometry, mesh, fragment, intersection, any-hit and closest "
    "hit shaders"};
constexpr Models kVertexOrHit = {
    {ExecutionModel::kVertex, ExecutionModel::kIntersectionKHR,
     ExecutionModel::kAnyHitKHR, ExecutionModel::kClosestHitKHR},
    "vertex, intersection, any-hit and closest hit shaders"};

constexpr BuiltInType kFourFloat32 = {ArrayOf(plumb::kFloat32, 4),
                                      "an array of four 32-bit floats"};
constexpr BuiltInType kTwoFloat32 = {ArrayOf(plumb::kFloat32, 2),
                                     "an array of two 32-bit floats"};

namespace type = builtin_type;

constexpr BuiltInRow kRows[] = {
    {BuiltIn::kPosition, "3.2.20",
     IsFor(kVertexProcessing, "builtin.position.execution-model",
           "VUID-Position-Position-04318"),
     IsInVulkan(Direction::kEither, "builtin.position.storage-class",
                "VUID-Position-Position-04320"),
     OrArrayOf(HasType(type::kFloat32x4, "builtin.position.type",
                       "VUID-Position-Position-04321", kInVulkan),
               Arrayed::kWhereUsed)},
    {BuiltIn::kPointSize, "3.2.20",
     IsFor(kVertexProcessing, "builtin.pointsize.execution-model",
           "VUID-PointSize-PointSize-04314"),
     IsInVulkan(Direction::kEither, "builtin.pointsize.storage-class",
                "VUID-PointSize-PointSize-04316"),
     OrArrayOf(HasType(type::kFloat32, "builtin.pointsize.type",
                       "VUID-PointSize-PointSize-04317", kInVulkan),
               Arrayed::kWhereUsed)},
    {BuiltIn::kClipDistance, "3.2.20",
     IsFor(kGraphics, "builtin.clipdistance.execution-model",
           "VUID-ClipDistance-ClipDistance-04187", kInVulkan),
     IsInVulkan(Direction::kEither, "builtin.clipdistance.storage-class",
                "VUID-ClipDistance-ClipDistance-04190"),
     OrArrayOf(HasType(type::kFloat32Array, "builtin.clipdistance.type",
                       "VUID-ClipDistance-ClipDistance-04191", kInVulkan),
               Arrayed::kWhereUsed)},
    {BuiltIn::kCullDistance, "3.2.20",
     IsFor(kGraphics, "builtin.culldistance.execution-model",
           "VUID-CullDistance-CullDistance-04196", kInVulkan),
     IsInVulkan(Direction::kEither, "builtin.culldistance.storage-class",
                "VUID-CullDistance-CullDistance-04199"),
     OrArrayOf(HasType(type::kFloat32Array, "builtin.culldistance.type",
                       "VUID-CullDistance-CullDistance-04200", kInVulkan),
               Arrayed::kWhereUsed)},
    {BuiltIn::kVertexId, "3.2.20",
     IsFor(kVertex, "builtin.vertexid.execution-model"),
     Is(Direction::kInput, "builtin.vertexid.storage-class")},
    {BuiltIn::kInstanceId, "SPV_KHR_ray_tracing",
     Narrower(kHit, IsFor(kVertexOrHit, "builtin.instanceid.execution-model",
                          "VUID-InstanceId-InstanceId-04254")),
     WithSection("3.2.20",
                 Is(Direction::kInput, "builtin.instanceid.storage-class",
                    "VUID-InstanceId-InstanceId-04255")),
     HasType(type::kInt32, "builtin.instanceid.type",
             "VUID-InstanceId-InstanceId-04256", kInVulkan)},
    {BuiltIn::kVertexIndex, "3.2.20",
     IsFor(kVertex, "builtin.vertexindex.execution-model",
           "VUID-VertexIndex-VertexIndex-04398", kInVulkan),
     IsInVulkan(Direction::kInput, "builtin.vertexindex.storage-class",
                "VUID-VertexIndex-VertexIndex-04399"),
     HasType(type::kInt32, "builtin.vertexindex.type",
             "VUID-VertexIndex-VertexIndex-04400", kInVulkan)},
    {BuiltIn::kInstanceIndex, "3.2.20",
     IsFor(kVertex, "builtin.instanceindex.execution-model",
           "VUID-InstanceIndex-InstanceIndex-04263", kInVulkan),
     IsInVulkan(Direction::kInput, "builtin.instanceindex.storage-class",
                "VUID-InstanceIndex-InstanceIndex-04264"),
     HasType(type::kInt32, "builtin.instanceindex.type",
             "VUID-InstanceIndex-InstanceIndex-04265", kInVulkan)},
    {BuiltIn::kBaseVertex, "3.2.20",
     IsFor(kVertex, "builtin.basevertex.execution-model",
           "VUID-BaseVertex-BaseVertex-04184", kInVulkan),
     IsInVulkan(Direction::kInput, "builtin.basevertex.storage-class",
                "VUID-BaseVertex-BaseVertex-04185"),
     HasType(type::kInt32, "builtin.basevertex.type",
             "VUID-BaseVertex-BaseVertex-04186", kInVulkan)},
    {BuiltIn::kBaseInstance, "3.2.20",
     IsFor(kVertex, "builtin.baseinstance.execution-model",
           "VUID-BaseInstance-BaseInstance-04181", kInVulkan),
     IsInVulkan(Direction::kInput, "builtin.baseinstance.storage-class",
                "VUID-BaseInstance-BaseInstance-04182"),
     HasType(type::kInt32, "builtin.baseinstance.type",
             "VUID-BaseInstance-BaseInstance-04183", kInVulkan)},
    {BuiltIn::kDrawIndex, "3.2.20",
     IsFor(kDrawn, "builtin.drawindex.execution-model",
           "VUID-DrawIndex-DrawIndex-04207", kInVulkan),
     IsInVulkan(Direction::kInput, "builtin.drawindex.storage-class",
                "VUID-DrawIndex-DrawIndex-04208"),
     HasType(type::kInt32, "builtin.drawindex.type",
             "VUID-DrawIndex-DrawIndex-04209", kInVulkan)},
    {BuiltIn::kDeviceIndex, "3.2.20",
     Is(Direction::kInput, "builtin.deviceindex.storage-class",
        "VUID-DeviceIndex-DeviceIndex-04205"),
     HasType(type::kInt32, "builtin.deviceindex.type",
             "VUID-DeviceIndex-DeviceIndex-04206", kInVulkan)},
    {BuiltIn::kViewIndex, "3.2.20",
     IsFor(kViewed, "builtin.viewindex.execution-model",
           "VUID-ViewIndex-ViewIndex-04401", kInVulkan),
     Is(Direction::kInput, "builtin.viewindex.storage-class",
        "VUID-ViewIndex-ViewIndex-04402"),
     HasType(type::kInt32, "builtin.viewindex.type",
             "VUID-ViewIndex-ViewIndex-04403", kInVulkan)},
    {BuiltIn::kPrimitiveId, "3.2.20",
     IsFor(kPrimitives, "builtin.primitiveid.execution-model",
           "VUID-PrimitiveId-PrimitiveId-04330", kInVulkan),
     IsInVulkan(Direction::kEither, "builtin.primitiveid.storage-class",
                "VUID-PrimitiveId-PrimitiveId-04335"),
     InMesh(
         "builtin.primitiveid.mesh-type", "VUID-PrimitiveId-PrimitiveId-10595",
         OrArrayOf(HasType(type::kInt32, "builtin.primitiveid.type",
                           "VUID-PrimitiveId-PrimitiveId-04337", kInVulkan)))},
    {BuiltIn::kInvocationId, "3.2.20",
     IsFor(kInvoked, "builtin.invocationid.execution-model",
           "VUID-InvocationId-InvocationId-04257"),
     Is(Direction::kInput, "builtin.invocationid.storage-class",
        "VUID-InvocationId-InvocationId-04258"),
     HasType(type::kInt32, "builtin.invocationid.type",
             "VUID-InvocationId-InvocationId-04259", kInVulkan)},
    {BuiltIn::kLayer, "3.2.20",
     Narrower(kLayered, IsFor(kGraphics, "builtin.layer.execution-model",
                              "VUID-Layer-Layer-04272")),
     InMesh("builtin.layer.mesh-type", "VUID-Layer-Layer-10592",
            OrArrayOf(HasType(type::kInt32, "builtin.layer.type",
                              "VUID-Layer-Layer-04276", kInVulkan)))},
    {BuiltIn::kViewportIndex, "3.2.20",
     Narrower(kLayered,
              IsFor(kGraphics, "builtin.viewportindex.execution-model",
                    "VUID-ViewportIndex-ViewportIndex-04404")),
     InMesh("builtin.viewportindex.mesh-type",
            "VUID-ViewportIndex-ViewportIndex-10601",
            OrArrayOf(HasType(type::kInt32, "builtin.viewportindex.type",
                              "VUID-ViewportIndex-ViewportIndex-04408",
                              kInVulkan)))},
    {BuiltIn::kTessLevelOuter, "3.2.20",
     IsFor(kTessellation, "builtin.tesslevelouter.execution-model",
           "VUID-TessLevelOuter-TessLevelOuter-04390", kInVulkan),
     HasType(kFourFloat32, "builtin.tesslevelouter.type",
             "VUID-TessLevelOuter-TessLevelOuter-04393", kInVulkan)},
    {BuiltIn::kTessLevelInner, "3.2.20",
     IsFor(kTessellation, "builtin.tesslevelinner.execution-model",
           "VUID-TessLevelInner-TessLevelInner-04394", kInVulkan),
     HasType(kTwoFloat32, "builtin.tesslevelinner.type",
             "VUID-TessLevelInner-TessLevelInner-04397", kInVulkan)},
    {BuiltIn::kTessCoord, "3.2.20",
     IsFor(kTessellationEvaluation, "builtin.tesscoord.execution-model",
           "VUID-TessCoord-TessCoord-04387"),
     Is(Direction::kInput, "builtin.tesscoord.storage-class",
        "VUID-TessCoord-TessCoord-04388"),
     HasType(type::kFloat32x3, "builtin.tesscoord.type",
             "VUID-TessCoord-TessCoord-04389", kInVulkan)},
    {BuiltIn::kPatchVertices, "3.2.20",
     IsFor(kTessellation, "builtin.patchvertices.execution-model",
           "VUID-PatchVertices-PatchVertices-04308"),
     Is(Direction::kInput, "builtin.patchvertices.storage-class",
        "VUID-PatchVertices-PatchVertices-04309"),
     HasType(type::kInt32, "builtin.patchvertices.type",
             "VUID-PatchVertices-PatchVertices-04310", kInVulkan)},
    {BuiltIn::kPrimitiveShadingRateKHR, "SPV_EXT_mesh_shader",
     Also("builtin.primitiveshadingratekhr.execution-model-mesh-nv",
          IsFor(kRated, "builtin.primitiveshadingratekhr.execution-model",
                "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04484")),
     WithSection(
         "SPV_KHR_fragment_shading_rate",
         Is(Direction::kOutput, "builtin.primitiveshadingratekhr.storage-class",
            "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04485")),
     InMesh("builtin.primitiveshadingratekhr.mesh-type",
            "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-10598",
            OrArrayOf(HasType(
                type::kInt32, "builtin.primitiveshadingratekhr.type",
                "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04486",
                kInVulkan)))},
};

constexpr auto kRules =
    RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf, MeshTypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kVertexRows = kRows;

extern constinit const Family kVertexBuiltins(kRules);

}  // namespace plumb
