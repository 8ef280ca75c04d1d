// 8-bit and 16-bit numbers in memory: the storage classes that the device
// supports, also for copies by a number of bytes.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr TypeParts k8Bit = type_part::kInt8;
constexpr TypeParts k16Bit = type_part::kInt16 | type_part::kFloat16;

constexpr RuleTable R({
    DeviceRule(
        "device.uniform-buffer.unsized-array",
        "{0} ends in a run-time array, which storage class Uniform allows only "
        "with feature shaderUniformBufferUnsizedArray; the device lacks it",
        "VUID-RuntimeSpirv-shaderUniformBufferUnsizedArray-11806"),
    DeviceRule(
        "device.copy-size.multiple",
        "the number of bytes, {0}, must be a multiple of {1}: in storage "
        "class {2}, others require feature {3}, which the device lacks",
        "VUID-RuntimeSpirv-Size-11165"),
});

// Numbers in some storage classes, only in blocks if `in_blocks`; and the
// features of which the device must have one.
struct StorageRow {
  absl::Span<const StorageClass> classes;
  TypeParts parts;
  bool in_blocks;
  absl::Span<const DeviceFeature> any_of;
  Rule rule;
};
constexpr char k8BitText[] =
    "{0} holds 8-bit numbers, which in storage class {1} require feature {2}; "
    "the device lacks it";
constexpr char k16BitText[] =
    "{0} holds 16-bit numbers, which in storage class {1} require feature {2}; "
    "the device lacks it";

constexpr StorageClass kBuffers[] = {StorageClass::kStorageBuffer,
                                     StorageClass::kShaderRecordBufferKHR,
                                     StorageClass::kPhysicalStorageBuffer};
constexpr StorageClass kUniforms[] = {StorageClass::kUniform};
constexpr StorageClass kPushConstants[] = {StorageClass::kPushConstant};
constexpr StorageClass kWorkgroups[] = {StorageClass::kWorkgroup};
constexpr StorageClass kInterfaces[] = {StorageClass::kInput,
                                        StorageClass::kOutput};

// Byte access includes access to pairs of bytes.
constexpr DeviceFeature kForBuffers[] = {"storageBuffer16BitAccess",
                                         "storageBuffer8BitAccess"};
constexpr DeviceFeature kForUniforms[] = {"uniformAndStorageBuffer16BitAccess",
                                          "uniformAndStorageBuffer8BitAccess"};
constexpr DeviceFeature kForPushConstants[] = {"storagePushConstant16",
                                               "storagePushConstant8"};
constexpr DeviceFeature kForWorkgroups[] = {
    "workgroupMemoryExplicitLayout16BitAccess",
    "workgroupMemoryExplicitLayout8BitAccess"};
constexpr DeviceFeature kForInterfaces[] = {"storageInputOutput16"};

template <size_t N>
constexpr absl::Span<const DeviceFeature> WithoutFirst(
    const DeviceFeature (&features)[N]) {
  return absl::MakeConstSpan(features).subspan(1);
}

constexpr StorageRow kRows[] = {
    {kBuffers, k8Bit, false, WithoutFirst(kForBuffers),
     DeviceRule("device.8bit-storage.storage-buffer", k8BitText,
                "VUID-RuntimeSpirv-storageBuffer8BitAccess-06328")},
    {kUniforms, k8Bit, true, WithoutFirst(kForUniforms),
     DeviceRule("device.8bit-storage.uniform-buffer", k8BitText,
                "VUID-RuntimeSpirv-uniformAndStorageBuffer8BitAccess-06329")},
    {kPushConstants, k8Bit, false, WithoutFirst(kForPushConstants),
     DeviceRule("device.8bit-storage.push-constant", k8BitText,
                "VUID-RuntimeSpirv-storagePushConstant8-06330")},
    {kWorkgroups, k8Bit, true, WithoutFirst(kForWorkgroups),
     DeviceRule(
         "device.8bit-storage.workgroup", k8BitText,
         "VUID-RuntimeSpirv-workgroupMemoryExplicitLayout8BitAccess-10756")},
    {kBuffers, k16Bit, false, kForBuffers,
     DeviceRule("device.16bit-storage.storage-buffer", k16BitText,
                "VUID-RuntimeSpirv-storageBuffer16BitAccess-11161")},
    {kUniforms, k16Bit, true, kForUniforms,
     DeviceRule("device.16bit-storage.uniform-buffer", k16BitText,
                "VUID-RuntimeSpirv-uniformAndStorageBuffer16BitAccess-06332")},
    {kPushConstants, k16Bit, false, kForPushConstants,
     DeviceRule("device.16bit-storage.push-constant", k16BitText,
                "VUID-RuntimeSpirv-storagePushConstant16-06333")},
    {kInterfaces, k16Bit, false, kForInterfaces,
     DeviceRule("device.16bit-storage.input-output", k16BitText,
                "VUID-RuntimeSpirv-storageInputOutput16-11162")},
    {kWorkgroups, k16Bit, true, kForWorkgroups,
     DeviceRule(
         "device.16bit-storage.workgroup", k16BitText,
         "VUID-RuntimeSpirv-workgroupMemoryExplicitLayout16BitAccess-10757")},
};
constexpr auto kRules = Join(RulesOf(R), RulesOf(kRows, &StorageRow::rule));

bool IsBlock(const ModuleContext& context, Id type) {
  return context.decorations().Has(InnermostElement(context, type),
                                   Decoration::kBlock);
}

void CheckRows(const CheckContext& c, OperandIndex operand,
               StorageClass storage, Id type) {
  const Device& device = *DeviceOf(c.context());
  const TypeInfo& info = c.context().types().Get(type);
  for (const StorageRow& row : kRows) {
    if (!info.Contains(row.parts) ||
        !absl::c_linear_search(row.classes, storage) ||
        (row.in_blocks && !IsBlock(c.context(), type)) ||
        absl::c_any_of(row.any_of,
                       [&](DeviceFeature f) { return device.Has(f); })) {
      continue;
    }
    c.Report(row.rule, operand,
             {Arg::Type(type), NameOf(storage), row.any_of[0].name()});
    return;
  }
}

void CheckUniform(const CheckContext& c, OperandIndex operand, Id type) {
  const Id block = InnermostElement(c.context(), type);
  const TypeTable& types = c.context().types();
  const TypeInfo& info = types.Get(block);
  if (DeviceOf(c.context())
          ->Has(DeviceFeature("shaderUniformBufferUnsizedArray")) ||
      info.poisoned() || !info.Is(type_trait::kStruct) || info.count == 0 ||
      !c.context().decorations().Has(block, Decoration::kBlock)) {
    return;
  }
  const TypeInfo& last =
      types.Get(types.MemberOf(c.module(), block, info.count - 1));
  if (last.poisoned() || !last.Is(type_trait::kRuntimeArray)) return;
  c.Report(R("device.uniform-buffer.unsized-array"), operand,
           {Arg::Type(block)});
}

void CheckObject(const CheckContext& c, OperandIndex operand,
                 StorageClass storage, Id type) {
  if (c.context().types().Get(type).poisoned()) return;
  CheckRows(c, operand, storage, type);
  if (storage == StorageClass::kUniform) CheckUniform(c, operand, type);
}

void CheckVariable(const CheckContext& c) {
  namespace variable = operand::Variable;
  CheckObject(c, variable::kResultType,
              StorageClass{c.inst().operand_word(variable::kStorageClass)},
              c.result_type().element);
}

// Untyped memory can be accessed as larger numbers than it contains.
void CheckUntypedVariable(const CheckContext& c) {
  namespace variable = operand::UntypedVariableKHR;
  const auto data_type = c.inst().Find(variable::kDataType);
  if (!data_type ||
      DeviceOf(c.context())->Has(DeviceFeature("shaderUntypedPointers"))) {
    return;
  }
  CheckObject(c, *data_type,
              StorageClass{c.inst().operand_word(variable::kStorageClass)},
              c.inst().id(*data_type));
}

// No variable is in PhysicalStorageBuffer.
void CheckPointerType(const CheckContext& c) {
  namespace pointer = operand::TypePointer;
  constexpr auto kPhysical = StorageClass::kPhysicalStorageBuffer;
  if (StorageClass{c.inst().operand_word(pointer::kStorageClass)} !=
      kPhysical) {
    return;
  }
  CheckObject(c, pointer::kType, kPhysical, c.inst().id(pointer::kType));
}

// --- Copies ---

// The feature that 8-bit or 16-bit numbers need in a storage class, if the
// device does not have it; null otherwise.
const DeviceFeature* FindLackingFeature(const CheckContext& c,
                                        StorageClass storage, TypeParts parts) {
  const Device& device = *DeviceOf(c.context());
  // In old modules that class also holds storage buffers.
  if (storage == StorageClass::kUniform &&
      c.context().decorations().HasAny(Decoration::kBufferBlock)) {
    return nullptr;
  }
  for (const StorageRow& row : kRows) {
    if (row.parts == parts && absl::c_linear_search(row.classes, storage) &&
        absl::c_none_of(row.any_of,
                        [&](DeviceFeature f) { return device.Has(f); })) {
      return &row.any_of[0];
    }
  }
  return nullptr;
}

void CheckCopy(const CheckContext& c) {
  namespace copy = operand::CopyMemorySized;
  constexpr uint32_t kAlways = 4;
  const auto size = FixedValue(c, c.inst().id(copy::kSize));
  if (!size || *size % kAlways == 0) return;
  for (const OperandIndex pointer : {copy::kTarget, copy::kSource}) {
    const TypeInfo& type = c.operand_type(pointer);
    if (type.unknown() || !type.Is(type_trait::kAnyPointer)) continue;
    uint32_t multiple = kAlways;
    const DeviceFeature* lacking =
        FindLackingFeature(c, type.storage_class, k16Bit);
    if (lacking == nullptr && *size % 2 != 0) {
      multiple = 2;
      lacking = FindLackingFeature(c, type.storage_class, k8Bit);
    }
    if (lacking == nullptr) continue;
    c.Report(R("device.copy-size.multiple"), copy::kSize,
             {*size, multiple, NameOf(type.storage_class), lacking->name()});
    return;
  }
}

constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable, Requires(ValidationInput::kDevice)},
    {Op::kUntypedVariableKHR, CheckUntypedVariable,
     Requires(ValidationInput::kDevice)},
    {Op::kTypePointer, CheckPointerType, Requires(ValidationInput::kDevice)},
    {Op::kCopyMemorySized, CheckCopy, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceStorage(kRules, kChecks);

}  // namespace plumb
