// Built-ins whose storage class depends on the execution model (section 3.2.20,
// and extensions).
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_row.h"

namespace plumb {
namespace {

using builtin_models::kFragment;
using builtin_models::kTessellationEvaluation;
using builtin_models::kVertex;
using builtin_models::kVertexProcessing;

constexpr Models kVertexOrMesh = {
    kMeshModels | ModelSet{ExecutionModel::kVertex}, "vertex and mesh shaders"};
constexpr Models kTessellationControl = {{ExecutionModel::kTessellationControl},
                                         "tessellation control shaders"};
constexpr Models kPrimitiveReaders = {
    {ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation, ExecutionModel::kFragment,
     ExecutionModel::kIntersectionKHR, ExecutionModel::kAnyHitKHR,
     ExecutionModel::kClosestHitKHR},
    "tessellation, fragment, intersection, any-hit and closest hit shaders"};
constexpr Models kMesh = {kMeshModels, "mesh shaders"};
constexpr Models kVertexOrMeshNv = {
    {ExecutionModel::kVertex, ExecutionModel::kMeshNV},
    "vertex and MeshNV shaders"};

constexpr DirectionRow kRows[] = {
    {BuiltIn::kClipDistance, kVertexOrMesh, Direction::kOutput,
     "builtin.clipdistance.vertex-output", "3.2.20",
     "VUID-ClipDistance-ClipDistance-04188", kInVulkan},
    {BuiltIn::kClipDistance, kFragment, Direction::kInput,
     "builtin.clipdistance.fragment-input", "3.2.20",
     "VUID-ClipDistance-ClipDistance-04189", kInVulkan},
    {BuiltIn::kCullDistance, kVertexOrMesh, Direction::kOutput,
     "builtin.culldistance.vertex-output", "3.2.20",
     "VUID-CullDistance-CullDistance-04197", kInVulkan},
    {BuiltIn::kCullDistance, kFragment, Direction::kInput,
     "builtin.culldistance.fragment-input", "3.2.20",
     "VUID-CullDistance-CullDistance-04198", kInVulkan},
    {BuiltIn::kPosition, kVertexOrMesh, Direction::kOutput,
     "builtin.position.vertex-output", "3.2.20", "VUID-Position-Position-04319",
     kInVulkan},
    {BuiltIn::kPointSize, kVertexOrMesh, Direction::kOutput,
     "builtin.pointsize.vertex-output", "3.2.20",
     "VUID-PointSize-PointSize-04315", kInVulkan},
    {BuiltIn::kPrimitiveId, kPrimitiveReaders, Direction::kInput,
     "builtin.primitiveid.input", "3.2.20",
     "VUID-PrimitiveId-PrimitiveId-04334", kInVulkan},
    {BuiltIn::kPrimitiveId, kMesh, Direction::kOutput,
     "builtin.primitiveid.mesh-output", "3.2.20",
     "VUID-PrimitiveId-PrimitiveId-04336", kInVulkan},
    {BuiltIn::kLayer, kVertexProcessing, Direction::kOutput,
     "builtin.layer.direction", "3.2.20", "VUID-Layer-Layer-04274"},
    {BuiltIn::kLayer, kFragment, Direction::kInput,
     "builtin.layer.fragment-input", "3.2.20", "VUID-Layer-Layer-04275"},
    {BuiltIn::kViewportIndex, kVertexProcessing, Direction::kOutput,
     "builtin.viewportindex.direction", "3.2.20",
     "VUID-ViewportIndex-ViewportIndex-04406"},
    {BuiltIn::kViewportIndex, kFragment, Direction::kInput,
     "builtin.viewportindex.fragment-input", "3.2.20",
     "VUID-ViewportIndex-ViewportIndex-04407"},
    {BuiltIn::kTessLevelOuter, kTessellationControl, Direction::kOutput,
     "builtin.tesslevelouter.control-output", "3.2.20",
     "VUID-TessLevelOuter-TessLevelOuter-04391", kInVulkan},
    {BuiltIn::kTessLevelOuter, kTessellationEvaluation, Direction::kInput,
     "builtin.tesslevelouter.evaluation-input", "3.2.20",
     "VUID-TessLevelOuter-TessLevelOuter-04392", kInVulkan},
    {BuiltIn::kTessLevelInner, kTessellationControl, Direction::kOutput,
     "builtin.tesslevelinner.control-output", "3.2.20",
     "VUID-TessLevelInner-TessLevelInner-04395", kInVulkan},
    {BuiltIn::kTessLevelInner, kTessellationEvaluation, Direction::kInput,
     "builtin.tesslevelinner.evaluation-input", "3.2.20",
     "VUID-TessLevelInner-TessLevelInner-04396", kInVulkan},
    {BuiltIn::kPositionPerViewNV, kVertexOrMeshNv, Direction::kOutput,
     "builtin.positionperviewnv.direction",
     "SPV_NVX_multiview_per_view_attributes",
     "VUID-PositionPerViewNV-PositionPerViewNV-04323"},
    {BuiltIn::kSecondaryPositionNV, kVertex, Direction::kOutput,
     "builtin.secondarypositionnv.direction", "SPV_NV_stereo_view_rendering",
     ""},
};

constexpr auto kRules = RulesOf(kRows, &DirectionRow::rule);

}  // namespace

constinit const absl::Span<const DirectionRow> kDirectionRows = kRows;

extern constinit const Family kBuiltinDirections(kRules);

}  // namespace plumb
