// Arrays whose length is known at run time, and releasing their memory
// (SPV_INTEL_variable_length_array).
//
// The operand of OpRestoreMemoryINTEL may come through memory, a selection or
// a copy, so only a pointer that certainly has another origin is rejected.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace typed = operand::VariableLengthArrayINTEL;
namespace untyped = operand::UntypedVariableLengthArrayINTEL;

constexpr char kSection[] = "SPV_INTEL_variable_length_array";

constexpr RuleTable R({
    {"memory.vla.result-type", kSection,
     "the result type must be a typed pointer into Function, not {0}"},
    {"memory.vla.untyped-result-type", kSection,
     "the result type must be an untyped pointer into Function, not {0}"},
    {"memory.vla.length-type", kSection,
     "{1} must be an integer scalar, not {0}"},
    {"memory.vla.element-concrete", kSection,
     "an element must consist of numbers and physical pointers, but {0} does "
     "not"},
    {"memory.vla.dominated-by-save", kSection,
     "no OpSaveMemoryINTEL precedes this variable-length array, so its memory "
     "is not released before the function returns",
     "", Severity::kWarning},
    {"memory.savememory.result-type", kSection,
     "the result type must be a pointer into Function, not {0}"},
    {"memory.restorememory.pointer-type", kSection,
     "{1} must be a pointer into Function, not {0}"},
    {"memory.restorememory.pointer-origin", kSection,
     "{0} must come from OpSaveMemoryINTEL, not from {1}"},
});

constexpr StorageClass kInFunction[] = {StorageClass::kFunction};
constexpr TypePattern kFunctionPointer =
    kAnyPointer.InStorageClass(kInFunction);

constexpr Signature kSignatures[] = {
    {.ops = Op::kVariableLengthArrayINTEL,
     .result = PointerTo(kAnyType).InStorageClass(kInFunction),
     .result_rule = &R("memory.vla.result-type")},
    {.ops = Op::kUntypedVariableLengthArrayINTEL,
     .result =
         TypePattern{.shape = tt::kUntypedPointer}.InStorageClass(kInFunction),
     .result_rule = &R("memory.vla.untyped-result-type")},
    {.ops = Op::kSaveMemoryINTEL,
     .result = kFunctionPointer,
     .result_rule = &R("memory.savememory.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kVariableLengthArrayINTEL, typed::kLength, kIntScalar,
     &R("memory.vla.length-type")},
    {Op::kUntypedVariableLengthArrayINTEL, untyped::kLength, kIntScalar,
     &R("memory.vla.length-type")},
    {Op::kRestoreMemoryINTEL, operand::RestoreMemoryINTEL::kPtr,
     kFunctionPointer, &R("memory.restorememory.pointer-type")},
};

// Whether a type is concrete (section 2.2.2), as far as it is known.
void CheckElement(const CheckContext& c, OperandIndex operand, Id type) {
  namespace part = type_part;
  const TypeInfo& element = c.context().types().Get(type);
  const TypeParts abstract = part::kVoid | part::kBool | part::kFunction |
                             part::kOpaque |
                             c.context().memory_model().logical_parts();
  if (element.unknown() || !element.Contains(abstract)) return;
  ReportType(c, R("memory.vla.element-concrete"), operand, type);
}

void CheckTyped(const CheckContext& c) {
  const TypeInfo& pointer = c.result_type();
  if (!pointer.Is(tt::kPointer) || pointer.unknown()) return;
  CheckElement(c, typed::kResultType, pointer.element);
}

void CheckUntyped(const CheckContext& c) {
  CheckElement(c, untyped::kElementType, c.inst().id(untyped::kElementType));
}

// Instructions whose result is certainly not a saved pointer.
bool IsNeverSaved(Op op) {
  switch (op) {
    case Op::kVariable:
    case Op::kUntypedVariableKHR:
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
    case Op::kPtrAccessChain:
    case Op::kInBoundsPtrAccessChain:
    case Op::kUntypedAccessChainKHR:
    case Op::kUntypedInBoundsAccessChainKHR:
    case Op::kUntypedPtrAccessChainKHR:
    case Op::kUntypedInBoundsPtrAccessChainKHR:
    case Op::kVariableLengthArrayINTEL:
    case Op::kUntypedVariableLengthArrayINTEL:
    case Op::kConstantNull:
      return true;
    default:
      return false;
  }
}

void CheckRestore(const CheckContext& c) {
  constexpr OperandIndex kPtr = operand::RestoreMemoryINTEL::kPtr;
  const InstIndex def = c.module().def(c.inst().id(kPtr));
  const TypeInfo& type = c.operand_type(kPtr);
  if (def == kNoInst || type.unknown() ||
      type.storage_class != StorageClass::kFunction) {
    return;
  }
  const Op op = c.module().record(def).op;
  if (!IsNeverSaved(op)) return;
  c.Report(R("memory.restorememory.pointer-origin"), kPtr,
           {c.inst().id(kPtr), op});
}

// --- Saves before allocations ---

bool IsArray(Op op) {
  return op == Op::kVariableLengthArrayINTEL ||
         op == Op::kUntypedVariableLengthArrayINTEL;
}

// Whether a save dominates the next instruction of a block.
constexpr uint32_t kUnsaved = 0;
constexpr uint32_t kSaved = 1;

// Reports the first allocation that no save dominates.  Blocks come after
// those that dominate them.
void CheckSaves(FunctionContext& fn) {
  if (!fn.context().Has(Capability::kVariableLengthArrayINTEL) ||
      !fn.has_graph()) {
    return;
  }
  std::vector<uint32_t>& saved = fn.number_scratch(0);
  saved.assign(fn.blocks().size(), kUnsaved);
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    const BlockIndex block = fn.BlockOf(i);
    if (block == kNoBlock || !fn.dominators().reachable(block)) continue;
    const Op op = fn.module().record(i).op;
    if (op == Op::kLabel) {
      const BlockIndex dominator = fn.dominators().immediate_dominator(block);
      if (dominator != kNoBlock) saved[block.value] = saved[dominator.value];
    } else if (op == Op::kSaveMemoryINTEL) {
      saved[block.value] = kSaved;
    } else if (IsArray(op) && saved[block.value] == kUnsaved) {
      fn.Report(R("memory.vla.dominated-by-save"), Place::At(i));
      return;
    }
  }
}
constexpr Check kChecks[] = {
    {Op::kVariableLengthArrayINTEL, CheckTyped},
    {Op::kUntypedVariableLengthArrayINTEL, CheckUntyped},
    {Op::kRestoreMemoryINTEL, CheckRestore}};

}  // namespace

extern constinit const Family kVariableLengthArrays(R,
                                                    kFunctionCheck<CheckSaves>,
                                                    kChecks, kSignatures,
                                                    kOperandRules);

}  // namespace plumb
