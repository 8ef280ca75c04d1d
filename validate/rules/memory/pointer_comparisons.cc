// OpPtrEqual, OpPtrNotEqual and OpPtrDiff (sections 2.16.1 and 3.3.8;
// SPV_KHR_untyped_pointers).  With MaskedGatherScatterINTEL they take vectors
// of physical pointers.
//
// physical_buffers.cc checks pointers into PhysicalStorageBuffer.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/varying_pointers.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

namespace equal = grammar::operand::PtrEqual;

constexpr char kSection[] = "3.3.8";

constexpr RuleTable R({
    Also("memory.ptrequal.pointer-vector",
         {"memory.ptrequal.result-type", kSection,
          "the result type must be a Boolean scalar (for vectors of pointers, "
          "a Boolean vector of the same size), not {0}"}),
    {"memory.ptrequal.operand-pointer", kSection,
     "{1} must be a pointer, not {0}"},
    {"memory.ptrequal.same-type", kSection,
     "the pointers must have the same type: {2} has type {0}, but the first "
     "operand has type {1}"},
    {"memory.ptrequal.same-storage-class", "SPV_KHR_untyped_pointers",
     "the pointers must point into the same storage class: Operand 2 points "
     "into {0}, but Operand 1 into {1}"},
    Also("memory.ptrdiff.pointer-vector",
         {"memory.ptrdiff.result-type", kSection,
          "the result type must be an integer scalar (for vectors of pointers, "
          "an integer vector of the same size), not {0}"}),
    {"memory.ptrdiff.operand-pointer", kSection,
     "{1} must be a pointer, not {0}"},
    Also("memory.ptrdiff.untyped-operands",
         {"memory.ptrdiff.same-type", kSection,
          "the pointers must have exactly the same type: {2} has type {0}, but "
          "the first operand has type {1}"}),
    {"memory.ptrdiff.pointee-element", kSection,
     "{0} cannot be the element of an array"},
    ReliesOn(kDecorateOps, {"memory.ptrdiff.base-arraystride", kSection,
                            "elements in {1} have a layout, so {0} must be "
                            "decorated with ArrayStride"}),
    WithFix(Declare(Capability::kVariablePointersStorageBuffer),
            {"memory.logical.no-pointer-compare", "2.16.1",
             "{0} on logical pointers requires capability "
             "VariablePointersStorageBuffer"}),
    Also("memory.varptr.untyped-compare",
         {"memory.varptr.compare-storage-class", "2.16.1",
          "the logical pointers of {1} must point into StorageBuffer or "
          "Workgroup, not {0}"}),
    WithFix(Declare(Capability::kVariablePointers),
            {"memory.varptr.compare-workgroup", "2.16.1",
             "{0} on pointers into Workgroup requires capability "
             "VariablePointers"}),
});

constexpr Op kCompare[] = {Op::kPtrEqual, Op::kPtrNotEqual};
constexpr auto kOps = JoinOps(kCompare, Op::kPtrDiff);
static_assert(equal::kOperand2 == operand::PtrDiff::kOperand2);

bool IsDiff(const CheckContext& c) { return c.inst().op() == Op::kPtrDiff; }

const Rule& RuleOf(const CheckContext& c, const Rule& compare,
                   const Rule& diff) {
  return IsDiff(c) ? diff : compare;
}

// Whether a type is a vector of physical pointers.
bool IsPointerVector(const CheckContext& c, const TypeInfo& type) {
  return type.Is(tt::kVector) && !type.unknown() &&
         c.context().types().Get(type.element).Is(tt::kAnyPointer);
}

bool CheckOperand(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.unknown()) return false;
  if (type.Is(tt::kAnyPointer) || IsPointerVector(c, type)) return true;
  const Rule& rule = RuleOf(c, R("memory.ptrequal.operand-pointer"),
                            R("memory.ptrdiff.operand-pointer"));
  ReportType(c, rule, operand, c.type_of(operand));
  return false;
}

// The result must be a scalar, or have as many components as there are
// pointers.
void CheckResult(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const TypeInfo& pointers = c.operand_type(equal::kOperand1);
  if (result.unknown() || pointers.unknown()) return;
  const bool vector = IsPointerVector(c, pointers);
  const TypeTraits component = IsDiff(c) ? tt::kInt : tt::kBool;
  if (result.IsAll(component | (vector ? tt::kVector : tt::kScalar)) &&
      (!vector || result.Is(tt::kCountUnknown) ||
       result.count == pointers.count)) {
    return;
  }
  ReportType(c,
             RuleOf(c, R("memory.ptrequal.result-type"),
                    R("memory.ptrdiff.result-type")),
             equal::kResultType, c.inst().result_type());
}

bool IsTyped(const TypeInfo& type) { return !type.Is(tt::kUntypedPointer); }

// Whether both pointers are of the same kind.
bool CheckSame(const CheckContext& c) {
  const Id first = c.type_of(equal::kOperand1);
  const Id second = c.type_of(equal::kOperand2);
  if (first == second) return true;
  const TypeInfo& a = c.operand_type(equal::kOperand1);
  const TypeInfo& b = c.operand_type(equal::kOperand2);
  if (IsDiff(c)) {
    ReportTypes(c, R("memory.ptrdiff.same-type"), equal::kOperand2, second,
                first);
  } else if (IsTyped(a) && IsTyped(b)) {
    ReportTypes(c, R("memory.ptrequal.same-type"), equal::kOperand2, second,
                first);
  } else if (a.storage_class != b.storage_class) {
    c.Report(R("memory.ptrequal.same-storage-class"), equal::kOperand2,
             {NameOf(b.storage_class), NameOf(a.storage_class)});
  } else {
    return true;
  }
  return false;
}

// --- Elements ---

// Whether objects in this storage class have an explicit layout.
bool HasLayout(StorageClass storage) {
  return storage == StorageClass::kStorageBuffer ||
         storage == StorageClass::kUniform ||
         storage == StorageClass::kPushConstant;
}

void CheckElements(const CheckContext& c) {
  const TypeInfo& pointer = c.operand_type(equal::kOperand1);
  const Id type = c.type_of(equal::kOperand1);
  if (!pointer.Is(tt::kPointer)) return;
  const TypeInfo& element = c.context().types().Get(pointer.element);
  if (element.unknown()) return;
  if (element.Is(tt::kVoid | tt::kFunction)) {
    ReportType(c, R("memory.ptrdiff.pointee-element"), equal::kOperand1,
               pointer.element);
  } else if (c.context().Has(Capability::kShader) &&
             HasLayout(pointer.storage_class) &&
             !c.context().decorations().Has(type, Decoration::kArrayStride)) {
    ReportType(c, R("memory.ptrdiff.base-arraystride"), equal::kOperand1, type);
  }
}

// --- Logical pointers ---

// Whether logical pointers may be compared or subtracted.
bool CheckLogical(const CheckContext& c) {
  const ModuleContext& context = c.context();
  const TypeInfo& pointer = c.operand_type(equal::kOperand1);
  const StorageClass storage = pointer.storage_class;
  if (!pointer.Is(tt::kAnyPointer) || !RestrictsPointersOfCalls(context) ||
      !context.memory_model().IsLogical(storage)) {
    return true;
  }
  const Op op = c.inst().op();
  if (!context.Has(Capability::kVariablePointersStorageBuffer)) {
    c.Report(R("memory.logical.no-pointer-compare"), Place::kWhole, {op});
  } else if (storage != StorageClass::kStorageBuffer &&
             storage != StorageClass::kWorkgroup) {
    c.Report(R("memory.varptr.compare-storage-class"), equal::kOperand1,
             {NameOf(storage), op});
  } else if (!AllowsVariablePointers(context, storage)) {
    c.Report(R("memory.varptr.compare-workgroup"), equal::kOperand1, {op});
  } else {
    return true;
  }
  return false;
}

void CheckPointers(const CheckContext& c) {
  if (!CheckOperand(c, equal::kOperand1) ||
      !CheckOperand(c, equal::kOperand2)) {
    return;
  }
  CheckResult(c);
  if (!CheckSame(c) || !CheckLogical(c)) return;
  if (IsDiff(c)) CheckElements(c);
}

constexpr Check kChecks[] = {{kOps, CheckPointers}};

}  // namespace

extern constinit const Family kPointerComparisons(R, kChecks);

}  // namespace plumb
