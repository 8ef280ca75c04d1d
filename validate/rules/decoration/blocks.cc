// Blocks (sections 2.2.2 and 2.16.2): which types may contain them, which must
// be blocks, and the decorations that Vulkan requires of buffers.
//
// Tested by testdata/rule_test.cc.
#include <optional>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/object_types.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        {.id = "decoration.block.not-nested",
         .section = "2.16.2",
         .text = "{0} is a block, so it must not contain another block, {1}",
         .when = {.needs = Capability::kShader}},
        {"decoration.arraystride.not-on-block-array", "2.2.2",
         "{0} is an array of blocks, so it must not have an ArrayStride"},
        // Producers decorate the pointer operands of OpPtrAccessChain, which
        // requires the stride.
        {"decoration.arraystride.not-on-block-pointer", "2.2.2",
         "{0} points to a block, so it should not have an ArrayStride", "",
         Severity::kPedantic},
        {"decoration.aliased.workgroup-blocks",
         "SPV_KHR_workgroup_memory_explicit_layout",
         "several variables of this interface are blocks in Workgroup, so {0} "
         "must be decorated with Aliased",
         "",
         Severity::kError,
         {.needs = Capability::kWorkgroupMemoryExplicitLayoutKHR,
          .unless = Capability::kUntypedPointersKHR}},
        {.id = "decoration.block.untyped-workgroup-required",
         .section = "SPV_KHR_untyped_pointers",
         .text = "an untyped variable in Workgroup must have an explicit "
                 "layout, so it must hold a structure that is decorated with "
                 "Block, not {0}",
         .when = {.needs = Capability::kWorkgroupMemoryExplicitLayoutKHR}},
        WithFix(
            Decorate(Decoration::kBlock),
            InVulkan("decoration.block.buffer-required",
                     "in Vulkan, a variable in storage class {1} must hold "
                     "structures that are decorated with Block, but {0} is not",
                     "VUID-StandaloneSpirv-PushConstant-06675")),
        WithFix(
            Decorate(Decoration::kBlock),
            InVulkan(
                "decoration.block.uniform-required",
                "in Vulkan, a variable in storage class Uniform must hold "
                "structures that are decorated with Block or BufferBlock, but "
                "{0} is not",
                "VUID-StandaloneSpirv-Uniform-06676")),
        InVulkan("decoration.descriptorset.required",
                 "in Vulkan, a variable in storage class {1} must be decorated "
                 "with DescriptorSet, but {0} is not",
                 "VUID-StandaloneSpirv-UniformConstant-06677"),
        InVulkan("decoration.binding.required",
                 "in Vulkan, a variable in storage class {1} must be decorated "
                 "with Binding, but {0} is not",
                 "VUID-StandaloneSpirv-UniformConstant-06677"),
    },
    kDecorateOps);

bool HasBlocks(const ModuleContext& context) {
  return context.decorations().HasAny(Decoration::kBlock) ||
         context.decorations().HasAny(Decoration::kBufferBlock);
}

// --- Blocks in blocks ---

// Whether more than one type may be a block.  A single block is not nested.
bool HasTwoBlocks(const ModuleContext& context) {
  uint32_t count = 0;
  for (const Decoration kind : {Decoration::kBlock, Decoration::kBufferBlock}) {
    context.decorations().ForEach(kind, [&](const Decorated&) { ++count; });
  }
  return count > 1;
}

struct NestedBlocks {
  std::vector<Id> by_row;
};

void CheckNesting(ModuleContext& context) {
  if (!HasTwoBlocks(context)) return;
  const Module& module = context.module();
  const TypeTable& types = context.types();
  // By row, a block in each type; kNoId: none.  Keeps its memory between
  // modules.
  std::vector<Id>& held = context.Scratch<NestedBlocks>().by_row;
  held.assign(types.row_count(), kNoId);
  const auto block_in = [&](Id type) { return held[types.RowOf(type)]; };
  for (const Id type : types.types()) {
    const TypeInfo& info = types.Get(type);
    if (!info.Is(tt::kAggregate) || info.poisoned()) continue;
    Id& block = held[types.RowOf(type)];
    if (info.Is(tt::kArray | tt::kRuntimeArray)) {
      block = block_in(info.element);
      continue;
    }
    for (uint32_t m = 0; m < info.count && block == kNoId; ++m) {
      block = block_in(types.MemberOf(module, type, m));
    }
    if (!context.decorations().IsBlock(type)) continue;
    if (block != kNoId) {
      context
          .Report(R("decoration.block.not-nested"), Place::At(module.def(type)),
                  {type, block})
          .Note("it is declared here", Place::At(module.def(block)));
    }
    block = type;
  }
}

// --- Strides ---

void CheckStrides(ModuleContext& context) {
  if (!HasBlocks(context)) return;
  context.decorations().ForEach(
      Decoration::kArrayStride, [&](const Decorated& d) {
        const TypeInfo& info = context.types().Get(d.target);
        if (d.member != kNoMember || info.poisoned() ||
            IsRepeatedDecoration(context, d)) {
          return;
        }
        const bool pointer = info.Is(tt::kPointer);
        if (!pointer && !info.Is(tt::kArray | tt::kRuntimeArray)) return;
        const Id element =
            pointer ? info.element : InnermostElement(context, d.target);
        if (!context.decorations().IsBlock(element)) return;
        context
            .Report(pointer ? R("decoration.arraystride.not-on-block-pointer")
                            : R("decoration.arraystride.not-on-block-array"),
                    PlaceOf(d), {d.target})
            .Note("the block is declared here",
                  Place::At(context.module().def(element)));
      });
}

// --- Workgroup ---

void CheckWorkgroupBlocks(ModuleContext& context, InstIndex at) {
  const EntryPoint entry(context.module(), at);
  uint32_t blocks = 0;
  std::optional<uint32_t> not_aliased;
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    const TypeInfo& pointer =
        context.types().TypeOf(context.module(), variable);
    if (pointer.storage_class != StorageClass::kWorkgroup ||
        !context.decorations().Has(ObjectTypeOf(context, variable),
                                   Decoration::kBlock)) {
      continue;
    }
    ++blocks;
    if (!not_aliased &&
        !context.decorations().Has(variable, Decoration::kAliased)) {
      not_aliased = n;
    }
  }
  if (blocks < 2 || !not_aliased) return;
  context.Report(R("decoration.aliased.workgroup-blocks"),
                 Place::At(at, entry.interface_operand(*not_aliased)),
                 {entry.interface(*not_aliased)});
}

void CheckWorkgroups(ModuleContext& context) {
  if (!context.Applies(R("decoration.aliased.workgroup-blocks"))) return;
  for (const InstIndex at : context.module().entry_points()) {
    CheckWorkgroupBlocks(context, at);
  }
}

void CheckUntyped(const CheckContext& c) {
  const auto data_type = c.inst().Find(operand::UntypedVariableKHR::kDataType);
  const TypeInfo& pointer = c.result_type();
  if (pointer.unknown() || pointer.storage_class != StorageClass::kWorkgroup ||
      !data_type) {
    return;
  }
  const Id type = c.inst().id(*data_type);
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown() ||
      c.context().decorations().Has(type, Decoration::kBlock)) {
    return;
  }
  c.Report(R("decoration.block.untyped-workgroup-required"), *data_type,
           {Arg::Type(type)});
}

// --- Vulkan's requirements on variables ---

bool IsHeap(const ModuleContext& context, Id variable) {
  return context.decorations().Has(variable, Decoration::kBuiltIn);
}

void CheckBlock(const CheckContext& c, StorageClass storage) {
  const Id variable = c.inst().result();
  const Id held =
      InnermostElement(c.context(), ObjectTypeOf(c.context(), variable));
  const TypeInfo& type = c.context().types().Get(held);
  if (type.poisoned() || !type.Is(tt::kStruct)) return;
  const Decorations& decorations = c.context().decorations();
  const bool uniform = storage == StorageClass::kUniform;
  if (decorations.Has(held, Decoration::kBlock) ||
      (uniform && decorations.Has(held, Decoration::kBufferBlock))) {
    return;
  }
  c.Report(uniform ? R("decoration.block.uniform-required")
                   : R("decoration.block.buffer-required"),
           Place::kWhole, {Arg::Type(held), NameOf(storage)})
      .Note("it is declared here", Place::At(c.module().def(held)));
}

// A resource must have a descriptor set and a binding.
void CheckResource(const CheckContext& c, StorageClass storage) {
  const Id variable = c.inst().result();
  const Decorations& decorations = c.context().decorations();
  // heap/ checks untyped variables without a data type.
  if (IsHeap(c.context(), variable) ||
      ObjectTypeOf(c.context(), variable) == kNoId) {
    return;
  }
  const Rule* rule = nullptr;
  if (!decorations.Has(variable, Decoration::kDescriptorSet)) {
    rule = &R("decoration.descriptorset.required");
  } else if (!decorations.Has(variable, Decoration::kBinding)) {
    rule = &R("decoration.binding.required");
  } else {
    return;
  }
  c.Report(*rule, Place::kWhole, {variable, NameOf(storage)});
}

void CheckVariable(const CheckContext& c) {
  // Variables in functions have the wrong storage class anyway.
  if (c.function() != nullptr) return;
  const auto storage =
      StorageClass{c.inst().operand_word(operand::Variable::kStorageClass)};
  switch (storage) {
    case StorageClass::kUniform:
    case StorageClass::kStorageBuffer:
      CheckBlock(c, storage);
      CheckResource(c, storage);
      break;
    case StorageClass::kPushConstant:
      CheckBlock(c, storage);
      break;
    case StorageClass::kUniformConstant:
      CheckResource(c, storage);
      break;
    default:
      break;
  }
}

constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
static_assert(AllHave(kVariables, operand::Variable::kStorageClass));
constexpr Check kChecks[] = {
    {kVariables, CheckVariable, Requires(Api::kVulkan)},
    {Op::kUntypedVariableKHR, CheckUntyped}};
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckNesting},
    {Phase::kSummaries, CheckStrides, Requires(Decoration::kArrayStride)},
    {Phase::kSummaries, CheckWorkgroups,
     Requires(Capability::kWorkgroupMemoryExplicitLayoutKHR)}};

}  // namespace

extern constinit const Family kBlocks(R, kModuleChecks, kChecks);

}  // namespace plumb
