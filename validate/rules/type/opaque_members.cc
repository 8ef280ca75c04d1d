// In Vulkan structures must not contain opaque types, except for descriptors
// if there is a heap of them (SPV_EXT_descriptor_heap).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"type.struct.no-opaque",
     kVulkan,
     "in Vulkan, a structure must not hold opaque types, but {0} is one",
     "VUID-StandaloneSpirv-None-04667",
     Severity::kError,
     {.envs = kVulkanEnvs, .unless = Capability::kDescriptorHeapEXT}},
    {"type.struct.descriptors-only",
     kVulkan,
     "in Vulkan, a structure must not hold opaque types other than "
     "descriptors, but {0} is one",
     "VUID-StandaloneSpirv-DescriptorHeapEXT-11482",
     Severity::kError,
     {.envs = kVulkanEnvs, .needs = Capability::kDescriptorHeapEXT}},
});

constexpr TypeParts kNoDescriptors =
    type_part::kOpaqueWithoutNull | type_part::kOpaqueWithNull;

// Whether a type with opaque parts contains one that is not a descriptor.
bool HoldsOther(const CheckContext& c, Id type) {
  const TypeTable& types = c.context().types();
  // A descriptor is not both an image and a sampler.
  if (types.Get(type).Is(tt::kSampledImage)) return true;
  if (!types.Get(type).Contains(kNoDescriptors)) return false;
  const Id part = types.FindPart(c.module(), type, kNoDescriptors);
  const InstIndex def = c.module().def(part);
  return def != kNoInst && c.module().record(def).op != Op::kTypeBufferEXT;
}

// A tensor with a Shape is composite (SPV_ARM_tensors).
bool IsShapedTensor(const CheckContext& c, Id type) {
  if (!c.context().types().Get(type).Is(tt::kTensor)) return false;
  const InstIndex def = c.module().def(type);
  return def != kNoInst &&
         c.module().inst(def).Has(operand::TypeTensorARM::kShape);
}

// Structures among the members are checked at their own declaration.
void CheckMembers(const CheckContext& c) {
  for (OperandIndex o = operand::TypeStruct::kMemberTypes;
       o < c.inst().operand_count(); ++o) {
    const Id member = c.inst().id(o);
    const Id held = InnermostElement(c.context(), member);
    const TypeInfo& type = c.context().types().Get(held);
    if (type.unknown() || type.Is(tt::kStruct | tt::kAnyPointer) ||
        !type.Contains(type_part::kOpaque) || IsShapedTensor(c, held)) {
      continue;
    }
    c.Report(R("type.struct.no-opaque"), o, {Arg::Type(member)});
    if (HoldsOther(c, held)) {
      c.Report(R("type.struct.descriptors-only"), o, {Arg::Type(member)});
    }
    return;
  }
}

// Legalization has yet to split such structures.
bool MayHoldOpaque(const ModuleContext& context) {
  return IsVulkan(context) && !context.options().before_hlsl_legalization &&
         context.types().AnyContains(type_part::kOpaque);
}

constexpr Check kChecks[] = {
    {Op::kTypeStruct, CheckMembers, Requires(MayHoldOpaque)}};

}  // namespace

extern constinit const Family kOpaqueMembers(R, kChecks);

}  // namespace plumb
