// What makes a logical pointer, what takes one, and where it may be kept
// (section 2.16.1; SPV_KHR_untyped_pointers), without variable pointers and
// with them.
//
// Instructions are refused by opcode: those of the core that the section does
// not list.  Extensions bring others that take pointers; they are let through.
// Calls, comparisons and conversions from and to numbers are for other
// families.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/memory/varying_pointers.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr char kSection[] = "2.16.1";
constexpr char kNoPointer[] = "memory.logical.variable-no-pointer";

// What the memory model allows is said by it.
constexpr grammar::Op kMemoryModelOps[] = {grammar::Op::kMemoryModel};

constexpr RuleTable R(
    {
        Suspects(Suspect::kOperandAlone,
                 Also("memory.untypedvariable.logical-no-pointer",
                      {kNoPointer, kSection,
                       "without capability VariablePointersStorageBuffer no "
                       "variable can hold a logical pointer, as {0} does"})),
        Follows(
            kNoPointer,
            Also("memory.untyped.logical-producers",
                 {"memory.logical.pointer-producers", kSection,
                  "without capability VariablePointersStorageBuffer {0} cannot "
                  "make a logical pointer"})),
        Follows(
            kNoPointer,
            Also("memory.untyped.logical-consumers",
                 {"memory.logical.pointer-consumers", kSection,
                  "without capability VariablePointersStorageBuffer {0} cannot "
                  "take a logical pointer, such as {1}"})),
        {"memory.logical.undefined-pointer", kSection,
         "a logical pointer must not be undefined", "", Severity::kWarning},
        Also(
            "memory.untypedvariable.varptr-storage",
            {"memory.varptr.variable-storage", kSection,
             "a variable that holds a logical pointer must be in storage class "
             "Function or Private, not {0}"}),
        Follows(
            "memory.varptr.variable-storage",
            {"memory.varptr.load-storage", kSection,
             "a logical pointer can be loaded through a pointer into Function "
             "or Private only, not into {0}"}),
        Follows(
            "memory.varptr.variable-storage",
            {"memory.varptr.store-storage", kSection,
             "a logical pointer can be stored through a pointer into Function "
             "or Private only, not into {0}"}),
        {"memory.varptr.null-storage-class", "SPV_KHR_variable_pointers",
         "a null pointer must point into StorageBuffer or, with capability "
         "VariablePointers, into Workgroup, not into {0}"},
        {"memory.varptr.storage-class", kSection,
         "a variable pointer must point into StorageBuffer or Workgroup, not "
         "{0}"},
        Also("memory.untyped.varptr-producers",
             {"memory.varptr.pointer-producers", kSection,
              "{0} should not make a logical pointer", "", Severity::kWarning}),
        Also("memory.untyped.varptr-operands",
             {"memory.varptr.pointer-operands", kSection,
              "{0} should not take a logical pointer, such as {1}", "",
              Severity::kWarning}),
    },
    kMemoryModelOps);

bool MayVaryAtAll(const ModuleContext& context) {
  return context.Has(Capability::kVariablePointersStorageBuffer);
}

bool IsLogicalPointer(const CheckContext& c, const TypeInfo& type) {
  return !type.unknown() && type.Is(tt::kAnyPointer) &&
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

void CheckVariable(const CheckContext& c) {
  namespace variable = operand::Variable;
  constexpr OperandIndex kDataType = operand::UntypedVariableKHR::kDataType;
  static_assert(operand::UntypedVariableKHR::kStorageClass ==
                variable::kStorageClass);
  const ModuleContext& context = c.context();
  const bool typed = c.inst().op() == Op::kVariable;
  if (!typed && c.inst().operand_count() <= kDataType) return;
  const OperandIndex object_at = typed ? variable::kResultType : kDataType;
  const Id object = typed ? c.result_type().element : c.inst().id(kDataType);
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
  if (!MayVaryAtAll(context)) {
    ReportType(c, R("memory.logical.variable-no-pointer"), object_at, object);
  } else if (!HoldsPointers(storage)) {
    c.Report(R("memory.varptr.variable-storage"), variable::kStorageClass,
             {NameOf(storage)});
  } else if (target != kNoStorageClass && !CanBeVariable(target)) {
    // What is loaded from it would be one.
    c.Report(R("memory.varptr.storage-class"), object_at, {NameOf(target)});
  } else {
    return;
  }
  c.PoisonResult();
}

// --- Makers ---

// Whether a variable that was rejected is all that is wrong.
bool IsLoadOfRejected(const CheckContext& c) {
  if (c.inst().op() != Op::kLoad) return false;
  const Id pointer = c.inst().id(operand::Load::kPointer);
  const Id root = c.context().pointers().Of(pointer).root;
  return c.context().poisoned(root == kNoId ? pointer : root);
}

// Whether a pointer is loaded from where it can be kept.
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

// Where such a chain begins is a rule of Vulkan (access_chains.cc).
bool IsJudgedByVulkan(const ModuleContext& context, Op op) {
  return IsVulkan(context) &&
         (op == Op::kPtrAccessChain || op == Op::kUntypedPtrAccessChainKHR);
}

// Instructions whose results are variable pointers (section 2.2.2).  The rules
// of function types are about calls, too.
void CheckMaker(const CheckContext& c) {
  const ModuleContext& context = c.context();
  const TypeInfo& type = c.result_type();
  if (!IsLogicalPointer(c, type) || !RestrictsPointersOfCalls(context)) return;
  const Op op = c.inst().op();
  const StorageClass storage = type.storage_class;
  constexpr OperandIndex kResultType = operand::Load::kResultType;
  if (IsJudgedByVulkan(context, op)) return;
  if (!MayVaryAtAll(context)) {
    // The rules of choices say the same of addressing model Logical.
    if (op == Op::kFunctionCall || ((op == Op::kSelect || op == Op::kPhi) &&
                                    context.memory_model().all_logical())) {
      return;
    }
    c.Report(R("memory.logical.pointer-producers"), Place::kWhole, {op});
  } else if (op == Op::kConstantNull) {
    if (MayVary(context, storage)) return;
    c.Report(R("memory.varptr.null-storage-class"), kResultType,
             {NameOf(storage)});
  } else if (op == Op::kLoad && !CheckLoad(c)) {
    // It has been said.
  } else if (!CanBeVariable(storage) && !IsLoadOfRejected(c)) {
    c.Report(R("memory.varptr.storage-class"), kResultType, {NameOf(storage)});
  } else {
    return;
  }
  c.PoisonResult();
}

// Instructions that no capability lets make a logical pointer.
void CheckOtherMaker(const CheckContext& c) {
  if (!IsLogicalPointer(c, c.result_type()) ||
      !RestrictsPointersOfCalls(c.context())) {
    return;
  }
  const Op op = c.inst().op();
  const bool extracts = op == Op::kCompositeExtract;
  if (extracts && c.context().poisoned(
                      c.inst().id(operand::CompositeExtract::kComposite))) {
    return;
  }
  c.Report(MayVaryAtAll(c.context()) ? R("memory.varptr.pointer-producers")
                                     : R("memory.logical.pointer-producers"),
           Place::kWhole, {op});
  c.PoisonResult();
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
  OperandIndex o = 0;
  while (o < c.inst().operand_count() &&
         (c.inst().kind(o) != Kind::kIdRef ||
          !IsLogicalPointer(c, c.operand_type(o)))) {
    ++o;
  }
  return o;
}

// Instructions that no capability lets take a logical pointer.  Those that make
// one of it are rejected for that.
void CheckTaker(const CheckContext& c) {
  if (!RestrictsPointersOfCalls(c.context()) ||
      IsLogicalPointer(c, c.result_type())) {
    return;
  }
  const OperandIndex operand = LogicalPointerAt(c);
  if (operand >= c.inst().operand_count()) return;
  c.Report(MayVaryAtAll(c.context()) ? R("memory.varptr.pointer-operands")
                                     : R("memory.logical.pointer-consumers"),
           operand, {c.inst().op(), c.inst().id(operand)});
  c.PoisonResult();
}

// --- Stores of pointers ---

void CheckStore(const CheckContext& c) {
  namespace store = operand::Store;
  const ModuleContext& context = c.context();
  const TypeInfo& pointer = c.operand_type(store::kPointer);
  if (!IsLogicalPointer(c, c.operand_type(store::kObject)) ||
      pointer.unknown() || !RestrictsPointersOfCalls(context)) {
    return;
  }
  // What has another type than what the pointer points to is wrong for that.
  if (pointer.Is(tt::kPointer) &&
      pointer.element != c.type_of(store::kObject)) {
    return;
  }
  if (!MayVaryAtAll(context)) {
    c.Report(R("memory.logical.pointer-consumers"), store::kObject,
             {c.inst().op(), c.inst().id(store::kObject)});
  } else if (pointer.Is(tt::kAnyPointer) &&
             !HoldsPointers(pointer.storage_class)) {
    c.Report(R("memory.varptr.store-storage"), store::kPointer,
             {NameOf(pointer.storage_class)});
  }
}

// --- The family ---

void ProvidePointers(ModuleContext& context) {
  if (MayVaryAtAll(context) && RestrictsPointersOfCalls(context)) {
    context.Provide(fact::kPointers);
  }
}

constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
constexpr Op kMakers[] = {Op::kLoad,
                          Op::kSelect,
                          Op::kPhi,
                          Op::kFunctionCall,
                          Op::kPtrAccessChain,
                          Op::kInBoundsPtrAccessChain,
                          Op::kUntypedPtrAccessChainKHR,
                          Op::kUntypedInBoundsPtrAccessChainKHR,
                          Op::kConstantNull};
constexpr Op kOtherMakers[] = {Op::kBitcast, Op::kCompositeExtract};
constexpr Op kUndefs[] = {Op::kUndef};
constexpr Op kTakers[] = {Op::kBitcast, Op::kCompositeConstruct,
                          Op::kCompositeInsert};
constexpr Op kStores[] = {Op::kStore};

constexpr ModuleCheck kModuleChecks[] = {{Phase::kIds, ProvidePointers}};
constexpr Check kChecks[] = {
    {kVariables, CheckVariable},     {kMakers, CheckMaker},
    {kOtherMakers, CheckOtherMaker}, {kUndefs, CheckUndefined},
    {kTakers, CheckTaker},           {kStores, CheckStore},
};

}  // namespace

extern constinit const Family kLogicalPointers = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
};

}  // namespace plumb
