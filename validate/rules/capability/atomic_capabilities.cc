// What atomic instructions need for 64-bit integers, and what they may do to
// atomic counters (section 3.2.30).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr RuleTable R({
    {.id = "capability.int64atomics.atomic-width",
     .section = "3.2.30",
     .text = "{0} of a 64-bit integer needs capability Int64Atomics",
     .when = {.unless = Capability::kInt64Atomics}},
    {.id = "capability.atomicstorage.atomiccounter-ops",
     .section = "3.2.30",
     .text = "{0} on an atomic counter needs capability AtomicStorageOps; "
             "without it counters are loaded, incremented and decremented only",
     .when = {.unless = Capability::kAtomicStorageOps}},
});

void CheckWidth(const CheckContext& c, const TypeInfo& pointer) {
  const TypeInfo& value = c.inst().info().has_result_type ? c.result_type()
                          : pointer.Is(tt::kPointer)
                              ? c.context().types().Get(pointer.element)
                              : c.operand_type(operand::AtomicStore::kValue);
  if (!value.poisoned() && value.IsAll(tt::kScalar | tt::kInt) &&
      value.width == 64) {
    c.Report(R("capability.int64atomics.atomic-width"), Place::kWhole,
             {c.inst().op()});
  }
}

bool IsForCounters(Op op) {
  return op == Op::kAtomicLoad || op == Op::kAtomicIIncrement ||
         op == Op::kAtomicIDecrement;
}

void CheckAtomic(const CheckContext& c) {
  const OperandIndex operand = c.inst().info().has_result_type
                                   ? operand::AtomicLoad::kPointer
                                   : operand::AtomicStore::kPointer;
  const TypeInfo& pointer = c.operand_type(operand);
  if (pointer.poisoned()) return;
  CheckWidth(c, pointer);
  if (pointer.storage_class == StorageClass::kAtomicCounter &&
      !IsForCounters(c.inst().op())) {
    c.Report(R("capability.atomicstorage.atomiccounter-ops"), operand,
             {c.inst().op()});
  }
}

// OpAtomicFlagTestAndSet and OpAtomicFlagClear take 32-bit integers only, and
// the floating-point ones have capabilities of their own.
constexpr Op kAtomics[] = {
    Op::kAtomicLoad,       Op::kAtomicStore,
    Op::kAtomicExchange,   Op::kAtomicCompareExchange,
    Op::kAtomicIIncrement, Op::kAtomicIDecrement,
    Op::kAtomicIAdd,       Op::kAtomicISub,
    Op::kAtomicSMin,       Op::kAtomicUMin,
    Op::kAtomicSMax,       Op::kAtomicUMax,
    Op::kAtomicAnd,        Op::kAtomicOr,
    Op::kAtomicXor,        Op::kAtomicCompareExchangeWeak,
};
constexpr Check kChecks[] = {{kAtomics, CheckAtomic}};

}  // namespace

extern constinit const Family kAtomicCapabilities = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
