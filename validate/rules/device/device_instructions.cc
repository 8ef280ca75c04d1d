// Instructions that need a feature of the device, and capabilities that the
// device does not have.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_ops.h"
#include "validate/facts/processing_ops.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kClock[] =
    "reading a clock of scope {0} requires feature {1}, which the device lacks";
constexpr char kFma[] =
    "OpFmaKHR of {0}-bit floats requires feature {1}, which the device lacks";

constexpr RuleTable R({
    DeviceRule("device.memory-scope.device",
               "memory scope Device requires feature "
               "vulkanMemoryModelDeviceScope, which the device lacks",
               "VUID-RuntimeSpirv-vulkanMemoryModel-06265"),
    DeviceRule("device.memory-scope.queue-family",
               "memory scope QueueFamily requires feature vulkanMemoryModel, "
               "which the device lacks",
               "VUID-RuntimeSpirv-vulkanMemoryModel-06266"),
    DeviceRule("device.clock.subgroup", kClock,
               "VUID-RuntimeSpirv-shaderSubgroupClock-06267"),
    DeviceRule("device.clock.device", kClock,
               "VUID-RuntimeSpirv-shaderDeviceClock-06268"),
    DeviceRule("device.extinst.forward-references",
               "OpExtInstWithForwardRefsKHR requires feature "
               "shaderRelaxedExtendedInstruction, which the device lacks",
               "VUID-RuntimeSpirv-shaderRelaxedExtendedInstruction-10773"),
    DeviceRule("device.fma.width-16", kFma,
               "VUID-RuntimeSpirv-shaderFmaFloat16-10977"),
    DeviceRule("device.fma.width-32", kFma,
               "VUID-RuntimeSpirv-shaderFmaFloat32-10978"),
    DeviceRule("device.fma.width-64", kFma,
               "VUID-RuntimeSpirv-shaderFmaFloat64-10979"),
    DeviceRule(
        "device.image-offset.maintenance8",
        "image operand Offset of {0} requires feature maintenance8, which "
        "the device lacks",
        "VUID-RuntimeSpirv-Offset-10213"),
    DeviceRule(
        "device.interpolation.portability",
        "capability InterpolationFunction requires feature "
        "shaderSampleRateInterpolationFunctions, which the device lacks",
        "VUID-RuntimeSpirv-shaderSampleRateInterpolationFunctions-06325"),
    DeviceRule("device.tile-shading.compute",
               "capability TileShadingQCOM requires feature tileShading in "
               "compute shaders, which the device lacks",
               "VUID-RuntimeSpirv-TileShadingQCOM-10698"),
    DeviceRule(
        "device.tile-shading.fragment",
        "capability TileShadingQCOM requires feature tileShadingFragmentStage "
        "in fragment shaders, which the device lacks",
        "VUID-RuntimeSpirv-TileShadingQCOM-10699"),
    DeviceRule("device.tile-shading.texel-pointer",
               "a texel of a tile attachment requires feature "
               "tileShadingAtomicOps, which the device lacks",
               "VUID-RuntimeSpirv-OpImage-10706"),
    DeviceRule("device.workgroup.initializer",
               "an initializer in storage class Workgroup requires feature "
               "shaderZeroInitializeWorkgroupMemory, which the device lacks",
               "VUID-RuntimeSpirv-shaderZeroInitializeWorkgroupMemory-06372"),
    DeviceRule(
        "device.workgroup.initializer-version",
        "an initializer in storage class Workgroup requires Vulkan 1.3 or "
        "VK_KHR_zero_initialize_workgroup_memory, which the device lacks",
        "VUID-RuntimeSpirv-OpVariable-06373"),
});

// --- Scopes ---

// Checks memory scopes.  The first operand of a control barrier is an
// execution scope.
void CheckScopes(const CheckContext& c) {
  const Device& device = *DeviceOf(c.context());
  const bool has_model = device.Has(DeviceFeature("vulkanMemoryModel"));
  OperandIndex o = c.inst().op() == Op::kControlBarrier ? 1 : 0;
  for (; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != grammar::Kind::kIdScope) continue;
    const auto value = FixedValue(c, c.inst().id(o));
    if (!value) continue;
    const grammar::Scope scope{*value};
    if (scope == grammar::Scope::kQueueFamily && !has_model) {
      c.Report(R("device.memory-scope.queue-family"), o);
    } else if (scope == grammar::Scope::kDevice && has_model &&
               !device.Has(DeviceFeature("vulkanMemoryModelDeviceScope"))) {
      c.Report(R("device.memory-scope.device"), o);
    }
  }
}

void CheckClock(const CheckContext& c) {
  constexpr OperandIndex kScope = operand::ReadClockKHR::kScope;
  const Device& device = *DeviceOf(c.context());
  const auto scope = FixedValue(c, c.inst().id(kScope));
  if (!scope) return;
  const auto check = [&](grammar::Scope which, DeviceFeature feature,
                         const Rule& rule) {
    if (grammar::Scope{*scope} != which || device.Has(feature)) return;
    c.Report(rule, kScope,
             {Arg::Enumerant(grammar::Kind::kScope, *scope), feature.name()});
  };
  check(grammar::Scope::kSubgroup, "shaderSubgroupClock",
        R("device.clock.subgroup"));
  check(grammar::Scope::kDevice, "shaderDeviceClock", R("device.clock.device"));
}

// --- Instructions ---

void CheckForward(const CheckContext& c) {
  c.Report(R("device.extinst.forward-references"), Place::kWhole);
}

struct FmaRow {
  uint32_t width;
  DeviceFeature feature;
  const Rule* rule;
};
constexpr FmaRow kFmaRows[] = {
    {16, "shaderFmaFloat16", &R("device.fma.width-16")},
    {32, "shaderFmaFloat32", &R("device.fma.width-32")},
    {64, "shaderFmaFloat64", &R("device.fma.width-64")},
};
void CheckFma(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (type.poisoned()) return;
  for (const FmaRow& row : kFmaRows) {
    if (row.width != type.width || DeviceOf(c.context())->Has(row.feature)) {
      continue;
    }
    c.Report(*row.rule, operand::FmaKHR::kResultType,
             {row.width, row.feature.name()});
  }
}

void CheckOffset(const CheckContext& c) {
  const ImageOperandList operands(c.inst());
  const OperandIndex offset =
      operands.OperandOf(grammar::ImageOperands::kOffset);
  if (offset == kNoOperand) return;
  c.Report(R("device.image-offset.maintenance8"), offset, {c.inst().op()});
}

void CheckTexelPointer(const CheckContext& c) {
  // In each of the instructions the operand is a pointer to the image.
  const OperandIndex image = grammar::OperandByName(c.inst().op(), "Image");
  if (image == kNoOperand) return;
  const TypeInfo& type = c.operand_type(image);
  if (type.poisoned() ||
      type.storage_class != StorageClass::kTileAttachmentQCOM) {
    return;
  }
  c.Report(R("device.tile-shading.texel-pointer"), image);
}

// --- Capabilities ---

void CheckCapability(const CheckContext& c) {
  constexpr OperandIndex kCapability = operand::Capability::kCapability;
  const Device& device = *DeviceOf(c.context());
  const Capability capability{c.inst().operand_word(kCapability)};
  if (capability == Capability::kInterpolationFunction) {
    if (device.Has(DeviceExtension("VK_KHR_portability_subset")) &&
        !device.Has(DeviceFeature("shaderSampleRateInterpolationFunctions"))) {
      c.Report(R("device.interpolation.portability"), kCapability);
    }
    return;
  }
  if (capability != Capability::kTileShadingQCOM) return;
  const ModelSet models = c.context().entry_points().models();
  if (models.Contains(ExecutionModel::kGLCompute) &&
      !device.Has(DeviceFeature("tileShading"))) {
    c.Report(R("device.tile-shading.compute"), kCapability);
  }
  if (models.Contains(ExecutionModel::kFragment) &&
      !device.Has(DeviceFeature("tileShadingFragmentStage"))) {
    c.Report(R("device.tile-shading.fragment"), kCapability);
  }
}

// --- Variables ---

void CheckInitializer(const CheckContext& c) {
  namespace variable = operand::Variable;
  const OperandIndex initializer =
      c.inst().op() == Op::kVariable
          ? variable::kInitializer
          : operand::UntypedVariableKHR::kInitializer;
  if (c.inst().operand_count() <= initializer ||
      StorageClass{c.inst().operand_word(variable::kStorageClass)} !=
          StorageClass::kWorkgroup) {
    return;
  }
  const Device& device = *DeviceOf(c.context());
  if (!OffersVersion(c.context(), device, 13) &&
      !device.Has(DeviceExtension("VK_KHR_zero_initialize_workgroup_memory"))) {
    c.Report(R("device.workgroup.initializer-version"), initializer);
  } else if (!device.Has(
                 DeviceFeature("shaderZeroInitializeWorkgroupMemory"))) {
    c.Report(R("device.workgroup.initializer"), initializer);
  }
}

constexpr auto kAtomics = grammar::kOpsWith<OpTrait::kAtomic>;
constexpr Op kAccesses[] = {
    Op::kControlBarrier, Op::kMemoryBarrier, Op::kLoad,
    Op::kStore,          Op::kCopyMemory,    Op::kCopyMemorySized,
    Op::kImageRead,      Op::kImageWrite,    Op::kImageSparseRead,
};
constexpr auto kNotGathering =
    JoinOps(image_ops::kDenseSamples, image_ops::kSparseSamples,
            image_ops::kFetches, image_ops::kReads, image_ops::kWrites);
constexpr Op kTexelPointers[] = {Op::kImageTexelPointer,
                                 Op::kUntypedImageTexelPointerEXT};
constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
static_assert(AllHave(kVariables, operand::Variable::kStorageClass));
constexpr Check kChecks[] = {
    {kAtomics, CheckScopes, Requires(Lacks<"vulkanMemoryModelDeviceScope">)},
    {kAccesses, CheckScopes, Requires(Lacks<"vulkanMemoryModelDeviceScope">)},
    {Op::kReadClockKHR, CheckClock, Requires(ValidationInput::kDevice)},
    {Op::kExtInstWithForwardRefsKHR, CheckForward,
     Requires(Lacks<"shaderRelaxedExtendedInstruction">)},
    {Op::kFmaKHR, CheckFma, Requires(ValidationInput::kDevice)},
    {kNotGathering, CheckOffset, Requires(Lacks<"maintenance8">)},
    {kTexelPointers, CheckTexelPointer,
     Requires(Lacks<"tileShadingAtomicOps">)},
    {Op::kCapability, CheckCapability, Requires(ValidationInput::kDevice)},
    {kVariables, CheckInitializer, Requires(ValidationInput::kDevice)},
};

}  // namespace

extern constinit const Family kDeviceInstructions(R, kChecks);

}  // namespace plumb
