// Built-ins of vertices, primitives and what draws them (section 3.2.20):
// vertex, tessellation, geometry and mesh shaders.
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
    {.builtin = BuiltIn::kPosition,
     .models = IsFor(kVertexProcessing, "builtin.position.execution-model",
                     "3.2.20", "VUID-Position-Position-04318"),
     .storage = IsInVulkan(Direction::kEither, "builtin.position.storage-class",
                           "3.2.20", "VUID-Position-Position-04320"),
     .type =
         OrArrayOf(HasType(type::kFloat32x4, "builtin.position.type", "3.2.20",
                           "VUID-Position-Position-04321", kInVulkan),
                   Arrayed::kWhereUsed)},
    {.builtin = BuiltIn::kPointSize,
     .models = IsFor(kVertexProcessing, "builtin.pointsize.execution-model",
                     "3.2.20", "VUID-PointSize-PointSize-04314"),
     .storage =
         IsInVulkan(Direction::kEither, "builtin.pointsize.storage-class",
                    "3.2.20", "VUID-PointSize-PointSize-04316"),
     .type =
         OrArrayOf(HasType(type::kFloat32, "builtin.pointsize.type", "3.2.20",
                           "VUID-PointSize-PointSize-04317", kInVulkan),
                   Arrayed::kWhereUsed)},
    {.builtin = BuiltIn::kClipDistance,
     .models =
         IsFor(kGraphics, "builtin.clipdistance.execution-model", "3.2.20",
               "VUID-ClipDistance-ClipDistance-04187", kInVulkan),
     .storage =
         IsInVulkan(Direction::kEither, "builtin.clipdistance.storage-class",
                    "3.2.20", "VUID-ClipDistance-ClipDistance-04190"),
     .type = OrArrayOf(
         HasType(type::kFloat32Array, "builtin.clipdistance.type", "3.2.20",
                 "VUID-ClipDistance-ClipDistance-04191", kInVulkan),
         Arrayed::kWhereUsed)},
    {.builtin = BuiltIn::kCullDistance,
     .models =
         IsFor(kGraphics, "builtin.culldistance.execution-model", "3.2.20",
               "VUID-CullDistance-CullDistance-04196", kInVulkan),
     .storage =
         IsInVulkan(Direction::kEither, "builtin.culldistance.storage-class",
                    "3.2.20", "VUID-CullDistance-CullDistance-04199"),
     .type = OrArrayOf(
         HasType(type::kFloat32Array, "builtin.culldistance.type", "3.2.20",
                 "VUID-CullDistance-CullDistance-04200", kInVulkan),
         Arrayed::kWhereUsed)},
    {.builtin = BuiltIn::kVertexId,
     .models = IsFor(kVertex, "builtin.vertexid.execution-model", "3.2.20", ""),
     .storage =
         Is(Direction::kInput, "builtin.vertexid.storage-class", "3.2.20", "")},
    {.builtin = BuiltIn::kInstanceId,
     .models = Narrower(
         kHit,
         IsFor(kVertexOrHit, "builtin.instanceid.execution-model",
               "SPV_KHR_ray_tracing", "VUID-InstanceId-InstanceId-04254")),
     .storage = Is(Direction::kInput, "builtin.instanceid.storage-class",
                   "3.2.20", "VUID-InstanceId-InstanceId-04255"),
     .type =
         HasType(type::kInt32, "builtin.instanceid.type", "SPV_KHR_ray_tracing",
                 "VUID-InstanceId-InstanceId-04256", kInVulkan)},
    {.builtin = BuiltIn::kVertexIndex,
     .models = IsFor(kVertex, "builtin.vertexindex.execution-model", "3.2.20",
                     "VUID-VertexIndex-VertexIndex-04398", kInVulkan),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.vertexindex.storage-class",
                    "3.2.20", "VUID-VertexIndex-VertexIndex-04399"),
     .type = HasType(type::kInt32, "builtin.vertexindex.type", "3.2.20",
                     "VUID-VertexIndex-VertexIndex-04400", kInVulkan)},
    {.builtin = BuiltIn::kInstanceIndex,
     .models = IsFor(kVertex, "builtin.instanceindex.execution-model", "3.2.20",
                     "VUID-InstanceIndex-InstanceIndex-04263", kInVulkan),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.instanceindex.storage-class",
                    "3.2.20", "VUID-InstanceIndex-InstanceIndex-04264"),
     .type = HasType(type::kInt32, "builtin.instanceindex.type", "3.2.20",
                     "VUID-InstanceIndex-InstanceIndex-04265", kInVulkan)},
    {.builtin = BuiltIn::kBaseVertex,
     .models = IsFor(kVertex, "builtin.basevertex.execution-model", "3.2.20",
                     "VUID-BaseVertex-BaseVertex-04184", kInVulkan),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.basevertex.storage-class",
                    "3.2.20", "VUID-BaseVertex-BaseVertex-04185"),
     .type = HasType(type::kInt32, "builtin.basevertex.type", "3.2.20",
                     "VUID-BaseVertex-BaseVertex-04186", kInVulkan)},
    {.builtin = BuiltIn::kBaseInstance,
     .models = IsFor(kVertex, "builtin.baseinstance.execution-model", "3.2.20",
                     "VUID-BaseInstance-BaseInstance-04181", kInVulkan),
     .storage =
         IsInVulkan(Direction::kInput, "builtin.baseinstance.storage-class",
                    "3.2.20", "VUID-BaseInstance-BaseInstance-04182"),
     .type = HasType(type::kInt32, "builtin.baseinstance.type", "3.2.20",
                     "VUID-BaseInstance-BaseInstance-04183", kInVulkan)},
    {.builtin = BuiltIn::kDrawIndex,
     .models = IsFor(kDrawn, "builtin.drawindex.execution-model", "3.2.20",
                     "VUID-DrawIndex-DrawIndex-04207", kInVulkan),
     .storage = IsInVulkan(Direction::kInput, "builtin.drawindex.storage-class",
                           "3.2.20", "VUID-DrawIndex-DrawIndex-04208"),
     .type = HasType(type::kInt32, "builtin.drawindex.type", "3.2.20",
                     "VUID-DrawIndex-DrawIndex-04209", kInVulkan)},
    {.builtin = BuiltIn::kDeviceIndex,
     .storage = Is(Direction::kInput, "builtin.deviceindex.storage-class",
                   "3.2.20", "VUID-DeviceIndex-DeviceIndex-04205"),
     .type = HasType(type::kInt32, "builtin.deviceindex.type", "3.2.20",
                     "VUID-DeviceIndex-DeviceIndex-04206", kInVulkan)},
    {.builtin = BuiltIn::kViewIndex,
     .models = IsFor(kViewed, "builtin.viewindex.execution-model", "3.2.20",
                     "VUID-ViewIndex-ViewIndex-04401", kInVulkan),
     .storage = Is(Direction::kInput, "builtin.viewindex.storage-class",
                   "3.2.20", "VUID-ViewIndex-ViewIndex-04402"),
     .type = HasType(type::kInt32, "builtin.viewindex.type", "3.2.20",
                     "VUID-ViewIndex-ViewIndex-04403", kInVulkan)},
    {.builtin = BuiltIn::kPrimitiveId,
     .models = IsFor(kPrimitives, "builtin.primitiveid.execution-model",
                     "3.2.20", "VUID-PrimitiveId-PrimitiveId-04330", kInVulkan),
     .storage =
         IsInVulkan(Direction::kEither, "builtin.primitiveid.storage-class",
                    "3.2.20", "VUID-PrimitiveId-PrimitiveId-04335"),
     .type =
         OrArrayOf(HasType(type::kInt32, "builtin.primitiveid.type", "3.2.20",
                           "VUID-PrimitiveId-PrimitiveId-04337", kInVulkan))},
    {.builtin = BuiltIn::kInvocationId,
     .models = IsFor(kInvoked, "builtin.invocationid.execution-model", "3.2.20",
                     "VUID-InvocationId-InvocationId-04257"),
     .storage = Is(Direction::kInput, "builtin.invocationid.storage-class",
                   "3.2.20", "VUID-InvocationId-InvocationId-04258"),
     .type = HasType(type::kInt32, "builtin.invocationid.type", "3.2.20",
                     "VUID-InvocationId-InvocationId-04259", kInVulkan)},
    {.builtin = BuiltIn::kLayer,
     .models =
         Narrower(kLayered, IsFor(kGraphics, "builtin.layer.execution-model",
                                  "3.2.20", "VUID-Layer-Layer-04272")),
     .type = OrArrayOf(HasType(type::kInt32, "builtin.layer.type", "3.2.20",
                               "VUID-Layer-Layer-04276", kInVulkan))},
    {.builtin = BuiltIn::kViewportIndex,
     .models = Narrower(
         kLayered, IsFor(kGraphics, "builtin.viewportindex.execution-model",
                         "3.2.20", "VUID-ViewportIndex-ViewportIndex-04404")),
     .type = OrArrayOf(
         HasType(type::kInt32, "builtin.viewportindex.type", "3.2.20",
                 "VUID-ViewportIndex-ViewportIndex-04408", kInVulkan))},
    {.builtin = BuiltIn::kTessLevelOuter,
     .models =
         IsFor(kTessellation, "builtin.tesslevelouter.execution-model",
               "3.2.20", "VUID-TessLevelOuter-TessLevelOuter-04390", kInVulkan),
     .type = HasType(kFourFloat32, "builtin.tesslevelouter.type", "3.2.20",
                     "VUID-TessLevelOuter-TessLevelOuter-04393", kInVulkan)},
    {.builtin = BuiltIn::kTessLevelInner,
     .models =
         IsFor(kTessellation, "builtin.tesslevelinner.execution-model",
               "3.2.20", "VUID-TessLevelInner-TessLevelInner-04394", kInVulkan),
     .type = HasType(kTwoFloat32, "builtin.tesslevelinner.type", "3.2.20",
                     "VUID-TessLevelInner-TessLevelInner-04397", kInVulkan)},
    {.builtin = BuiltIn::kTessCoord,
     .models =
         IsFor(kTessellationEvaluation, "builtin.tesscoord.execution-model",
               "3.2.20", "VUID-TessCoord-TessCoord-04387"),
     .storage = Is(Direction::kInput, "builtin.tesscoord.storage-class",
                   "3.2.20", "VUID-TessCoord-TessCoord-04388"),
     .type = HasType(type::kFloat32x3, "builtin.tesscoord.type", "3.2.20",
                     "VUID-TessCoord-TessCoord-04389", kInVulkan)},
    {.builtin = BuiltIn::kPatchVertices,
     .models = IsFor(kTessellation, "builtin.patchvertices.execution-model",
                     "3.2.20", "VUID-PatchVertices-PatchVertices-04308"),
     .storage = Is(Direction::kInput, "builtin.patchvertices.storage-class",
                   "3.2.20", "VUID-PatchVertices-PatchVertices-04309"),
     .type = HasType(type::kInt32, "builtin.patchvertices.type", "3.2.20",
                     "VUID-PatchVertices-PatchVertices-04310", kInVulkan)},
    {.builtin = BuiltIn::kPrimitiveShadingRateKHR,
     .models = Also(
         "builtin.primitiveshadingratekhr.execution-model-mesh-nv",
         IsFor(kRated, "builtin.primitiveshadingratekhr.execution-model",
               "SPV_EXT_mesh_shader",
               "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04484")),
     .storage =
         Is(Direction::kOutput, "builtin.primitiveshadingratekhr.storage-class",
            "SPV_KHR_fragment_shading_rate",
            "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04485"),
     .type = OrArrayOf(
         HasType(type::kInt32, "builtin.primitiveshadingratekhr.type",
                 "SPV_EXT_mesh_shader",
                 "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04486",
                 kInVulkan))},
};

constexpr auto kRules = RulesOf(kRows, ModelRuleOf, StorageRuleOf, TypeRuleOf);

}  // namespace

constinit const absl::Span<const BuiltInRow> kVertexRows = kRows;

extern constinit const Family kVertexBuiltins = {.rules = kRules.rules()};

}  // namespace plumb
