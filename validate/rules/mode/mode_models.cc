// The execution models that each execution mode allows (section 3.2.5), as a
// table.
//
// All entry points that share a function share its modes, so each of them must
// have an allowed model.  Modes without a row allow every model.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <optional>

#include "core/execution_models.h"
#include "core/feature_set.h"
#include "validate/analysis/entry_points.h"
#include "validate/engine/family.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

// The models that modes allow, and their description in messages.
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
constexpr Models kMesh = {kMeshModels, "MeshEXT or MeshNV"};
constexpr Models kWorkgroups = {
    kCompute.set | kKernel.set | kMeshModels | kTaskModels,
    "GLCompute, Kernel, or a task or mesh model"};
constexpr Models kTriangles = {
    kGeometry.set | kTessellation.set,
    "Geometry, TessellationControl or TessellationEvaluation"};
constexpr Models kVertices = {
    kTriangles.set | kMesh.set,
    "Geometry, TessellationControl, TessellationEvaluation or a mesh model"};
constexpr Models kPoints = {kGeometry.set | kMesh.set,
                            "Geometry or a mesh model"};
constexpr Models kComputeOrMesh = {
    {ExecutionModel::kGLCompute, ExecutionModel::kMeshEXT},
    "GLCompute or MeshEXT"};

constexpr char kDerivatives[] = "SPV_NV_compute_shader_derivatives";
constexpr char kEnqueue[] = "SPV_AMDX_shader_enqueue";
constexpr char kQuadControl[] = "SPV_KHR_quad_control";
constexpr char kTileImage[] = "SPV_EXT_shader_tile_image";
constexpr char kTileShading[] = "SPV_QCOM_tile_shading";

constexpr Rule ModelRule(absl::string_view id,
                         absl::string_view section = "3.2.5",
                         absl::string_view vuid = "") {
  return {id, section,
          "execution mode {0} requires execution model {2}, not {1}", vuid};
}

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
    InVulkan("mode.mesh.outputvertices-positive",
             "in Vulkan, a mesh shader must have more than 0 OutputVertices",
             "VUID-StandaloneSpirv-MeshEXT-07330"),
    InVulkan(
        "mode.mesh.outputprimitives-positive",
        "in Vulkan, a mesh shader must have more than 0 OutputPrimitivesEXT",
        "VUID-StandaloneSpirv-MeshEXT-07331"),
    // A rule shared by several modes.
    ModelRule("mode.extension.execution-model"),
    ModelRule("mode.earlyandlatefragmenttestsamd.execution-model",
              "SPV_AMD_shader_early_and_late_fragment_tests"),
    ModelRule("mode.derivativegroup.execution-model",
              "SPV_KHR_compute_shader_derivatives"),
    ModelRule("mode.derivativegroupnv.execution-model", kDerivatives),
    ModelRule("mode.kernelattributes.execution-model",
              "SPV_INTEL_kernel_attributes"),
});

struct ModeModels {
  constexpr ModeModels(ExecutionMode m, const Models& for_models,
                       absl::string_view id,
                       absl::string_view section = "3.2.5",
                       absl::string_view vuid = "")
      : mode(m), models(for_models), rule(ModelRule(id, section, vuid)) {}
  constexpr ModeModels(ExecutionMode m, const Models& for_models,
                       const Rule* shared_rule)
      : mode(m), models(for_models), shared(shared_rule) {}

  const Rule& violated() const { return shared != nullptr ? *shared : rule; }

  ExecutionMode mode;
  const Models& models;
  Rule rule = {};                // for this mode only; without an id: none
  const Rule* shared = nullptr;  // or a rule shared with other modes
};

// Sorted by value.
constexpr ModeModels kModes[] = {
    {ExecutionMode::kInvocations, kGeometry,
     "mode.invocations.execution-model"},
    {ExecutionMode::kSpacingEqual, kTessellation,
     "mode.spacingequal.execution-model"},
    {ExecutionMode::kSpacingFractionalEven, kTessellation,
     "mode.spacingfractionaleven.execution-model"},
    {ExecutionMode::kSpacingFractionalOdd, kTessellation,
     "mode.spacingfractionalodd.execution-model"},
    {ExecutionMode::kVertexOrderCw, kTessellation,
     "mode.vertexordercw.execution-model"},
    {ExecutionMode::kVertexOrderCcw, kTessellation,
     "mode.vertexorderccw.execution-model"},
    {ExecutionMode::kPixelCenterInteger, kFragment,
     "mode.pixelcenterinteger.execution-model"},
    {ExecutionMode::kOriginUpperLeft, kFragment,
     "mode.originupperleft.execution-model"},
    {ExecutionMode::kOriginLowerLeft, kFragment,
     "mode.originlowerleft.execution-model"},
    {ExecutionMode::kEarlyFragmentTests, kFragment,
     "mode.earlyfragmenttests.execution-model"},
    {ExecutionMode::kPointMode, kTessellation,
     "mode.pointmode.execution-model"},
    {ExecutionMode::kDepthReplacing, kFragment,
     "mode.depthreplacing.execution-model"},
    {ExecutionMode::kDepthGreater, kFragment,
     "mode.depthgreater.execution-model"},
    {ExecutionMode::kDepthLess, kFragment, "mode.depthless.execution-model"},
    {ExecutionMode::kDepthUnchanged, kFragment,
     "mode.depthunchanged.execution-model"},
    {ExecutionMode::kLocalSize, kWorkgroups, "mode.localsize.execution-model"},
    {ExecutionMode::kLocalSizeHint, kKernel,
     "mode.localsizehint.execution-model"},
    {ExecutionMode::kInputPoints, kGeometry,
     "mode.inputpoints.execution-model"},
    {ExecutionMode::kInputLines, kGeometry, "mode.inputlines.execution-model"},
    {ExecutionMode::kInputLinesAdjacency, kGeometry,
     "mode.inputlinesadjacency.execution-model"},
    {ExecutionMode::kTriangles, kTriangles, "mode.triangles.execution-model"},
    {ExecutionMode::kInputTrianglesAdjacency, kGeometry,
     "mode.inputtrianglesadjacency.execution-model"},
    {ExecutionMode::kQuads, kTessellation, "mode.quads.execution-model"},
    {ExecutionMode::kIsolines, kTessellation, "mode.isolines.execution-model"},
    {ExecutionMode::kOutputVertices, kVertices,
     "mode.outputvertices.execution-model"},
    {ExecutionMode::kOutputPoints, kPoints,
     "mode.outputpoints.execution-model"},
    {ExecutionMode::kOutputLineStrip, kGeometry,
     "mode.outputlinestrip.execution-model"},
    {ExecutionMode::kOutputTriangleStrip, kGeometry,
     "mode.outputtrianglestrip.execution-model"},
    {ExecutionMode::kVecTypeHint, kKernel, "mode.vectypehint.execution-model"},
    {ExecutionMode::kContractionOff, kKernel,
     "mode.contractionoff.execution-model"},
    {ExecutionMode::kLocalSizeId, kWorkgroups,
     "mode.localsizeid.execution-model"},
    {ExecutionMode::kLocalSizeHintId, kKernel,
     "mode.localsizehintid.execution-model"},
    {ExecutionMode::kNonCoherentColorAttachmentReadEXT, kFragment,
     "mode.noncoherentcolorattachmentreadext.execution-model", kTileImage},
    {ExecutionMode::kNonCoherentDepthAttachmentReadEXT, kFragment,
     "mode.noncoherentdepthattachmentreadext.execution-model", kTileImage},
    {ExecutionMode::kNonCoherentStencilAttachmentReadEXT, kFragment,
     "mode.noncoherentstencilattachmentreadext.execution-model", kTileImage},
    {ExecutionMode::kPostDepthCoverage, kFragment,
     "mode.postdepthcoverage.execution-model", "SPV_KHR_post_depth_coverage"},
    {ExecutionMode::kNonCoherentTileAttachmentReadQCOM, kFragment,
     "mode.noncoherenttileattachmentreadqcom.execution-model", kTileShading,
     "VUID-StandaloneSpirv-Execution-10687"},
    {ExecutionMode::kTileShadingRateQCOM, kCompute,
     "mode.tileshadingrateqcom.execution-model", kTileShading,
     "VUID-StandaloneSpirv-Execution-10688"},
    {ExecutionMode::kEarlyAndLateFragmentTestsAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kStencilRefReplacingEXT, kFragment,
     "mode.stencilrefreplacingext.execution-model",
     "SPV_EXT_shader_stencil_export"},
    {ExecutionMode::kCoalescingAMDX, kCompute,
     "mode.coalescingamdx.execution-model", kEnqueue},
    {ExecutionMode::kIsApiEntryAMDX, kComputeOrMesh,
     "mode.isapientryamdx.execution-model", kEnqueue},
    {ExecutionMode::kStaticNumWorkgroupsAMDX, kComputeOrMesh,
     "mode.staticnumworkgroupsamdx.execution-model", kEnqueue},
    {ExecutionMode::kShaderIndexAMDX, kComputeOrMesh,
     "mode.shaderindexamdx.execution-model", kEnqueue},
    {ExecutionMode::kMaxNumWorkgroupsAMDX, kComputeOrMesh,
     "mode.maxnumworkgroupsamdx.execution-model", kEnqueue},
    {ExecutionMode::kStencilRefUnchangedFrontAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kStencilRefGreaterFrontAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kStencilRefLessFrontAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kStencilRefUnchangedBackAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kStencilRefGreaterBackAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kStencilRefLessBackAMD, kFragment,
     &R("mode.earlyandlatefragmenttestsamd.execution-model")},
    {ExecutionMode::kRequireFullQuadsKHR, kFragment,
     "mode.requirefullquads.execution-model", kQuadControl},
    {ExecutionMode::kOutputLinesEXT, kMesh,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kOutputPrimitivesEXT, kMesh,
     &R("mode.extension.execution-model")},
    {ExecutionMode::kDerivativeGroupQuadsKHR, kWorkgroups,
     &R("mode.derivativegroup.execution-model")},
    {ExecutionMode::kDerivativeGroupLinearKHR, kWorkgroups,
     &R("mode.derivativegroup.execution-model")},
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
    {ExecutionMode::kMaxWorkgroupSizeINTEL, kKernel,
     &R("mode.kernelattributes.execution-model")},
    {ExecutionMode::kMaxWorkDimINTEL, kKernel,
     &R("mode.kernelattributes.execution-model")},
    {ExecutionMode::kNoGlobalOffsetINTEL, kKernel,
     &R("mode.kernelattributes.execution-model")},
    {ExecutionMode::kNumSIMDWorkitemsINTEL, kKernel,
     &R("mode.kernelattributes.execution-model")},
    {ExecutionMode::kSchedulerTargetFmaxMhzINTEL, kKernel,
     &R("mode.kernelattributes.execution-model")},
};
static_assert(std::is_sorted(std::begin(kModes), std::end(kModes),
                             [](const ModeModels& a, const ModeModels& b) {
                               return a.mode < b.mode;
                             }));

constexpr auto kRules = Join(RulesOf(kModes, &ModeModels::rule), RulesOf(R));

const ModeModels* Find(ExecutionMode mode) {
  const ModeModels* row = std::lower_bound(
      std::begin(kModes), std::end(kModes), mode,
      [](const ModeModels& a, ExecutionMode m) { return a.mode < m; });
  return row != std::end(kModes) && row->mode == mode ? row : nullptr;
}

// The models that a mode allows, and the rule that requires them.
struct Restriction {
  const Models& models;
  const Rule& rule;
};

std::optional<Restriction> RestrictionOf(const FeatureSet& features,
                                         ExecutionMode mode) {
  const ModeModels* row = Find(mode);
  if (row == nullptr) return std::nullopt;
  // Initially the extension allowed derivative groups for GLCompute only.
  if (row->shared == &R("mode.derivativegroup.execution-model") &&
      features.Has(Extension::kNvComputeShaderDerivatives) &&
      !features.Has(Extension::kKhrComputeShaderDerivatives)) {
    return Restriction{kCompute, R("mode.derivativegroupnv.execution-model")};
  }
  return Restriction{row->models, row->violated()};
}

// Checks a mode of mesh shaders whose number must not be 0, if it has one.
void CheckMeshOutputs(ModuleContext& context, const ExecutionModeRow& mode) {
  const Place number = Place::At(mode.at, operand::ExecutionMode::kMode + 1);
  if (mode.mode == ExecutionMode::kOutputVertices) {
    context.Report(R("mode.mesh.outputvertices-positive"), number);
  } else if (mode.mode == ExecutionMode::kOutputPrimitivesEXT) {
    context.Report(R("mode.mesh.outputprimitives-positive"), number);
  }
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
  const auto restriction = RestrictionOf(context.features(), mode.mode);
  if (restriction && entry.models.Intersects(~restriction->models.set)) {
    const EntryPointRow* wrong = entry.FindEntryPoint(~restriction->models.set);
    context
        .Report(restriction->rule, place,
                {Arg::Enumerant(Kind::kExecutionMode, mode.mode),
                 Arg::Enumerant(Kind::kExecutionModel, wrong->model),
                 restriction->models.name})
        .Note("the entry point is declared here", Place::At(wrong->at));
  } else if (mode.mode == ExecutionMode::kOriginLowerLeft) {
    context.Report(R("mode.originlowerleft.environment"), place);
  } else if (mode.mode == ExecutionMode::kPixelCenterInteger) {
    context.Report(R("mode.pixelcenterinteger.environment"), place);
  } else if (mode.first_word == 0 &&
             entry.models.Contains(ExecutionModel::kMeshEXT)) {
    CheckMeshOutputs(context, mode);
  }
}

void CheckModels(ModuleContext& context) {
  for (const EntryFunction& entry : context.entry_points().functions()) {
    for (const ExecutionModeRow& mode : entry.modes) {
      CheckMode(context, entry, mode);
    }
  }
}

}  // namespace

extern constinit const Family kModeModels(
    kRules, kModuleCheck<Phase::kSummaries, CheckModels>);

}  // namespace plumb
