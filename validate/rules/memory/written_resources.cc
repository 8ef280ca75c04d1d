// Writes that Vulkan does not allow: to handles of resources, and to uniform
// blocks.
//
// read_only_memory.cc checks that storage class UniformConstant is read only.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    InVulkan("memory.opaque.no-store",
             "in Vulkan, {0} must not be written to memory",
             "VUID-StandaloneSpirv-OpTypeImage-06924"),
    ReliesOn(kDecorateOps,
             InVulkan("memory.uniform.no-store",
                      "in Vulkan, storage class Uniform is read-only in {0}, "
                      "which is decorated with Block",
                      "VUID-StandaloneSpirv-Uniform-06925")),
});

constexpr TypeParts kHandles = type_part::kImage | type_part::kSampler |
                               type_part::kSampledImage | type_part::kTensor |
                               type_part::kAccelerationStructure;

// --- Handles ---

// Checks the pointer written through and the type written, which is the type
// of an operand.
void CheckWritten(const CheckContext& c, OperandIndex pointer, Id type,
                  OperandIndex object) {
  if (c.operand_type(pointer).storage_class == StorageClass::kUniformConstant) {
    return;
  }
  const TypeInfo& held =
      c.context().types().Get(InnermostElement(c.context(), type));
  if (held.unknown() || held.Is(tt::kStruct | tt::kAnyPointer) ||
      !held.Contains(kHandles)) {
    return;
  }
  c.Report(R("memory.opaque.no-store"), object, {Arg::Type(type)});
}

void CheckStore(const CheckContext& c) {
  CheckWritten(c, operand::Store::kPointer, c.type_of(operand::Store::kObject),
               operand::Store::kObject);
}

void CheckCopy(const CheckContext& c) {
  const TypeInfo& target = c.operand_type(operand::CopyMemory::kTarget);
  if (target.unknown() || !target.Is(tt::kPointer)) return;
  CheckWritten(c, operand::CopyMemory::kTarget, target.element,
               operand::CopyMemory::kTarget);
}

// Legalization has yet to remove such copies.
bool HasHandles(const ModuleContext& context) {
  return IsVulkan(context) && !context.options().before_hlsl_legalization &&
         context.types().AnyContains(kHandles);
}

// --- Blocks of uniforms ---

// The structure that a pointer points into, as far as access chains show;
// kNoId if the path is too long.
Id PointeeStructure(const CheckContext& c, Id pointer) {
  constexpr int kMaxChains = 16;
  for (int n = 0; n < kMaxChains; ++n) {
    const InstIndex def = c.module().def(pointer);
    if (def == kNoInst) return kNoId;
    const Inst inst = c.module().inst(def);
    switch (inst.op()) {
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
      case Op::kPtrAccessChain:
        pointer = inst.id(operand::AccessChain::kBase);
        continue;
      case Op::kUntypedAccessChainKHR:
      case Op::kUntypedInBoundsAccessChainKHR:
      case Op::kUntypedPtrAccessChainKHR:
        pointer = inst.id(operand::UntypedAccessChainKHR::kBase);
        continue;
      case Op::kCopyObject:
        pointer = inst.id(operand::CopyObject::kOperand);
        continue;
      case Op::kUntypedVariableKHR:
        return InnermostElement(c.context(),
                                ObjectTypeOf(c.context(), pointer));
      default:
        return InnermostElement(
            c.context(), c.context().types().Get(inst.result_type()).element);
    }
  }
  return kNoId;
}

// In every instruction here the first operand is the pointer written through.
void CheckUniform(const CheckContext& c) {
  constexpr OperandIndex kPointer = operand::Store::kPointer;
  const TypeInfo& type = c.operand_type(kPointer);
  if (type.unknown() || type.storage_class != StorageClass::kUniform) return;
  const Id structure = PointeeStructure(c, c.inst().id(kPointer));
  if (structure == kNoId ||
      !c.context().decorations().Has(structure, Decoration::kBlock)) {
    return;
  }
  c.Report(R("memory.uniform.no-store"), kPointer, {Arg::Type(structure)})
      .Note("the structure is declared here",
            Place::At(c.module().def(structure)));
}

constexpr Op kCopies[] = {Op::kCopyMemory, Op::kCopyMemorySized};
constexpr auto kWriters = JoinOps(Op::kStore, kCopies);
static_assert(AllHave(kCopies, operand::CopyMemory::kTarget));
static_assert(AllHave(kWriters, operand::Store::kPointer));
constexpr Check kChecks[] = {
    {Op::kStore, CheckStore, Requires(HasHandles)},
    {kCopies, CheckCopy, Requires(HasHandles)},
    {kWriters, CheckUniform, Requires(Api::kVulkan, StorageClass::kUniform)}};

}  // namespace

extern constinit const Family kWrittenResources(R, kChecks);

}  // namespace plumb
