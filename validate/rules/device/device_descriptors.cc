// The offsets in the heap of descriptors that are used
// (SPV_EXT_descriptor_heap), against the alignments of the device.
//
// Offsets are summed along access chains.  An index known only at run time
// adds some multiple of a stride, so a descriptor is reported only if no such
// multiple makes the sum aligned.  Unknown strides and offsets are not
// checked.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/facts/module_layouts.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kText[] =
    "the descriptor is at byte {0} of the heap, which must be a multiple of "
    "{1} of the device, {2}";

// An instruction that uses a descriptor, and the type of the descriptor.
struct DescriptorRow {
  Op op;
  OperandIndex pointer;
  Op type;  // the opcode of the result's type; if it does not declare a type,
            // any
  BuiltIn heap;
  DeviceLimit alignment;
  Rule rule;
};
constexpr Op kAnyType = Op::kNop;
constexpr BuiltIn kResources = BuiltIn::kResourceHeapEXT;
constexpr DescriptorRow kRows[] = {
    {Op::kLoad, operand::Load::kPointer, Op::kTypeSampler,
     BuiltIn::kSamplerHeapEXT, "samplerDescriptorAlignment",
     DeviceRule("device.descriptor.sampler", kText,
                "VUID-RuntimeSpirv-samplerDescriptorAlignment-11348")},
    {Op::kLoad, operand::Load::kPointer, Op::kTypeImage, kResources,
     "imageDescriptorAlignment",
     DeviceRule("device.descriptor.image", kText,
                "VUID-RuntimeSpirv-imageDescriptorAlignment-11349")},
    {Op::kUntypedImageTexelPointerEXT,
     operand::UntypedImageTexelPointerEXT::kImage, kAnyType, kResources,
     "imageDescriptorAlignment",
     DeviceRule("device.descriptor.texel-image", kText,
                "VUID-RuntimeSpirv-imageDescriptorAlignment-11383")},
    {Op::kLoad, operand::Load::kPointer, Op::kTypeAccelerationStructureKHR,
     kResources, "bufferDescriptorAlignment",
     DeviceRule("device.descriptor.acceleration-structure", kText,
                "VUID-RuntimeSpirv-Result-11350")},
    {Op::kBufferPointerEXT, operand::BufferPointerEXT::kBuffer, kAnyType,
     kResources, "bufferDescriptorAlignment",
     DeviceRule("device.descriptor.buffer", kText,
                "VUID-RuntimeSpirv-bufferDescriptorAlignment-11384")},
    {Op::kLoad, operand::Load::kPointer, Op::kTypeTensorARM, kResources,
     "tensorDescriptorAlignment",
     DeviceRule("device.descriptor.tensor", kText,
                "VUID-RuntimeSpirv-tensorDescriptorAlignment-11481")},
};
constexpr auto kRules = RulesOf(kRows, &DescriptorRow::rule);

// A number of bytes, plus an unknown multiple of `step`.
struct HeapOffset {
  uint64_t bytes = 0;
  uint64_t step = 0;
};

class Descriptors {
 public:
  Descriptors(ModuleContext& context, const Device& device)
      : context_(context),
        module_(context.module()),
        device_(device),
        layouts_(context.Fact<ModuleTypeLayouts>()) {}

  void Visit(const Inst& inst) {
    for (const DescriptorRow& row : kRows) {
      if (inst.op() == row.op &&
          (row.type == kAnyType ||
           IsDefinedBy(module_, inst.result_type(), row.type))) {
        return CheckDescriptor(inst, row);
      }
    }
  }

 private:
  void CheckDescriptor(const Inst& inst, const DescriptorRow& row) {
    const auto alignment = NumberOf(device_, row.alignment);
    if (!alignment || *alignment <= 0) return;
    const auto offset = OffsetOf(inst.id(row.pointer), row.heap);
    const auto multiple = static_cast<uint64_t>(*alignment);
    if (!offset || offset->bytes % std::gcd(multiple, offset->step) == 0) {
      return;
    }
    DiagnosticBuilder report =
        context_.Report(row.rule, Place::At(inst.index(), row.pointer),
                        {offset->bytes, row.alignment.name(), multiple});
    if (offset->step != 0) {
      report.Note("unknown indexes add multiples of {0}",
                  Place::At(inst.index(), row.pointer), {offset->step});
    }
  }

  // The offset in a heap of a pointer; empty if unknown, or if it does not
  // point into the heap.  Paths that are too long are not followed.
  std::optional<HeapOffset> OffsetOf(Id pointer, BuiltIn heap) {
    constexpr int kMaxChains = 16;
    HeapOffset offset;
    for (int n = 0; n < kMaxChains; ++n) {
      const InstIndex def = module_.def(pointer);
      if (def == kNoInst) return std::nullopt;
      const Inst inst = module_.inst(def);
      switch (inst.op()) {
        case Op::kUntypedAccessChainKHR:
        case Op::kUntypedInBoundsAccessChainKHR:
          if (!Walk(inst, &offset)) return std::nullopt;
          pointer = inst.id(operand::UntypedAccessChainKHR::kBase);
          continue;
        case Op::kCopyObject:
          pointer = inst.id(operand::CopyObject::kOperand);
          continue;
        case Op::kUntypedVariableKHR:
          if (BuiltInAt(context_, pointer) != heap) return std::nullopt;
          return offset;
        default:
          return std::nullopt;
      }
    }
    return std::nullopt;
  }

  // Adds the offsets of the indexes of a chain; false if one is unknown.
  bool Walk(const Inst& chain, HeapOffset* offset) {
    const TypeTable& types = context_.types();
    Id type = chain.id(operand::UntypedAccessChainKHR::kBaseType);
    for (OperandIndex at = operand::UntypedAccessChainKHR::kIndexes;
         at < chain.operand_count(); ++at) {
      const TypeInfo& info = types.Get(type);
      if (info.unknown()) return false;
      const auto index = FixedValue(context_, chain.id(at));
      if (info.Is(tt::kArray | tt::kRuntimeArray)) {
        if (!Step(layouts_.StrideOf(type), index, offset)) return false;
        type = info.element;
      } else if (info.Is(tt::kStruct) && index && *index < info.count) {
        layouts_.ReadMembers(type, &members_);
        if (!members_[*index].offset.known) return false;
        offset->bytes += members_[*index].offset.value;
        type = members_[*index].type;
      } else {
        return false;
      }
    }
    return true;
  }

  static bool Step(const StatedNumber& stride, std::optional<uint32_t> index,
                   HeapOffset* offset) {
    constexpr uint64_t kMaxStride = uint64_t{1} << 32;
    if (!stride.known || stride.value > kMaxStride) return false;
    if (index) {
      offset->bytes += stride.value * *index;
    } else {
      offset->step = std::gcd(offset->step, stride.value);
    }
    return true;
  }

  ModuleContext& context_;
  const Module& module_;
  const Device& device_;
  const TypeLayouts& layouts_;
  std::vector<MemberLayout> members_;  // of the current structure
};

void CheckModule(ModuleContext& context) {
  Descriptors descriptors(context, *DeviceOf(context));
  const Module& module = context.module();
  for (InstIndex i = module.global_end(); i.value < module.size(); ++i) {
    descriptors.Visit(module.inst(i));
  }
}

}  // namespace

extern constinit const Family kDeviceDescriptors(
    kRules,
    kModuleCheck<Phase::kSummaries, CheckModule, ValidationInput::kDevice,
                 Capability::kDescriptorHeapEXT>);

}  // namespace plumb
