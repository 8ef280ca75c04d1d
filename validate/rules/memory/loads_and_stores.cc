// OpLoad and OpStore (section 3.3.8; SPV_KHR_untyped_pointers): the type
// loaded or stored must be the type that the pointer points to.
//
// Tested by testdata/rule_test.cc.
#include "absl/base/attributes.h"
#include "validate/engine/family.h"
#include "validate/rules/memory/layout_match.h"

namespace plumb {
namespace {

namespace load = operand::Load;
namespace store = operand::Store;

constexpr RuleTable R({
    Also("memory.loadstore.pointer-operand memory.loadstore.untyped-pointer",
         {"memory.load.pointer-type", "3.3.8",
          "{1} must be a pointer, not {0}"}),
    Contradicts(Contradicted::kPointerType,
                {"memory.load.result-type", "3.3.8",
                 "the result type must be the type that operand Pointer points "
                 "to, {1}, not {0}"}),
    {"memory.load.not-void", "3.3.8",
     "a value of type void cannot be loaded or stored"},
    Also("memory.load.untyped-fixed-size",
         {"memory.load.fixed-size", "3.3.8",
          "{0} has no fixed size: it contains a run-time array"}),
    Contradicts(
        Contradicted::kPointerType,
        {"memory.store.object-type", "3.3.8",
         "operand Object must have the type that operand Pointer points "
         "to, {1}, not {0}"}),
});

constexpr OperandRule kOperandRules[] = {
    {Op::kLoad, load::kPointer, kAnyPointer, &R("memory.load.pointer-type")},
    {Op::kStore, store::kPointer, kAnyPointer, &R("memory.load.pointer-type")},
};

// Whether values of a type can be loaded and stored; `at` is the operand that
// gives the type.
bool CheckObject(const CheckContext& c, OperandIndex at, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.Is(tt::kVoid)) {
    c.Report(R("memory.load.not-void"), at);
    return false;
  }
  if (info.Contains(type_part::kRuntimeArray)) {
    ReportType(c, R("memory.load.fixed-size"), at, type);
    return false;
  }
  return true;
}

// The type that a typed pointer at an operand points to; kNoId if unknown, or
// if the pointer is untyped.
Id PointeeAt(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& pointer = c.operand_type(operand);
  if (pointer.unknown() || !pointer.Is(tt::kPointer) ||
      c.context().types().Get(pointer.element).unknown()) {
    return kNoId;
  }
  return pointer.element;
}

// Fast path: whether an object has exactly the type that a pointer points to,
// and can be loaded and stored.  Nearly all loads and stores meet this.
bool IsPointee(const TypeInfo& pointer, Id type, const TypeInfo& object) {
  return pointer.element == type && !object.Is(tt::kVoid) &&
         !object.Contains(type_part::kRuntimeArray);
}

ABSL_ATTRIBUTE_NOINLINE void CheckOtherLoad(const CheckContext& c) {
  const Id result = c.inst().result_type();
  if (c.result_type().unknown()) return;
  const Id pointee = PointeeAt(c, load::kPointer);
  if (pointee != kNoId && pointee != result) {
    ReportTypes(c, R("memory.load.result-type"), load::kResultType, result,
                pointee);
  } else if (CheckObject(c, load::kResultType, result)) {
    return;
  }
  c.PoisonResult();
}

void CheckLoad(const CheckContext& c) {
  if (!IsPointee(c.operand_type(load::kPointer), c.inst().result_type(),
                 c.result_type())) {
    CheckOtherLoad(c);
  }
}

ABSL_ATTRIBUTE_NOINLINE void CheckOtherStore(const CheckContext& c) {
  const Id object = c.type_of(store::kObject);
  if (c.operand_type(store::kObject).unknown()) return;
  const Id pointee = PointeeAt(c, store::kPointer);
  if (pointee == kNoId || pointee == object ||
      c.operand_type(store::kObject).Is(tt::kVoid)) {
    CheckObject(c, store::kObject, object);
  } else if (!c.context().options().relax_struct_store ||
             !HaveSameLayout(c.context(), pointee, object)) {
    ReportTypes(c, R("memory.store.object-type"), store::kObject, object,
                pointee);
  }
}

void CheckStore(const CheckContext& c) {
  const Id object = c.type_of(store::kObject);
  if (!IsPointee(c.operand_type(store::kPointer), object,
                 c.context().types().Get(object))) {
    CheckOtherStore(c);
  }
}

constexpr Check kChecks[] = {{Op::kLoad, CheckLoad}, {Op::kStore, CheckStore}};

}  // namespace

extern constinit const Family kLoadsAndStores(R, kChecks, kOperandRules);

}  // namespace plumb
