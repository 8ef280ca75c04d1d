// Execution modes that need a feature of the device.
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"
#include "validate/rules/device/shader_stages.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    DeviceRule("device.localsizeid.version",
               "execution mode LocalSizeId requires Vulkan 1.3 or "
               "VK_KHR_maintenance4, which the device lacks",
               "VUID-RuntimeSpirv-LocalSizeId-06433"),
    DeviceRule("device.subgroup-uniform-control-flow.stages",
               "execution mode SubgroupUniformControlFlowKHR requires subgroup "
               "operations in {0} shaders, which the device does not support",
               "VUID-RuntimeSpirv-SubgroupUniformControlFlowKHR-06379"),
});

constexpr char kNeeds[] =
    "execution mode {0} requires feature {1}, which the device lacks";

// An execution mode, for the width in its operand if it has one, and the
// feature that entry points with one of the models need.
struct ModeRow {
  ExecutionMode mode;
  DeviceFeature feature;
  Rule rule;
  uint32_t width = 0;
  ModelSet models = ModelSet::All();
  // Only for devices of VK_KHR_portability_subset; other devices have it.
  bool portability = false;
};

constexpr ModelSet kMeshOrTask = kMeshModels | kTaskModels;

constexpr ModeRow ForPortability(ExecutionMode mode, DeviceFeature feature,
                                 absl::string_view id, absl::string_view vuid) {
  return {.mode = mode,
          .feature = feature,
          .rule = DeviceRule(id, kNeeds, vuid),
          .portability = true};
}
constexpr ModeRow ForTests(ExecutionMode mode, absl::string_view id,
                           absl::string_view vuid) {
  return {.mode = mode,
          .feature = "shaderEarlyAndLateFragmentTests",
          .rule = DeviceRule(id, kNeeds, vuid)};
}
constexpr ModeRow ForWidth(ExecutionMode mode, uint32_t width,
                           DeviceFeature feature, absl::string_view id,
                           absl::string_view vuid) {
  return {.mode = mode,
          .feature = feature,
          .rule = DeviceRule(id,
                             "execution mode {0} for {2}-bit floats requires "
                             "{1}, which the device lacks",
                             vuid),
          .width = width};
}

constexpr ModeRow kRows[] = {
    {ExecutionMode::kLocalSizeId, "maintenance4",
     DeviceRule("device.localsizeid.maintenance4", kNeeds,
                "VUID-RuntimeSpirv-LocalSizeId-06434")},
    {ExecutionMode::kSubgroupUniformControlFlowKHR,
     "shaderSubgroupUniformControlFlow",
     DeviceRule("device.subgroup-uniform-control-flow.feature", kNeeds,
                "VUID-RuntimeSpirv-SubgroupUniformControlFlowKHR-06379")},
    ForPortability(ExecutionMode::kIsolines, "tessellationIsolines",
                   "device.tessellation.isolines",
                   "VUID-RuntimeSpirv-tessellationShader-06326"),
    ForPortability(ExecutionMode::kPointMode, "tessellationPointMode",
                   "device.tessellation.point-mode",
                   "VUID-RuntimeSpirv-tessellationShader-06327"),
    ForTests(ExecutionMode::kEarlyAndLateFragmentTestsAMD,
             "device.early-and-late-tests.mode",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06767"),
    ForTests(ExecutionMode::kStencilRefUnchangedFrontAMD,
             "device.early-and-late-tests.unchanged-front",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06768"),
    ForTests(ExecutionMode::kStencilRefUnchangedBackAMD,
             "device.early-and-late-tests.unchanged-back",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06769"),
    ForTests(ExecutionMode::kStencilRefGreaterFrontAMD,
             "device.early-and-late-tests.greater-front",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06770"),
    ForTests(ExecutionMode::kStencilRefGreaterBackAMD,
             "device.early-and-late-tests.greater-back",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06771"),
    ForTests(ExecutionMode::kStencilRefLessFrontAMD,
             "device.early-and-late-tests.less-front",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06772"),
    ForTests(ExecutionMode::kStencilRefLessBackAMD,
             "device.early-and-late-tests.less-back",
             "VUID-RuntimeSpirv-shaderEarlyAndLateFragmentTests-06773"),
    {.mode = ExecutionMode::kDerivativeGroupLinearKHR,
     .feature = "meshAndTaskShaderDerivatives",
     .rule = DeviceRule("device.derivative-group.linear", kNeeds,
                        "VUID-RuntimeSpirv-meshAndTaskShaderDerivatives-10153"),
     .models = kMeshOrTask},
    {.mode = ExecutionMode::kDerivativeGroupQuadsKHR,
     .feature = "meshAndTaskShaderDerivatives",
     .rule = DeviceRule("device.derivative-group.quads", kNeeds,
                        "VUID-RuntimeSpirv-meshAndTaskShaderDerivatives-10153"),
     .models = kMeshOrTask},
    ForWidth(ExecutionMode::kSignedZeroInfNanPreserve, 16,
             "shaderSignedZeroInfNanPreserveFloat16",
             "device.float-controls.signed-zero-inf-nan-preserve-16",
             "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat16-06293"),
    ForWidth(ExecutionMode::kSignedZeroInfNanPreserve, 32,
             "shaderSignedZeroInfNanPreserveFloat32",
             "device.float-controls.signed-zero-inf-nan-preserve-32",
             "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat32-06294"),
    ForWidth(ExecutionMode::kSignedZeroInfNanPreserve, 64,
             "shaderSignedZeroInfNanPreserveFloat64",
             "device.float-controls.signed-zero-inf-nan-preserve-64",
             "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat64-06295"),
    ForWidth(ExecutionMode::kDenormPreserve, 16, "shaderDenormPreserveFloat16",
             "device.float-controls.denorm-preserve-16",
             "VUID-RuntimeSpirv-shaderDenormPreserveFloat16-06296"),
    ForWidth(ExecutionMode::kDenormPreserve, 32, "shaderDenormPreserveFloat32",
             "device.float-controls.denorm-preserve-32",
             "VUID-RuntimeSpirv-shaderDenormPreserveFloat32-06297"),
    ForWidth(ExecutionMode::kDenormPreserve, 64, "shaderDenormPreserveFloat64",
             "device.float-controls.denorm-preserve-64",
             "VUID-RuntimeSpirv-shaderDenormPreserveFloat64-06298"),
    ForWidth(ExecutionMode::kDenormFlushToZero, 16,
             "shaderDenormFlushToZeroFloat16",
             "device.float-controls.denorm-flush-to-zero-16",
             "VUID-RuntimeSpirv-shaderDenormFlushToZeroFloat16-06299"),
    ForWidth(ExecutionMode::kDenormFlushToZero, 32,
             "shaderDenormFlushToZeroFloat32",
             "device.float-controls.denorm-flush-to-zero-32",
             "VUID-RuntimeSpirv-shaderDenormFlushToZeroFloat32-06300"),
    ForWidth(ExecutionMode::kDenormFlushToZero, 64,
             "shaderDenormFlushToZeroFloat64",
             "device.float-controls.denorm-flush-to-zero-64",
             "VUID-RuntimeSpirv-shaderDenormFlushToZeroFloat64-06301"),
    ForWidth(ExecutionMode::kRoundingModeRTE, 16,
             "shaderRoundingModeRTEFloat16",
             "device.float-controls.rounding-mode-rte-16",
             "VUID-RuntimeSpirv-shaderRoundingModeRTEFloat16-06302"),
    ForWidth(ExecutionMode::kRoundingModeRTE, 32,
             "shaderRoundingModeRTEFloat32",
             "device.float-controls.rounding-mode-rte-32",
             "VUID-RuntimeSpirv-shaderRoundingModeRTEFloat32-06303"),
    ForWidth(ExecutionMode::kRoundingModeRTE, 64,
             "shaderRoundingModeRTEFloat64",
             "device.float-controls.rounding-mode-rte-64",
             "VUID-RuntimeSpirv-shaderRoundingModeRTEFloat64-06304"),
    ForWidth(ExecutionMode::kRoundingModeRTZ, 16,
             "shaderRoundingModeRTZFloat16",
             "device.float-controls.rounding-mode-rtz-16",
             "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat16-06305"),
    ForWidth(ExecutionMode::kRoundingModeRTZ, 32,
             "shaderRoundingModeRTZFloat32",
             "device.float-controls.rounding-mode-rtz-32",
             "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat32-06306"),
    ForWidth(ExecutionMode::kRoundingModeRTZ, 64,
             "shaderRoundingModeRTZFloat64",
             "device.float-controls.rounding-mode-rtz-64",
             "VUID-RuntimeSpirv-shaderRoundingModeRTZFloat64-06307"),
};
constexpr auto kRules = Join(RulesOf(R), RulesOf(kRows, &ModeRow::rule));

constexpr OperandIndex kModeOperand = operand::ExecutionMode::kMode;

// --- LocalSizeId, and subgroups ---

// Whether the device supports LocalSizeId at all.
bool TakesLocalSizeId(const CheckContext& c, const Device& device) {
  return OffersVersion(c.context(), device, 13) ||
         device.Has(DeviceExtension("VK_KHR_maintenance4"));
}

void CheckSubgroupStages(const CheckContext& c, const Device& device,
                         ModelSet models) {
  const ModelSet without =
      ModelsWithout(device, "subgroupSupportedStages") & models;
  for (const ModelStage& row : kModelStages) {
    if (!without.Contains(row.model)) continue;
    c.Report(R("device.subgroup-uniform-control-flow.stages"), kModeOperand,
             {Arg::Enumerant(grammar::Kind::kExecutionModel,
                             static_cast<uint32_t>(row.model))});
    return;
  }
}

bool IsFor(const CheckContext& c, const ModeRow& row, const Device& device) {
  if (row.portability &&
      !(device.Has(DeviceExtension("VK_KHR_portability_subset")) &&
        device.Has(DeviceFeature("tessellationShader")))) {
    return false;
  }
  return row.width == 0 ||
         (c.inst().operand_count() > kModeOperand + 1 &&
          c.inst().operand_word(kModeOperand + 1) == row.width);
}

void CheckMode(const CheckContext& c) {
  const Device& device = *DeviceOf(c.context());
  const ExecutionMode mode{c.inst().operand_word(kModeOperand)};
  if (mode == ExecutionMode::kLocalSizeId && !TakesLocalSizeId(c, device)) {
    c.Report(R("device.localsizeid.version"), kModeOperand);
    return;
  }
  const ModelSet models =
      c.context()
          .entry_points()
          .Get(c.inst().id(operand::ExecutionMode::kEntryPoint))
          .models;
  for (const ModeRow& row : kRows) {
    if (row.mode != mode || !IsFor(c, row, device) ||
        !models.Intersects(row.models)) {
      continue;
    }
    if (!device.Has(row.feature)) {
      c.Report(row.rule, kModeOperand,
               {Arg::Enumerant(grammar::Kind::kExecutionMode,
                               static_cast<uint32_t>(mode)),
                row.feature.name(), row.width});
      return;
    }
    break;
  }
  if (mode == ExecutionMode::kSubgroupUniformControlFlowKHR) {
    CheckSubgroupStages(c, device, models);
  }
}

constexpr Check kChecks[] = {
    {kModeOps, CheckMode, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceModes(kRules, kChecks);

}  // namespace plumb
