// Atomic operations: the device must support the width and the storage class,
// by one feature each.
//
// Tested by testdata/rule_test.cc.
#include <array>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

// --- 64-bit integers ---

struct IntegerRow {
  StorageClass storage;
  DeviceFeature feature;
  const Rule* rule;
};
constexpr char kInt64Text[] =
    "{0} on a 64-bit integer in storage class {1} requires feature {2}, which "
    "the device lacks";
constexpr RuleTable kIntegers({
    DeviceRule("device.atomic-int64.buffer", kInt64Text,
               "VUID-RuntimeSpirv-None-06278"),
    DeviceRule("device.atomic-int64.workgroup", kInt64Text,
               "VUID-RuntimeSpirv-None-06279"),
    DeviceRule("device.atomic-int64.image", kInt64Text,
               "VUID-RuntimeSpirv-None-06288"),
});
constexpr IntegerRow kIntegerRows[] = {
    {StorageClass::kStorageBuffer, "shaderBufferInt64Atomics",
     &kIntegers("device.atomic-int64.buffer")},
    {StorageClass::kUniform, "shaderBufferInt64Atomics",
     &kIntegers("device.atomic-int64.buffer")},
    {StorageClass::kWorkgroup, "shaderSharedInt64Atomics",
     &kIntegers("device.atomic-int64.workgroup")},
    {StorageClass::kImage, "shaderImageInt64Atomics",
     &kIntegers("device.atomic-int64.image")},
};

// --- Floats ---

constexpr DeviceFeature kBuffer[] = {
    "shaderBufferFloat32Atomics",      "shaderBufferFloat32AtomicAdd",
    "shaderBufferFloat64Atomics",      "shaderBufferFloat64AtomicAdd",
    "shaderBufferFloat16Atomics",      "shaderBufferFloat16AtomicAdd",
    "shaderBufferFloat16AtomicMinMax", "shaderBufferFloat32AtomicMinMax",
    "shaderBufferFloat64AtomicMinMax", "shaderFloat16VectorAtomics"};
constexpr DeviceFeature kShared[] = {
    "shaderSharedFloat32Atomics",      "shaderSharedFloat32AtomicAdd",
    "shaderSharedFloat64Atomics",      "shaderSharedFloat64AtomicAdd",
    "shaderSharedFloat16Atomics",      "shaderSharedFloat16AtomicAdd",
    "shaderSharedFloat16AtomicMinMax", "shaderSharedFloat32AtomicMinMax",
    "shaderSharedFloat64AtomicMinMax", "shaderFloat16VectorAtomics"};
constexpr DeviceFeature kImages[] = {"shaderImageFloat32Atomics",
                                     "shaderImageFloat32AtomicAdd",
                                     "shaderImageFloat32AtomicMinMax"};
constexpr DeviceFeature kOf16[] = {
    "shaderBufferFloat16Atomics",      "shaderBufferFloat16AtomicAdd",
    "shaderBufferFloat16AtomicMinMax", "shaderSharedFloat16Atomics",
    "shaderSharedFloat16AtomicAdd",    "shaderSharedFloat16AtomicMinMax"};
constexpr DeviceFeature kOf32[] = {
    "shaderBufferFloat32Atomics",      "shaderBufferFloat32AtomicAdd",
    "shaderSharedFloat32Atomics",      "shaderSharedFloat32AtomicAdd",
    "shaderImageFloat32Atomics",       "shaderImageFloat32AtomicAdd",
    "shaderBufferFloat32AtomicMinMax", "shaderSharedFloat32AtomicMinMax",
    "shaderImageFloat32AtomicMinMax"};
constexpr DeviceFeature kOf64[] = {
    "shaderBufferFloat64Atomics",      "shaderBufferFloat64AtomicAdd",
    "shaderSharedFloat64Atomics",      "shaderSharedFloat64AtomicAdd",
    "shaderBufferFloat64AtomicMinMax", "shaderSharedFloat64AtomicMinMax"};
constexpr DeviceFeature kOfVectors[] = {"shaderFloat16VectorAtomics"};

// Selects floats by version; the rule, and the features of which the device
// must have one.  Where VK_EXT_shader_atomic_float2 is unknown, its features
// are too, and the text has another rule.
enum class Version : uint8_t { kAny, kFloat2, kBeforeFloat2 };
constexpr StorageClass kAnyClass{0xffffffff};
struct FloatRow {
  TypeTraits shape;
  uint32_t width;  // 0: any width
  StorageClass storage;
  absl::Span<const DeviceFeature> any_of;
  Rule rule;
  Version version = Version::kAny;
};
constexpr char kInClass[] =
    "{0} on floating-point numbers in storage class {1} requires a feature "
    "like {2}, but the device has none";
constexpr char kOfWidth[] =
    "{0} on {3}-bit floating-point numbers requires a feature like {2}, but "
    "the device has none";
constexpr TypeTraits kAnyShape = tt::kScalar | tt::kVector;

// The first violated row is reported.
constexpr FloatRow kFloatRows[] = {
    {kAnyShape, 0, StorageClass::kStorageBuffer, kBuffer,
     DeviceRule("device.atomic-float.buffer", kInClass,
                "VUID-RuntimeSpirv-None-06284")},
    {kAnyShape, 0, StorageClass::kWorkgroup, kShared,
     DeviceRule("device.atomic-float.workgroup", kInClass,
                "VUID-RuntimeSpirv-None-06285")},
    {kAnyShape, 32, StorageClass::kImage, kImages,
     DeviceRule("device.atomic-float.image", kInClass,
                "VUID-RuntimeSpirv-None-06286")},
    {tt::kScalar, 16, kAnyClass, kOf16,
     DeviceRule("device.atomic-float.width-16", kOfWidth,
                "VUID-RuntimeSpirv-None-06337")},
    {tt::kScalar, 32, kAnyClass, absl::MakeConstSpan(kOf32).subspan(0, 6),
     DeviceRule("device.atomic-float.width-32-before-float2", kOfWidth,
                "VUID-RuntimeSpirv-None-06335"),
     Version::kBeforeFloat2},
    {tt::kScalar, 32, kAnyClass, kOf32,
     DeviceRule("device.atomic-float.width-32", kOfWidth,
                "VUID-RuntimeSpirv-None-06338"),
     Version::kFloat2},
    {tt::kScalar, 64, kAnyClass, absl::MakeConstSpan(kOf64).subspan(0, 4),
     DeviceRule("device.atomic-float.width-64-before-float2", kOfWidth,
                "VUID-RuntimeSpirv-None-06336"),
     Version::kBeforeFloat2},
    {tt::kScalar, 64, kAnyClass, kOf64,
     DeviceRule("device.atomic-float.width-64", kOfWidth,
                "VUID-RuntimeSpirv-None-06339"),
     Version::kFloat2},
    {tt::kVector, 16, kAnyClass, kOfVectors,
     DeviceRule(
         "device.atomic-float.vector",
         "{0} on vectors of floating-point numbers requires feature {2}, "
         "which the device lacks",
         "VUID-RuntimeSpirv-shaderFloat16VectorAtomics-09581")},
};
constexpr auto kRules =
    Join(RulesOf(kIntegers), RulesOf(kFloatRows, &FloatRow::rule));

void CheckInteger(const CheckContext& c, const Device& device,
                  OperandIndex pointer, StorageClass storage) {
  for (const IntegerRow& row : kIntegerRows) {
    if (row.storage != storage || device.Has(row.feature)) continue;
    c.Report(*row.rule, pointer,
             {c.inst().op(), NameOf(storage), row.feature.name()});
  }
}

void CheckFloat(const CheckContext& c, const Device& device,
                OperandIndex pointer, StorageClass storage,
                const TypeInfo& type) {
  const Version version =
      device.Has(DeviceExtension("VK_EXT_shader_atomic_float2"))
          ? Version::kFloat2
          : Version::kBeforeFloat2;
  for (const FloatRow& row : kFloatRows) {
    if (!type.Is(row.shape) || (row.width != 0 && row.width != type.width) ||
        (row.storage != kAnyClass && row.storage != storage) ||
        (row.version != Version::kAny && row.version != version) ||
        absl::c_any_of(row.any_of,
                       [&](DeviceFeature f) { return device.Has(f); })) {
      continue;
    }
    c.Report(
        row.rule, pointer,
        {c.inst().op(), NameOf(storage), row.any_of[0].name(), type.width});
    return;
  }
}

void CheckAtomic(const CheckContext& c) {
  const bool has_result = c.inst().result_type() != kNoId;
  const OperandIndex pointer = has_result ? operand::AtomicLoad::kPointer
                                          : operand::AtomicStore::kPointer;
  if (!has_result && c.inst().op() != Op::kAtomicStore) return;
  const TypeInfo& type = has_result
                             ? c.result_type()
                             : c.operand_type(operand::AtomicStore::kValue);
  const TypeInfo& to = c.operand_type(pointer);
  if (type.poisoned() || to.poisoned() || !to.Is(tt::kAnyPointer)) return;
  const Device& device = *DeviceOf(c.context());
  if (type.IsAll(tt::kScalar | tt::kInt) && type.width == 64) {
    CheckInteger(c, device, pointer, to.storage_class);
  } else if (type.Is(tt::kFloat) && !type.Is(tt::kOtherEncoding)) {
    CheckFloat(c, device, pointer, to.storage_class, type);
  }
}

constexpr auto kAtomics = grammar::kOpsWith<OpTrait::kAtomic>;
constexpr Check kChecks[] = {
    {kAtomics, CheckAtomic, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceAtomics(kRules, kChecks);

}  // namespace plumb
