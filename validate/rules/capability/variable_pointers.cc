// VariablePointersStorageBuffer without VariablePointers (sections 2.16.1 and
// 3.2.30): a variable pointer must point into a storage buffer, not into
// Workgroup, and all pointers between which OpSelect or OpPhi selects must
// point into the same buffer.
//
// Only selections between pointers that start at two variables are reported.
// memory/logical_pointers.cc checks storage classes into which no variable
// pointer may point.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("memory.varptr.workgroup-capability",
         {"capability.variablepointersstoragebuffer.storage-class", "3.2.30",
          "a variable pointer into storage class {0} requires capability "
          "VariablePointers: VariablePointersStorageBuffer allows "
          "StorageBuffer only"}),
    Also(
        "memory.varptr.same-structure",
        WithFix(
            Declare(Capability::kVariablePointers),
            {"capability.variablepointersstoragebuffer.single-block", "3.2.30",
             "{0} and {1} are different buffers; a pointer that may point into "
             "either requires capability VariablePointers"})),
});

bool IsRestricted(const ModuleContext& context) {
  return context.Has(Capability::kVariablePointersStorageBuffer) &&
         !context.Has(Capability::kVariablePointers) &&
         !context.options().relax_logical_pointer &&
         !context.options().before_hlsl_legalization &&
         context.memory_model().has_logical_pointers();
}

void ProvidePointers(ModuleContext& context) {
  if (IsRestricted(context)) context.Provide(fact::kPointers);
}

// The variable at which a pointer starts; kNoId if unknown.
Id VariableOf(const CheckContext& c, Id pointer) {
  const InstIndex def = c.module().def(pointer);
  if (def == kNoInst) return kNoId;
  if (Is(c.module().record(def).op, OpTrait::kVariable)) return pointer;
  const Id root = c.context().pointers().OriginOf(pointer).root;
  const InstIndex variable = c.module().def(root);
  return variable != kNoInst &&
                 Is(c.module().record(variable).op, OpTrait::kVariable)
             ? root
             : kNoId;
}

// A Vulkan rule covers the start of such a chain (memory/access_chains.cc).
bool IsCheckedForVulkan(const CheckContext& c) {
  return IsVulkan(c.context()) &&
         (c.inst().op() == Op::kPtrAccessChain ||
          c.inst().op() == Op::kUntypedPtrAccessChainKHR);
}

// Checks a variable pointer into Workgroup.
void CheckClass(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (type.unknown() || !type.Is(type_trait::kAnyPointer) ||
      type.storage_class != StorageClass::kWorkgroup || IsCheckedForVulkan(c)) {
    return;
  }
  c.Report(R("capability.variablepointersstoragebuffer.storage-class"),
           operand::Select::kResultType, {NameOf(type.storage_class)});
  c.PoisonResult();
}

// Checks a selection among the operands from `first` on, `step` apart.
void CheckChoice(const CheckContext& c, OperandIndex first, uint32_t step) {
  const TypeInfo& type = c.result_type();
  if (type.unknown() || !type.Is(type_trait::kAnyPointer) ||
      type.storage_class != StorageClass::kStorageBuffer) {
    return;
  }
  Id chosen;
  for (OperandIndex o = first; o < c.inst().operand_count(); o += step) {
    const Id variable = VariableOf(c, c.inst().id(o));
    if (variable == kNoId) continue;
    if (chosen == kNoId) chosen = variable;
    if (chosen == variable) continue;
    c.Report(R("capability.variablepointersstoragebuffer.single-block"), o,
             {chosen, variable});
    return;
  }
}

void CheckSelect(const CheckContext& c) {
  CheckChoice(c, operand::Select::kObject1, 1);
}

void CheckPhi(const CheckContext& c) {
  CheckChoice(c, operand::Phi::kVariableParent, 2);
}

constexpr Op kMakers[] = {Op::kSelect,         Op::kPhi,
                          Op::kPtrAccessChain, Op::kLoad,
                          Op::kFunctionCall,   Op::kUntypedPtrAccessChainKHR};
constexpr Check kChecks[] = {{kMakers, CheckClass, Requires(IsRestricted)},
                             {Op::kSelect, CheckSelect, Requires(IsRestricted)},
                             {Op::kPhi, CheckPhi, Requires(IsRestricted)}};

}  // namespace

extern constinit const Family kVariablePointers(
    R, kModuleCheck<Phase::kIds, ProvidePointers>, kChecks);

}  // namespace plumb
