// What a variable pointer must not point to or be used for (sections 2.2.2 and
// 2.16.1; SPV_KHR_untyped_pointers): matrices and parts of them, arrays of
// blocks, lengths of arrays.
//
// An error is reported where the pointer becomes a variable pointer.  A stored
// or returned pointer becomes one at the later load or after the call, so it
// is checked at the store or return.  An untyped pointer does not give the
// type that it points to, so its uses are checked.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/object_types.h"
#include "validate/facts/varying_pointers.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "2.16.1";

constexpr RuleTable R({
    {"memory.varptr.no-matrix", kSection,
     "a variable pointer must not point to {0}, which is or holds a matrix"},
    {"memory.varptr.no-matrix-part", kSection,
     "{0} points into a matrix, so it must not become a variable pointer"},
    ReliesOn(kDecorateOps,
             {"memory.varptr.no-block-array", kSection,
              "a variable pointer must not point to {0}, an array of "
              "structures decorated with Block or BufferBlock"}),
    Also("memory.varptr.no-untypedarraylength",
         {"memory.varptr.no-arraylength", kSection,
          "{1} requires a pointer to a known buffer, but {0} is a variable "
          "pointer"}),
});

// Whether the module may have variable pointers and must be checked.
bool HasVariablePointers(const ModuleContext& context) {
  return context.Has(Capability::kVariablePointersStorageBuffer) &&
         RestrictsPointersOfCalls(context);
}

PointerOrigin OriginAt(const CheckContext& c, OperandIndex operand) {
  return c.context().pointers().OriginOf(c.inst().id(operand));
}

// Checks the type that a variable pointer points to, given by an operand; true
// if it is valid.
bool CheckTarget(const CheckContext& c, OperandIndex operand, Id target) {
  const TypeInfo& type = c.context().types().Get(target);
  if (type.unknown()) return true;
  if (type.Contains(type_part::kMatrix)) {
    ReportType(c, R("memory.varptr.no-matrix"), operand, target);
  } else if (IsBlockArray(c.context(), target)) {
    ReportType(c, R("memory.varptr.no-block-array"), operand, target);
  } else {
    return true;
  }
  c.PoisonResult();
  return false;
}

// --- Instructions that make one ---

// The operands whose pointers the result may be.
struct Sources {
  OperandIndex first;
  uint32_t step;  // 0: there is only one
};

Sources SourcesOf(Op op) {
  switch (op) {
    case Op::kSelect:
      return {operand::Select::kObject1, 1};
    case Op::kPhi:
      return {operand::Phi::kVariableParent, 2};
    case Op::kUntypedPtrAccessChainKHR:
      return {operand::UntypedPtrAccessChainKHR::kBase, 0};
    default:
      return {operand::PtrAccessChain::kBase, 0};
  }
}

// Whether a pointer that is not yet variable points into a matrix.
bool CheckPart(const CheckContext& c, OperandIndex operand) {
  const PointerOrigin origin = OriginAt(c, operand);
  if ((origin.path & pointer_path::kMatrixPart) == 0 || origin.is_variable ||
      !c.context().memory_model().IsLogical(
          c.operand_type(operand).storage_class)) {
    return true;
  }
  c.Report(R("memory.varptr.no-matrix-part"), operand, {c.inst().id(operand)});
  c.PoisonResult();
  return false;
}

// Whether an untyped pointer is a variable that holds an array of blocks.
bool CheckBlocks(const CheckContext& c, OperandIndex operand) {
  namespace variable = operand::UntypedVariableKHR;
  constexpr PointerPath kSteps =
      pointer_path::kChain | pointer_path::kElementChain;
  const PointerOrigin origin = OriginAt(c, operand);
  if ((origin.path & kSteps) != 0 || origin.is_variable ||
      !IsDefinedBy(c.module(), origin.root, Op::kUntypedVariableKHR)) {
    return true;
  }
  const Inst root = c.module().inst(c.module().def(origin.root));
  const auto data_type = root.Find(variable::kDataType);
  if (!data_type) return true;
  const Id type = root.id(*data_type);
  if (!IsBlockArray(c.context(), type)) return true;
  ReportType(c, R("memory.varptr.no-block-array"), operand, type);
  c.PoisonResult();
  return false;
}

bool CheckSource(const CheckContext& c, OperandIndex operand) {
  return !c.context().poisoned(c.inst().id(operand)) && CheckPart(c, operand) &&
         CheckBlocks(c, operand);
}

void CheckProducer(const CheckContext& c) {
  if (!c.context().pointers().OriginOf(c.inst().result()).is_variable) return;
  const Sources sources = SourcesOf(c.inst().op());
  for (OperandIndex o = sources.first; o < c.inst().operand_count();
       o += sources.step) {
    if (!CheckSource(c, o)) return;
    if (sources.step == 0) break;
  }
  if (!c.result_type().Is(tt::kPointer)) return;
  if (!CheckTarget(c, operand::Select::kResultType, c.result_type().element) ||
      sources.step != 0) {
    return;
  }
  // The chain itself may go to a part.
  const PointerOrigin origin =
      c.context().pointers().OriginOf(c.inst().result());
  if ((origin.path & pointer_path::kMatrixPart) == 0 ||
      OriginAt(c, sources.first).is_variable) {
    return;
  }
  c.Report(R("memory.varptr.no-matrix-part"), Place::kWhole,
           {c.inst().result()});
}

// Null pointers, and results of calls and loads.
void CheckPointerSource(const CheckContext& c) {
  if (!c.result_type().Is(tt::kPointer) ||
      !c.context().pointers().OriginOf(c.inst().result()).is_variable) {
    return;
  }
  CheckTarget(c, operand::Load::kResultType, c.result_type().element);
}

void CheckReturned(const CheckContext& c) {
  CheckPart(c, operand::ReturnValue::kValue);
}

void CheckStored(const CheckContext& c) {
  CheckPart(c, operand::Store::kObject);
}

// --- Uses ---

// Checks the type accessed through an untyped pointer.
void CheckAccess(const CheckContext& c, OperandIndex pointer,
                 OperandIndex stated_at, Id accessed) {
  if (!c.operand_type(pointer).Is(tt::kUntypedPointer) ||
      !OriginAt(c, pointer).is_variable ||
      c.context().poisoned(c.inst().id(pointer))) {
    return;
  }
  CheckTarget(c, stated_at, accessed);
}

void CheckLoad(const CheckContext& c) {
  CheckAccess(c, operand::Load::kPointer, operand::Load::kResultType,
              c.inst().result_type());
}

void CheckStore(const CheckContext& c) {
  CheckAccess(c, operand::Store::kPointer, operand::Store::kObject,
              c.type_of(operand::Store::kObject));
}

void CheckChain(const CheckContext& c) {
  namespace chain = operand::UntypedAccessChainKHR;
  CheckAccess(c, chain::kBase, chain::kBaseType, c.inst().id(chain::kBaseType));
}

void CheckLength(const CheckContext& c) {
  const OperandIndex pointer = c.inst().op() == Op::kArrayLength
                                   ? operand::ArrayLength::kStructure
                                   : operand::UntypedArrayLengthKHR::kPointer;
  if (!OriginAt(c, pointer).is_variable) return;
  c.Report(R("memory.varptr.no-arraylength"), pointer,
           {c.inst().id(pointer), c.inst().op()});
}

constexpr Op kProducers[] = {Op::kSelect, Op::kPhi, Op::kPtrAccessChain,
                             Op::kUntypedPtrAccessChainKHR};
constexpr Op kPointerSources[] = {Op::kConstantNull, Op::kFunctionCall,
                                  Op::kLoad};
constexpr Op kUntypedChains[] = {
    Op::kUntypedAccessChainKHR, Op::kUntypedInBoundsAccessChainKHR,
    Op::kUntypedPtrAccessChainKHR, Op::kUntypedInBoundsPtrAccessChainKHR};
constexpr Op kLengths[] = {Op::kArrayLength, Op::kUntypedArrayLengthKHR};

static_assert(AllHave(kUntypedChains,
                      operand::UntypedAccessChainKHR::kBaseType));
constexpr Check kChecks[] = {
    {kProducers, CheckProducer, Requires(HasVariablePointers)},
    {kPointerSources, CheckPointerSource, Requires(HasVariablePointers)},
    {Op::kReturnValue, CheckReturned, Requires(HasVariablePointers)},
    {Op::kStore, CheckStored, Requires(HasVariablePointers)},
    {Op::kLoad, CheckLoad, Requires(HasVariablePointers)},
    {Op::kStore, CheckStore, Requires(HasVariablePointers)},
    {kUntypedChains, CheckChain, Requires(HasVariablePointers)},
    {kLengths, CheckLength, Requires(HasVariablePointers)}};

}  // namespace

extern constinit const Family kVariablePointerTargets(R, kChecks);

}  // namespace plumb
