// Arrays of resources (section 3.2.30): run-time arrays, and arrays of tensors
// with indexes that are not constant (SPV_ARM_tensors).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    WithFix(
        Declare(Capability::kRuntimeDescriptorArray),
        {.id = "capability.runtimedescriptorarray.resource-array",
         .section = "3.2.30",
         .text = "an array of resources whose size is known only at run time "
                 "requires capability RuntimeDescriptorArray",
         .when = {.needs = Capability::kShader,
                  .unless = Capability::kRuntimeDescriptorArray}}),
    WithFix(
        Declare(Capability::kStorageTensorArrayNonUniformIndexingARM),
        {.id =
             "capability.storagetensorarraynonuniformindexing.nonuniform-index",
         .section = "SPV_ARM_tensors",
         .text = "{0} is decorated NonUniform, so indexing an array of tensors "
                 "with it "
                 "requires capability StorageTensorArrayNonUniformIndexingARM",
         .when = {.unless =
                      Capability::kStorageTensorArrayNonUniformIndexingARM}}),
    // Implementations accept such modules.
    WithFix(
        Declare(Capability::kStorageTensorArrayDynamicIndexingARM),
        {.id = "capability.storagetensorarraydynamicindexing.nonconstant-index",
         .section = "SPV_ARM_tensors",
         .text =
             "{0} is not a constant, so indexing an array of tensors with it "
             "requires capability StorageTensorArrayDynamicIndexingARM",
         .severity = Severity::kWarning,
         .when = {.needs = Capability::kShader,
                  .unless =
                      Capability::kStorageTensorArrayDynamicIndexingARM}}),
});

bool HoldsResources(StorageClass storage) {
  return storage == StorageClass::kUniformConstant ||
         storage == StorageClass::kUniform ||
         storage == StorageClass::kStorageBuffer;
}

// Whether a type is a resource: a block, or a handle.
bool IsResource(const ModuleContext& context, Id type) {
  constexpr TypeParts kHandles = type_part::kImage | type_part::kSampler |
                                 type_part::kSampledImage | type_part::kTensor |
                                 type_part::kAccelerationStructure;
  const TypeInfo& info = context.types().Get(type);
  if (!info.Is(tt::kStruct)) return info.Contains(kHandles);
  return context.decorations().IsBlock(type);
}

void CheckVariable(const CheckContext& c) {
  // More arrays are not counted, to bound the time for deep types.
  constexpr int kMaxArrays = 64;
  const TypeTable& types = c.context().types();
  const TypeInfo& pointer = c.result_type();
  if (pointer.poisoned() || !HoldsResources(pointer.storage_class)) return;
  Id type = pointer.element;
  bool sized_at_run_time = false;
  for (int arrays = 0; arrays < kMaxArrays; ++arrays) {
    const TypeInfo& info = types.Get(type);
    if (info.poisoned() || !info.Is(tt::kArray | tt::kRuntimeArray)) break;
    sized_at_run_time = sized_at_run_time || info.Is(tt::kRuntimeArray);
    type = info.element;
  }
  if (!sized_at_run_time || !IsResource(c.context(), type)) return;
  c.Report(R("capability.runtimedescriptorarray.resource-array"),
           operand::Variable::kResultType);
}

void CheckChain(const CheckContext& c) {
  namespace chain = operand::AccessChain;
  const auto first = c.inst().Find(chain::kIndexes);
  if (!first) return;
  const TypeTable& types = c.context().types();
  const TypeInfo& array = types.Get(c.operand_type(chain::kBase).element);
  if (array.poisoned() || !array.Is(tt::kArray | tt::kRuntimeArray) ||
      !types.Get(array.element).Is(tt::kTensor)) {
    return;
  }
  const Id index = c.inst().id(*first);
  if (c.context().decorations().Has(index, Decoration::kNonUniform)) {
    c.Report(
        R("capability.storagetensorarraynonuniformindexing.nonuniform-index"),
        *first, {index});
  } else if (!IsConstantOf(c, *first, kAnyType)) {
    c.Report(
        R("capability.storagetensorarraydynamicindexing.nonconstant-index"),
        *first, {index});
  }
}

constexpr Op kChains[] = {Op::kAccessChain, Op::kInBoundsAccessChain};
static_assert(AllHave(kChains, operand::AccessChain::kBase));
constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable,
     Requires(TypesWith{type_part::kRuntimeArray})},
    {kChains, CheckChain, Requires(TypesWith{type_part::kTensor})}};

}  // namespace

extern constinit const Family kResourceArrays(R, kChecks);

}  // namespace plumb
