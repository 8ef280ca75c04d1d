// Which execution models an execution mode is for (section 3.2.5): a table.
//
// All entry points that share a function share its modes, so a mode must suit
// each of them.  Modes that have no row suit every model.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

// Models that modes are for, and how messages call them.
struct Models {
  ModelSet set;
  absl::string_view name;
};
constexpr Models kFragment = {ExecutionModel::kFragment, "Fragment"};
constexpr Models kGeometry = {ExecutionModel::kGeometry, "Geometry"};
constexpr Models kCompute = {ExecutionModel::kGLCompute, "GLCompute"};
constexpr Models kKernel = {ExecutionModel::kKernel, "Kernel"};
constexpr Models kTessellation = {
    {ExecutionModel::kTessellationControl,
     ExecutionModel::kTessellationEvaluation},
    "TessellationControl or TessellationEvaluation"};
constexpr Models kMesh = {{ExecutionModel::kMeshNV, ExecutionModel::kMeshEXT},
                          "MeshEXT or MeshNV"};
constexpr Models kWorkgroups = {
    kCompute.set | kKernel.set | kMesh.set |
        ModelSet{ExecutionModel::kTaskNV, ExecutionModel::kTaskEXT},
    "GLCompute, Kernel, or a task or mesh model"};
constexpr Models kTriangles = {
    kGeometry.set | kTessellation.set,
    "Geometry, TessellationControl or TessellationEvaluation"};
constexpr Models kVertices = {
    kTriangles.set | kMesh.set,
    "Geometry, TessellationControl, TessellationEvaluation or a mesh model"};
constexpr Models kPoints = {kGeometry.set | kMesh.set,
                            "Geometry or a mesh model"};

constexpr Rule ModelRule(absl::string_view id) {
  return {id, "3.2.5",
          "{0} is an execution mode for {2}, but the execution model is {1}"};
}

struct ModeModels {
  ExecutionMode mode;
  const Models& models;
  // Without an id: the rule that modes of extensions share.
  Rule rule = {};
};

// In the order of the values.
constexpr ModeModels kModes[] = {
    {ExecutionMode::kInvocations, kGeometry,
     ModelRule("mode.invocations.execution-model")},
    {ExecutionMode::kSpacingEqual, kTessellation,
     ModelRule("mode.spacingequal.execution-model")},
    {ExecutionMode::kSpacingFractionalEven, kTessellation,
     ModelRule("mode.spacingfractionaleven.execution-model")},
    {ExecutionMode::kSpacingFractionalOdd, kTessellation,
     ModelRule("mode.spacingfractionalodd.execution-model")},
    {ExecutionMode::kVertexOrderCw, kTessellation,
     ModelRule("mode.vertexordercw.execution-model")},
    {ExecutionMode::kVertexOrderCcw, kTessellation,
     ModelRule("mode.vertexorderccw.execution-model")},
    {ExecutionMode::kPixelCenterInteger, kFragment,
     ModelRule("mode.pixelcenterinteger.execution-model")},
    {ExecutionMode::kOriginUpperLeft, kFragment,
     ModelRule("mode.originupperleft.execution-model")},
    {ExecutionMode::kOriginLowerLeft, kFragment,
     ModelRule("mode.originlowerleft.execution-model")},
    {ExecutionMode::kEarlyFragmentTests, kFragment,
     ModelRule("mode.earlyfragmenttests.execution-model")},
    {ExecutionMode::kPointMode, kTessellation,
     ModelRule("mode.pointmode.execution-model")},
    {ExecutionMode::kDepthReplacing, kFragment,
     ModelRule("mode.depthreplacing.execution-model")},
    {ExecutionMode::kDepthGreater, kFragment,
     ModelRule("mode.depthgreater.execution-model")},
    {ExecutionMode::kDepthLess, kFragment,
     ModelRule("mode.depthless.execution-model")},
    {ExecutionMode::kDepthUnchanged, kFragment,
     ModelRule("mode.depthunchanged.execution-model")},
    {ExecutionMode::kLocalSize, kWorkgroups,
     ModelRule("mode.localsize.execution-model")},
    {ExecutionMode::kLocalSizeHint, kKernel,
     ModelRule("mode.localsizehint.execution-model")},
    {ExecutionMode::kInputPoints, kGeometry,
     ModelRule("mode.inputpoints.execution-model")},
    {ExecutionMode::kInputLines, kGeometry,
     ModelRule("mode.inputlines.execution-model")},
    {ExecutionMode::kInputLinesAdjacency, kGeometry,
     ModelRule("mode.inputlinesadjacency.execution-model")},
    {ExecutionMode::kTriangles, kTriangles,
     ModelRule("mode.triangles.execution-model")},
    {ExecutionMode::kInputTrianglesAdjacency, kGeometry,
     ModelRule("mode.inputtrianglesadjacency.execution-model")},
    {ExecutionMode::kQuads, kTessellation,
     ModelRule("mode.quads.execution-model")},
    {ExecutionMode::kIsolines, kTessellation,
     ModelRule("mode.isolines.execution-model")},
    {ExecutionMode::kOutputVertices, kVertices,
     ModelRule("mode.outputvertices.execution-model")},
    {ExecutionMode::kOutputPoints, kPoints,
     ModelRule("mode.outputpoints.execution-model")},
    {ExecutionMode::kOutputLineStrip, kGeometry,
     ModelRule("mode.outputlinestrip.execution-model")},
    {ExecutionMode::kOutputTriangleStrip, kGeometry,
     ModelRule("mode.outputtrianglestrip.execution-model")},
    {ExecutionMode::kVecTypeHint, kKernel,
     ModelRule("mode.vectypehint.execution-model")},
    {ExecutionMode::kContractionOff, kKernel,
     ModelRule("mode.contractionoff.execution-model")},
    {ExecutionMode::kLocalSizeId, kWorkgroups,
     ModelRule("mode.localsizeid.execution-model")},
    {ExecutionMode::kLocalSizeHintId, kKernel,
     ModelRule("mode.localsizehintid.execution-model")},
    {ExecutionMode::kNonCoherentColorAttachmentReadEXT, kFragment},
    {ExecutionMode::kNonCoherentDepthAttachmentReadEXT, kFragment},
    {ExecutionMode::kNonCoherentStencilAttachmentReadEXT, kFragment},
    {ExecutionMode::kPostDepthCoverage, kFragment},
    {ExecutionMode::kNonCoherentTileAttachmentReadQCOM, kFragment},
    {ExecutionMode::kTileShadingRateQCOM, kCompute},
    {ExecutionMode::kEarlyAndLateFragmentTestsAMD, kFragment},
    {ExecutionMode::kStencilRefReplacingEXT, kFragment},
    {ExecutionMode::kStencilRefUnchangedFrontAMD, kFragment},
    {ExecutionMode::kStencilRefGreaterFrontAMD, kFragment},
    {ExecutionMode::kStencilRefLessFrontAMD, kFragment},
    {ExecutionMode::kStencilRefUnchangedBackAMD, kFragment},
    {ExecutionMode::kStencilRefGreaterBackAMD, kFragment},
    {ExecutionMode::kStencilRefLessBackAMD, kFragment},
    {ExecutionMode::kQuadDerivativesKHR, kFragment},
    {ExecutionMode::kRequireFullQuadsKHR, kFragment},
    {ExecutionMode::kOutputLinesEXT, kMesh},
    {ExecutionMode::kOutputPrimitivesEXT, kMesh},
    {ExecutionMode::kOutputTrianglesEXT, kMesh},
    {ExecutionMode::kPixelInterlockOrderedEXT, kFragment},
    {ExecutionMode::kPixelInterlockUnorderedEXT, kFragment},
    {ExecutionMode::kSampleInterlockOrderedEXT, kFragment},
    {ExecutionMode::kSampleInterlockUnorderedEXT, kFragment},
    {ExecutionMode::kShadingRateInterlockOrderedEXT, kFragment},
    {ExecutionMode::kShadingRateInterlockUnorderedEXT, kFragment},
};
static_assert(std::is_sorted(std::begin(kModes), std::end(kModes),
                             [](const ModeModels& a, const ModeModels& b) {
                               return a.mode < b.mode;
                             }));

constexpr grammar::Op kEntryPointOps[] = {grammar::Op::kEntryPoint};

constexpr RuleTable R({
    ReliesOn(kEntryPointOps,
             Malformed({"mode.executionmode.target-is-entry-point", "3.3.5",
                        "{0} is not an entry point"})),
    {"mode.originlowerleft.environment", "3.2.5",
     "OriginLowerLeft is not allowed in Vulkan",
     "VUID-StandaloneSpirv-OriginLowerLeft-04653", Severity::kError, kInVulkan},
    {"mode.pixelcenterinteger.environment", "3.2.5",
     "PixelCenterInteger is not allowed in Vulkan",
     "VUID-StandaloneSpirv-PixelCenterInteger-04654", Severity::kError,
     kInVulkan},
    ModelRule("mode.extension.execution-model"),
});
constexpr auto kRules = Join(RulesOf(kModes, &ModeModels::rule), RulesOf(R));

const ModeModels* Find(ExecutionMode mode) {
  const ModeModels* row = std::lower_bound(
      std::begin(kModes), std::end(kModes), mode,
      [](const ModeModels& a, ExecutionMode m) { return a.mode < m; });
  return row != std::end(kModes) && row->mode == mode ? row : nullptr;
}

void CheckMode(ModuleContext& context, const EntryFunction& entry,
               const ExecutionModeRow& mode) {
  const Place place = Place::At(mode.at, operand::ExecutionMode::kMode);
  if (entry.entry_points.empty()) {
    const InstIndex def = context.module().def(entry.function);
    if (def == kNoInst) return;
    context
        .Report(R("mode.executionmode.target-is-entry-point"),
                Place::At(mode.at, operand::ExecutionMode::kEntryPoint),
                {entry.function})
        .Note("it is defined here", Place::At(def));
    return;
  }
  const ModeModels* row = Find(mode.mode);
  if (row != nullptr && entry.models.Intersects(~row->models.set)) {
    const EntryPointRow* wrong = entry.FindEntryPoint(~row->models.set);
    context
        .Report(row->rule.id.empty() ? R("mode.extension.execution-model")
                                     : row->rule,
                place,
                {Arg::Enumerant(Kind::kExecutionMode, mode.mode),
                 Arg::Enumerant(Kind::kExecutionModel, wrong->model),
                 row->models.name})
        .Note("the entry point is declared here", Place::At(wrong->at));
  } else if (mode.mode == ExecutionMode::kOriginLowerLeft) {
    context.Report(R("mode.originlowerleft.environment"), place);
  } else if (mode.mode == ExecutionMode::kPixelCenterInteger) {
    context.Report(R("mode.pixelcenterinteger.environment"), place);
  }
}

void CheckModels(ModuleContext& context) {
  for (const EntryFunction& entry : context.entry_points().functions()) {
    for (const ExecutionModeRow& mode : entry.modes) {
      CheckMode(context, entry, mode);
    }
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckModels}};

}  // namespace

extern constinit const Family kModeModels = {
    .rules = kRules.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
