// Vulkan's rules for modules with SPV_QCOM_tile_shading: which modes need the
// capability, which stages allow it, and that attachments are not queried.
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_QCOM_tile_shading";
constexpr char kNeedsCapability[] = "{0} requires capability TileShadingQCOM";

constexpr Rule NeedsCapability(absl::string_view id, absl::string_view vuid) {
  return {.id = id,
          .section = kSection,
          .text = kNeedsCapability,
          .vuid = vuid,
          .when = {.envs = kVulkanEnvs, .unless = Capability::kTileShadingQCOM},
          .fix = Declare(Capability::kTileShadingQCOM)};
}

constexpr RuleTable R({
    {"tile.shading.execution-model",
     kSection,
     "with capability TileShadingQCOM, entry points must be fragment and "
     "compute shaders, not {0}",
     "VUID-StandaloneSpirv-TileShadingQCOM-10686",
     Severity::kError,
     {.envs = kVulkanEnvs, .needs = Capability::kTileShadingQCOM}},
    NeedsCapability(
        "tile.noncoherentread.capability",
        "VUID-StandaloneSpirv-NonCoherentTileAttachmentReadQCOM-10690"),
    NeedsCapability("tile.shadingrate.capability",
                    "VUID-StandaloneSpirv-TileShadingRateQCOM-10691"),
    {"tile.attachment.no-query", kSection,
     "tile attachment {0} must not be queried",
     "VUID-StandaloneSpirv-TileAttachmentQCOM-10697", Severity::kError,
     kInVulkan},
});

// --- Declarations ---

constexpr ModelSet kModels = {ExecutionModel::kFragment,
                              ExecutionModel::kGLCompute};

void CheckModels(ModuleContext& context) {
  if (!context.entry_points().models().Intersects(~kModels)) return;
  for (const EntryFunction& entry : context.entry_points().functions()) {
    const EntryPointRow* wrong = entry.FindEntryPoint(~kModels);
    if (wrong == nullptr) continue;
    context.Report(R("tile.shading.execution-model"), Place::At(wrong->at),
                   {Arg::Enumerant(Kind::kExecutionModel, wrong->model)});
    return;
  }
}

void CheckMode(const CheckContext& c) {
  constexpr OperandIndex kMode = operand::ExecutionMode::kMode;
  const ExecutionMode mode{c.inst().operand_word(kMode)};
  const Arg name = Arg::Enumerant(Kind::kExecutionMode, mode);
  if (mode == ExecutionMode::kNonCoherentTileAttachmentReadQCOM) {
    c.Report(R("tile.noncoherentread.capability"), kMode, {name});
  } else if (mode == ExecutionMode::kTileShadingRateQCOM) {
    c.Report(R("tile.shadingrate.capability"), kMode, {name});
  }
}

// --- Attachments ---

bool IsAttachment(const TypeInfo& pointer) {
  return !pointer.unknown() && pointer.Is(type_trait::kAnyPointer) &&
         pointer.storage_class == StorageClass::kTileAttachmentQCOM;
}

// Traces an image to the pointer through which it is loaded.
void CheckQuery(const CheckContext& c) {
  constexpr OperandIndex kImage = operand::ImageQuerySize::kImage;
  InstIndex def = c.module().def(c.inst().id(kImage));
  if (def != kNoInst && c.module().record(def).op == Op::kImage) {
    def =
        c.module().def(c.module().inst(def).id(operand::Image::kSampledImage));
  }
  if (def == kNoInst || c.module().record(def).op != Op::kLoad) return;
  const Id pointer = c.module().inst(def).id(operand::Load::kPointer);
  if (!IsAttachment(c.context().types().TypeOf(c.module(), pointer))) return;
  c.Report(R("tile.attachment.no-query"), kImage, {c.inst().id(kImage)})
      .Note("it is loaded here", Place::At(def));
}

constexpr Op kQueries[] = {Op::kImageQueryFormat,  Op::kImageQueryOrder,
                           Op::kImageQuerySizeLod, Op::kImageQuerySize,
                           Op::kImageQueryLod,     Op::kImageQueryLevels,
                           Op::kImageQuerySamples};
static_assert(AllHave(kModeOps, operand::ExecutionMode::kMode));
constexpr Check kChecks[] = {
    {kModeOps, CheckMode},
    {kQueries, CheckQuery, Requires(StorageClass::kTileAttachmentQCOM)}};

}  // namespace

extern constinit const Family kTileShading(
    R,
    kModuleCheck<Phase::kSummaries, CheckModels, Capability::kTileShadingQCOM>,
    kChecks);

}  // namespace plumb
