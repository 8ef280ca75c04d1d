// Which execution models an execution mode is for (section 3.6): a table.
//
// All entry points that share a function share its modes, so a mode must suit
// each of them.  Modes that have no row suit every model.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "core/module.h"
#include "validate/analysis/entry_modes.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::ExecutionMode;
using grammar::ExecutionModel;
using grammar::Kind;

constexpr ModelSet kFragment = ExecutionModel::kFragment;
constexpr ModelSet kGeometry = ExecutionModel::kGeometry;
constexpr ModelSet kCompute = ExecutionModel::kGLCompute;
constexpr ModelSet kKernel = ExecutionModel::kKernel;
constexpr ModelSet kTessellation = {ExecutionModel::kTessellationControl,
                                    ExecutionModel::kTessellationEvaluation};
constexpr ModelSet kMesh = {ExecutionModel::kMeshNV, ExecutionModel::kMeshEXT};
constexpr ModelSet kTask = {ExecutionModel::kTaskNV, ExecutionModel::kTaskEXT};
constexpr ModelSet kWorkgroups = kCompute | kKernel | kTask | kMesh;
constexpr ModelSet kTriangles = kGeometry | kTessellation;
constexpr ModelSet kVertices = kGeometry | kTessellation | kMesh;
constexpr ModelSet kPoints = kGeometry | kMesh;

constexpr absl::string_view kText =
    "{0} is an execution mode for {2}, but the execution model is {1}";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr grammar::Op kEntryPointOps[] = {grammar::Op::kEntryPoint};

constexpr RuleTable R({
    ReliesOn(kEntryPointOps,
             Malformed({"mode.executionmode.target-is-entry-point", "3.32.5",
                        "{0} is no entry point"})),
    {"mode.originlowerleft.environment", "3.6",
     "OriginLowerLeft is not allowed in Vulkan",
     "VUID-StandaloneSpirv-OriginLowerLeft-04653", Severity::kError, kVulkan},
    {"mode.pixelcenterinteger.environment", "3.6",
     "PixelCenterInteger is not allowed in Vulkan",
     "VUID-StandaloneSpirv-PixelCenterInteger-04654", Severity::kError,
     kVulkan},
    // Modes that extensions add.
    {"mode.extension.execution-model", "3.6", kText},
    {"mode.invocations.execution-model", "3.6", kText},
    {"mode.spacingequal.execution-model", "3.6", kText},
    {"mode.spacingfractionaleven.execution-model", "3.6", kText},
    {"mode.spacingfractionalodd.execution-model", "3.6", kText},
    {"mode.vertexordercw.execution-model", "3.6", kText},
    {"mode.vertexorderccw.execution-model", "3.6", kText},
    {"mode.pixelcenterinteger.execution-model", "3.6", kText},
    {"mode.originupperleft.execution-model", "3.6", kText},
    {"mode.originlowerleft.execution-model", "3.6", kText},
    {"mode.earlyfragmenttests.execution-model", "3.6", kText},
    {"mode.pointmode.execution-model", "3.6", kText},
    {"mode.depthreplacing.execution-model", "3.6", kText},
    {"mode.depthgreater.execution-model", "3.6", kText},
    {"mode.depthless.execution-model", "3.6", kText},
    {"mode.depthunchanged.execution-model", "3.6", kText},
    {"mode.localsize.execution-model", "3.6", kText},
    {"mode.localsizehint.execution-model", "3.6", kText},
    {"mode.inputpoints.execution-model", "3.6", kText},
    {"mode.inputlines.execution-model", "3.6", kText},
    {"mode.inputlinesadjacency.execution-model", "3.6", kText},
    {"mode.triangles.execution-model", "3.6", kText},
    {"mode.inputtrianglesadjacency.execution-model", "3.6", kText},
    {"mode.quads.execution-model", "3.6", kText},
    {"mode.isolines.execution-model", "3.6", kText},
    {"mode.outputvertices.execution-model", "3.6", kText},
    {"mode.outputpoints.execution-model", "3.6", kText},
    {"mode.outputlinestrip.execution-model", "3.6", kText},
    {"mode.outputtrianglestrip.execution-model", "3.6", kText},
    {"mode.vectypehint.execution-model", "3.6", kText},
    {"mode.contractionoff.execution-model", "3.6", kText},
    {"mode.localsizeid.execution-model", "3.6", kText},
    {"mode.localsizehintid.execution-model", "3.6", kText},
});

struct ModeModels {
  ExecutionMode mode;
  ModelSet models;
  const Rule* rule;
};

// In the order of the values.
constexpr ModeModels kModeModels[] = {
    {ExecutionMode::kInvocations, kGeometry,
     &R("mode.invocations.execution-model")},
    {ExecutionMode::kSpacingEqual, kTessellation,
     &R("mode.spacingequal.execution-model")},
    {ExecutionMode::kSpacingFractionalEven, kTessellation,
     &R("mode.spacingfractionaleven.execution-model")},
    {ExecutionMode::kSpacingFractionalOdd, kTessellation,
     &R("mode.spacingfractionalodd.execution-model")},
    {ExecutionMode::kVertexOrderCw, kTessellation,
     &R("mode.vertexordercw.execution-model")},
    {ExecutionMode::kVertexOrderCcw, kTessellation,
     &R("mode.vertexorderccw.execution-model")},
    {ExecutionMode::kPixelCenterInteger, kFragment,
     &R("mode.pixelcenterinteger.execution-model")},
    {ExecutionMode::kOriginUpperLeft, kFragment,
     &R("mode.originupperleft.execution-model")},
    {ExecutionMode::kOriginLowerLeft, kFragment,
     &R("mode.originlowerleft.execution-model")},
    {ExecutionMode::kEarlyFragmentTests, kFragment,
     &R("mode.earlyfragmenttests.execution-model")},
    {ExecutionMode::kPointMode, kTessellation,
     &R("mode.pointmode.execution-model")},
    {ExecutionMode::kDepthReplacing, kFragment,
     &R("mode.depthreplacing.execution-model")},
    {ExecutionMode::kDepthGreater, kFragment,
     &R("mode.depthgreater.execution-model")},
    {ExecutionMode::kDepthLess, kFragment,
     &R("mode.depthless.execution-model")},
    {ExecutionMode::kDepthUnchanged, kFragment,
     &R("mode.depthunchanged.execution-model")},
    {ExecutionMode::kLocalSize, kWorkgroups,
     &R("mode.localsize.execution-model")},
    {ExecutionMode::kLocalSizeHint, kKernel,
     &R("mode.localsizehint.execution-model")},
    {ExecutionMode::kInputPoints, kGeometry,
     &R("mode.inputpoints.execution-model")},
    {ExecutionMode::kInputLines, kGeometry,
     &R("mode.inputlines.execution-model")},
    {ExecutionMode::kInputLinesAdjacency, kGeometry,
     &R("mode.inputlinesadjacency.execution-model")},
    {ExecutionMode::kTriangles, kTriangles,
     &R("mode.triangles.execution-model")},
    {ExecutionMode::kInputTrianglesAdjacency, kGeometry,
     &R("mode.inputtrianglesadjacency.execution-model")},
    {ExecutionMode::kQuads, kTessellation, &R("mode.quads.execution-model")},
    {ExecutionMode::kIsolines, kTessellation,
     &R("mode.isolines.execution-model")},
    {ExecutionMode::kOutputVertices, kVertices,
     &R("mode.outputvertices.execution-model")},
    {ExecutionMode::kOutputPoints, kPoints,
     &R("mode.outputpoints.execution-model")},
    {ExecutionMode::kOutputLineStrip, kGeometry,
     &R("mode.outputlinestrip.execution-model")},
    {ExecutionMode::kOutputTriangleStrip, kGeometry,
     &R("mode.outputtrianglestrip.execution-model")},
    {ExecutionMode::kVecTypeHint, kKernel,
     &R("mode.vectypehint.execution-model")},
    {ExecutionMode::kContractionOff, kKernel,
     &R("mode.contractionoff.execution-model")},
    {ExecutionMode::kLocalSizeId, kWorkgroups,
     &R("mode.localsizeid.execution-model")},
    {ExecutionMode::kLocalSizeHintId, kKernel,
     &R("mode.localsizehintid.execution-model")},
    {ExecutionMode::kNonCoherentColorAttachmentReadEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kNonCoherentDepthAttachmentReadEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kNonCoherentStencilAttachmentReadEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kPostDepthCoverage, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kNonCoherentTileAttachmentReadQCOM, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kTileShadingRateQCOM, kCompute,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kEarlyAndLateFragmentTestsAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefReplacingEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefUnchangedFrontAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefGreaterFrontAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefLessFrontAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefUnchangedBackAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefGreaterBackAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kStencilRefLessBackAMD, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kQuadDerivativesKHR, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kRequireFullQuadsKHR, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kOutputLinesEXT, kMesh,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kOutputPrimitivesEXT, kMesh,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kOutputTrianglesEXT, kMesh,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kPixelInterlockOrderedEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kPixelInterlockUnorderedEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kSampleInterlockOrderedEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kSampleInterlockUnorderedEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kShadingRateInterlockOrderedEXT, kFragment,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kShadingRateInterlockUnorderedEXT, kFragment,
     &R("mode.extension.execution-model")},
};
static_assert(std::is_sorted(std::begin(kModeModels), std::end(kModeModels),
                             [](const ModeModels& a, const ModeModels& b) {
                               return a.mode < b.mode;
                             }));

// The models of a row, for a message.
absl::string_view Describe(ModelSet models) {
  switch (models.bits()) {
    case kFragment.bits():
      return "Fragment";
    case kTessellation.bits():
      return "TessellationControl or TessellationEvaluation";
    case kGeometry.bits():
      return "Geometry";
    case kKernel.bits():
      return "Kernel";
    case kWorkgroups.bits():
      return "GLCompute or Kernel, or a task or mesh one";
    case kTriangles.bits():
      return "Geometry, TessellationControl or TessellationEvaluation";
    case kVertices.bits():
      return "Geometry, TessellationControl, TessellationEvaluation or a mesh "
             "one";
    case kPoints.bits():
      return "Geometry or a mesh one";
    case kMesh.bits():
      return "MeshEXT or MeshNV";
    case kCompute.bits():
      return "GLCompute";
    default:
      return "other models";
  }
}

const ModeModels* Find(ExecutionMode mode) {
  const ModeModels* row = std::lower_bound(
      std::begin(kModeModels), std::end(kModeModels), mode,
      [](const ModeModels& a, ExecutionMode m) { return a.mode < m; });
  return row != std::end(kModeModels) && row->mode == mode ? row : nullptr;
}

void CheckMode(ModuleContext& context, const EntryModes& entry,
               const Mode& mode) {
  if (entry.entries.empty()) {
    const InstIndex def = context.module().def(entry.function);
    if (def == kNoInst) return;
    context
        .Report(R("mode.executionmode.target-is-entry-point"),
                Place::At(mode.at, 0), {entry.function})
        .Note("it is defined here", Place::At(def));
    return;
  }
  const ModeModels* row = Find(mode.mode);
  if (row != nullptr && entry.models.Intersects(~row->models)) {
    const Entry* wrong = entry.FindEntry(~row->models);
    context
        .Report(*row->rule, Place::At(mode.at, 1),
                {Arg::Enumerant(Kind::kExecutionMode,
                                static_cast<uint32_t>(mode.mode)),
                 Arg::Enumerant(Kind::kExecutionModel,
                                static_cast<uint32_t>(wrong->model)),
                 Describe(row->models)})
        .Note("the entry point is declared here", Place::At(wrong->at));
    return;
  }
  if (mode.mode == ExecutionMode::kOriginLowerLeft) {
    context.Report(R("mode.originlowerleft.environment"),
                   Place::At(mode.at, 1));
  } else if (mode.mode == ExecutionMode::kPixelCenterInteger) {
    context.Report(R("mode.pixelcenterinteger.environment"),
                   Place::At(mode.at, 1));
  }
}

void CheckModels(ModuleContext& context) {
  ForEachEntryModes(context.module(), [&](const EntryModes& entry) {
    for (const Mode& mode : entry.modes) CheckMode(context, entry, mode);
  });
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckModels}};

}  // namespace

extern constinit const Family kModeModels = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
