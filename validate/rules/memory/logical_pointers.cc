// Which instructions may make, use and store a logical pointer, with and
// without variable pointers (section 2.16.1; SPV_KHR_untyped_pointers).
//
// Instructions are rejected by opcode: those of the core specification that
// the section does not list.  Extensions add other instructions that use
// pointers; these are allowed.  Other families check calls, comparisons and
// conversions from and to numbers.
//
// Tested by testdata/rule_test.cc.
#include "absl/base/attributes.h"
#include "validate/engine/family.h"
#include "validate/facts/varying_pointers.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "2.16.1";

constexpr RuleTable R(
    {
        Contradicts(
            Contradicted::kOperand,
            Also("memory.untypedvariable.logical-no-pointer",
                 {"memory.logical.variable-no-pointer", kSection,
                  "without capability VariablePointersStorageBuffer, a "
                  "variable must not hold a logical pointer, but {0} does"})),
        Also("memory.untyped.logical-producers",
             {"memory.logical.pointer-producers", kSection,
              "without capability VariablePointersStorageBuffer, {0} must not "
              "produce a logical pointer"}),
        Also("memory.untyped.logical-consumers",
             {"memory.logical.pointer-consumers", kSection,
              "without capability VariablePointersStorageBuffer, {0} must not "
              "take a logical pointer, such as {1}"}),
        {"memory.logical.operand", kSection,
         "{0} must not take a logical pointer, such as {1}"},
        {"memory.logical.undefined-pointer", kSection,
         "a logical pointer must not be undefined", "", Severity::kPedantic},
        Also("memory.untypedvariable.varptr-storage",
             {"memory.varptr.variable-storage", kSection,
              "a variable that holds a logical pointer must be in storage "
              "class Function or Private, not {0}"}),
        {"memory.varptr.load-storage", kSection,
         "a logical pointer can be loaded only through a pointer into Function "
         "or Private, not into {0}"},
        {"memory.varptr.store-storage", kSection,
         "a logical pointer can be stored only through a pointer into Function "
         "or Private, not into {0}"},
        {"memory.varptr.null-storage-class", "SPV_KHR_variable_pointers",
         "a null pointer must point into StorageBuffer or, with capability "
         "VariablePointers, into Workgroup, not into {0}"},
        {"memory.varptr.storage-class", kSection,
         "a variable pointer must point into StorageBuffer or Workgroup, not "
         "{0}"},
        Also("memory.untyped.varptr-producers",
             {"memory.varptr.pointer-producers", kSection,
              "{0} must not produce a logical pointer"}),
        Also("memory.untyped.varptr-operands",
             {"memory.varptr.pointer-operands", kSection,
              "{0} must not take a logical pointer, such as {1}"}),
    },
    kMemoryModelOps);

bool MayHaveVariablePointers(const ModuleContext& context) {
  return context.Has(Capability::kVariablePointersStorageBuffer);
}

// The condition that few types meet comes first.
inline bool IsLogicalPointer(const CheckContext& c, const TypeInfo& type) {
  return type.Is(tt::kAnyPointer) && !type.poisoned() &&
         c.context().memory_model().IsLogical(type.storage_class);
}

bool CanBeVariable(StorageClass storage) {
  return storage == StorageClass::kStorageBuffer ||
         storage == StorageClass::kWorkgroup;
}

bool HoldsPointers(StorageClass storage) {
  return storage == StorageClass::kFunction ||
         storage == StorageClass::kPrivate;
}

// --- Variables ---

// The place where a pointer type becomes part of another type.
Place PlaceOfPart(const CheckContext& c, Id type, Id pointer) {
  const TypeParts expected = c.context().memory_model().logical_parts();
  InstIndex at = c.module().def(type);
  while (true) {
    InstIndex next = kNoInst;
    const Inst inst = c.module().inst(at);
    for (OperandIndex o = 1; o < inst.operand_count(); ++o) {
      if (!IsIdUse(inst.kind(o))) continue;
      const Id part = inst.id(o);
      if (part == pointer) return Place::At(at, o);
      const InstIndex def = c.module().def(part);
      // Each step leads to an earlier type.
      if (next == kNoInst && def < at &&
          c.context().types().Get(part).Contains(expected)) {
        next = def;
      }
    }
    if (next == kNoInst) return Place::At(at);
    at = next;
  }
}

// Checks a variable whose object contains a pointer; `object_at` is the
// operand that gives the type of the object.
ABSL_ATTRIBUTE_NOINLINE void CheckVariableWithPointer(const CheckContext& c,
                                                      Id object,
                                                      OperandIndex object_at) {
  namespace variable = operand::Variable;
  static_assert(operand::UntypedVariableKHR::kStorageClass ==
                variable::kStorageClass);
  const ModuleContext& context = c.context();
  const TypeInfo& type = context.types().Get(object);
  if (c.result_type().unknown() || type.unknown() ||
      !type.Contains(context.memory_model().logical_parts()) ||
      !RestrictsPointersOfCalls(context)) {
    return;
  }
  const StorageClass storage{c.inst().operand_word(variable::kStorageClass)};
  const Id pointer = context.types().FindPart(
      c.module(), object, context.memory_model().logical_parts());
  const StorageClass target = context.types().Get(pointer).storage_class;
  if (!MayHaveVariablePointers(context)) {
    c.Report(R("memory.logical.variable-no-pointer"), object_at,
             {Arg::Type(object)})
        .Note("the pointer is part of it here",
              PlaceOfPart(c, object, pointer));
  } else if (!HoldsPointers(storage)) {
    c.Report(R("memory.varptr.variable-storage"), variable::kStorageClass,
             {NameOf(storage)});
  } else if (target != kNoStorageClass && !CanBeVariable(target)) {
    // A pointer loaded from it would be a variable pointer.
    c.Report(R("memory.varptr.storage-class"), object_at, {NameOf(target)});
  } else {
    return;
  }
  c.PoisonResult();
}

bool HoldsPointer(const CheckContext& c, Id object) {
  return c.context().types().Get(object).Contains(type_part::kPointer);
}

void CheckVariable(const CheckContext& c) {
  const Id object = c.result_type().element;
  if (HoldsPointer(c, object)) {
    CheckVariableWithPointer(c, object, operand::Variable::kResultType);
  }
}

void CheckUntypedVariable(const CheckContext& c) {
  const auto data_type = c.inst().Find(operand::UntypedVariableKHR::kDataType);
  if (!data_type) return;
  const Id object = c.inst().id(*data_type);
  if (HoldsPointer(c, object)) CheckVariableWithPointer(c, object, *data_type);
}

// --- Makers ---

// Whether the only error is a variable that was rejected already.
bool IsLoadOfRejected(const CheckContext& c) {
  if (c.inst().op() != Op::kLoad) return false;
  const Id pointer = c.inst().id(operand::Load::kPointer);
  const Id root = c.context().pointers().OriginOf(pointer).root;
  return c.context().poisoned(root == kNoId ? pointer : root);
}

// Whether a pointer is loaded from a storage class that may hold it.
bool CheckLoad(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(operand::Load::kPointer);
  if (pointer.unknown() || !pointer.Is(tt::kAnyPointer) ||
      HoldsPointers(pointer.storage_class)) {
    return true;
  }
  c.Report(R("memory.varptr.load-storage"), operand::Load::kPointer,
           {NameOf(pointer.storage_class)});
  return false;
}

// A Vulkan rule covers the start of such a chain (access_chains.cc).
bool IsCheckedForVulkan(const ModuleContext& context, Op op) {
  return IsVulkan(context) &&
         (op == Op::kPtrAccessChain || op == Op::kUntypedPtrAccessChainKHR);
}

// Checks an instruction whose result is a logical pointer.
ABSL_ATTRIBUTE_NOINLINE void CheckProducedPointer(const CheckContext& c) {
  const ModuleContext& context = c.context();
  if (!RestrictsPointersOfCalls(context)) return;
  const Op op = c.inst().op();
  const StorageClass storage = c.result_type().storage_class;
  constexpr OperandIndex kResultType = operand::Load::kResultType;
  if (IsCheckedForVulkan(context, op)) return;
  if (!MayHaveVariablePointers(context)) {
    // The rules of OpSelect and similar cover addressing model Logical too.
    if (op == Op::kFunctionCall || ((op == Op::kSelect || op == Op::kPhi) &&
                                    context.memory_model().all_logical())) {
      return;
    }
    c.Report(R("memory.logical.pointer-producers"), kResultType, {op});
  } else if (op == Op::kConstantNull) {
    if (AllowsVariablePointers(context, storage)) return;
    c.Report(R("memory.varptr.null-storage-class"), kResultType,
             {NameOf(storage)});
  } else if (op == Op::kLoad && !CheckLoad(c)) {
    // Reported already.
  } else if (!CanBeVariable(storage) && !IsLoadOfRejected(c)) {
    c.Report(R("memory.varptr.storage-class"), kResultType, {NameOf(storage)});
  } else {
    return;
  }
  c.PoisonResult();
}

// Instructions whose results are variable pointers (section 2.2.2).  The rules
// of function types cover calls too.
void CheckProducer(const CheckContext& c) {
  if (IsLogicalPointer(c, c.result_type())) CheckProducedPointer(c);
}

ABSL_ATTRIBUTE_NOINLINE void CheckOtherProducedPointer(const CheckContext& c) {
  if (!RestrictsPointersOfCalls(c.context())) return;
  const Op op = c.inst().op();
  const bool extracts = op == Op::kCompositeExtract;
  if (extracts && c.context().poisoned(
                      c.inst().id(operand::CompositeExtract::kComposite))) {
    return;
  }
  c.Report(MayHaveVariablePointers(c.context())
               ? R("memory.varptr.pointer-producers")
               : R("memory.logical.pointer-producers"),
           operand::Load::kResultType, {op});
  c.PoisonResult();
}

// Instructions that must not make a logical pointer, whatever the
// capabilities.
void CheckOtherProducer(const CheckContext& c) {
  if (IsLogicalPointer(c, c.result_type())) CheckOtherProducedPointer(c);
}

void CheckUndefined(const CheckContext& c) {
  if (!IsLogicalPointer(c, c.result_type()) ||
      !RestrictsPointersOfCalls(c.context())) {
    return;
  }
  c.Report(R("memory.logical.undefined-pointer"), Place::kWhole);
}

// --- Takers ---

// The first operand that is a logical pointer; the number of operands if none
// is.
OperandIndex LogicalPointerAt(const CheckContext& c) {
  const uint32_t count = c.inst().operand_count();
  OperandIndex o = 0;
  while (o < count && (c.inst().kind(o) != Kind::kIdRef ||
                       !IsLogicalPointer(c, c.operand_type(o)))) {
    ++o;
  }
  return o;
}

// Instructions that must not use a logical pointer, whatever the capabilities.
// Those that also make one are reported for their result.
void CheckConsumer(const CheckContext& c) {
  if (!RestrictsPointersOfCalls(c.context()) ||
      IsLogicalPointer(c, c.result_type())) {
    return;
  }
  const OperandIndex operand = LogicalPointerAt(c);
  if (operand >= c.inst().operand_count()) return;
  DiagnosticBuilder report =
      c.Report(MayHaveVariablePointers(c.context())
                   ? R("memory.varptr.pointer-operands")
                   : R("memory.logical.pointer-consumers"),
               operand, {c.inst().op(), c.inst().id(operand)});
  NoteMissingLoad(c, operand, &report);
  c.PoisonResult();
}

// Instructions on pointers that are not among those that may use a logical
// pointer.  Compilers of kernels use physical pointers.
void CheckForbiddenConsumer(const CheckContext& c) {
  if (!RestrictsPointersOfCalls(c.context())) return;
  const OperandIndex operand = LogicalPointerAt(c);
  if (operand >= c.inst().operand_count()) return;
  c.Report(R("memory.logical.operand"), operand,
           {c.inst().op(), c.inst().id(operand)});
  c.PoisonResult();
}

// --- Stores of pointers ---

// Checks a store of a logical pointer.
ABSL_ATTRIBUTE_NOINLINE void CheckStored(const CheckContext& c) {
  namespace store = operand::Store;
  const ModuleContext& context = c.context();
  const TypeInfo& pointer = c.operand_type(store::kPointer);
  if (pointer.unknown() || !RestrictsPointersOfCalls(context)) return;
  // A store of another type than the pointer's is an error already.
  if (pointer.Is(tt::kPointer) &&
      pointer.element != c.type_of(store::kObject)) {
    return;
  }
  if (!MayHaveVariablePointers(context)) {
    c.Report(R("memory.logical.pointer-consumers"), store::kObject,
             {c.inst().op(), c.inst().id(store::kObject)});
  } else if (pointer.Is(tt::kAnyPointer) &&
             !HoldsPointers(pointer.storage_class)) {
    c.Report(R("memory.varptr.store-storage"), store::kPointer,
             {NameOf(pointer.storage_class)});
  }
}

void CheckStore(const CheckContext& c) {
  if (IsLogicalPointer(c, c.operand_type(operand::Store::kObject))) {
    CheckStored(c);
  }
}

// --- The family ---

void ProvidePointers(ModuleContext& context) {
  if (RestrictsPointersOfCalls(context)) context.Provide(fact::kPointers);
}

constexpr Op kProducers[] = {Op::kLoad,
                             Op::kSelect,
                             Op::kPhi,
                             Op::kFunctionCall,
                             Op::kPtrAccessChain,
                             Op::kInBoundsPtrAccessChain,
                             Op::kUntypedPtrAccessChainKHR,
                             Op::kUntypedInBoundsPtrAccessChainKHR,
                             Op::kConstantNull};
constexpr Op kOtherProducers[] = {Op::kBitcast, Op::kCompositeExtract};
// The core instructions that can have a pointer operand, are not in the
// section's list, and are not checked by another family.
constexpr Op kConsumers[] = {
    Op::kBitcast,
    Op::kCompositeConstruct,
    Op::kCompositeInsert,
};
constexpr Op kForbiddenConsumers[] = {
    Op::kLifetimeStart,
    Op::kLifetimeStop,
    Op::kSizeOf,
    Op::kGroupWaitEvents,
    Op::kGroupAsyncCopy,
    Op::kEnqueueMarker,
    Op::kEnqueueKernel,
    Op::kGetKernelNDrangeSubGroupCount,
    Op::kGetKernelNDrangeMaxSubGroupSize,
    Op::kGetKernelWorkGroupSize,
    Op::kGetKernelPreferredWorkGroupSizeMultiple,
    Op::kGetKernelLocalSizeForSubgroupCount,
    Op::kGetKernelMaxNumSubgroups,
    Op::kCaptureEventProfilingInfo,
    Op::kReadPipe,
    Op::kWritePipe,
    Op::kReservedReadPipe,
    Op::kReservedWritePipe,
};
constexpr Check kChecks[] = {
    {Op::kVariable, CheckVariable},
    {Op::kUntypedVariableKHR, CheckUntypedVariable},
    {kProducers, CheckProducer},
    {kOtherProducers, CheckOtherProducer},
    {Op::kUndef, CheckUndefined},
    {kConsumers, CheckConsumer},
    {kForbiddenConsumers, CheckForbiddenConsumer},
    {Op::kStore, CheckStore},
};

}  // namespace

extern constinit const Family kLogicalPointers(
    R,
    kModuleCheck<Phase::kIds, ProvidePointers,
                 Capability::kVariablePointersStorageBuffer>,
    kChecks);

}  // namespace plumb
