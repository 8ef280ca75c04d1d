// Capabilities that atomic instructions need for 64-bit integers and for
// floats of each width, and the instructions allowed on atomic counters
// (section 3.2.30).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also(
        "capability.int64atomics.untyped atomic.int64.capability",
        WithFix(
            Declare(Capability::kInt64Atomics),
            {.id = "capability.int64atomics.atomic-width",
             .section = "3.2.30",
             .text = "{0} of a 64-bit integer requires capability Int64Atomics",
             .when = {.unless = Capability::kInt64Atomics}})),
    Also("atomic.counter-class.operations atomic.counter-class.storage-ops "
         "atomic.counter-class.storage-ops-only",
         {"capability.atomicstorage.atomiccounter-ops", "3.2.30",
          "{0} cannot be used on an atomic counter: only OpAtomicLoad, "
          "OpAtomicIIncrement and OpAtomicIDecrement can, and nine more with "
          "capability AtomicStorageOps"}),
    {"capability.atomicstorage.plain-access", "3.2.30",
     "{0} cannot be used on an atomic counter: only atomic instructions can "
     "access it"},
});

// --- Widths ---

// The capability that an atomic instruction needs for floats of a width.
struct FloatRow {
  Instructions ops;
  uint32_t width;
  Rule rule;
};
constexpr char kWidthText[] =
    "{0} of {1}-bit floating-point numbers requires capability {2}";
constexpr Op kMinMax[] = {Op::kAtomicFMinEXT, Op::kAtomicFMaxEXT};

constexpr Rule WidthRule(absl::string_view id, absl::string_view section,
                         Capability needed) {
  return {.id = id,
          .section = section,
          .text = kWidthText,
          .when = {.unless = needed},
          .fix = Declare(needed)};
}
constexpr FloatRow kFloatRows[] = {
    {Op::kAtomicFAddEXT, 16,
     Also("atomic.fadd.width atomic.float16vector.scalar-capability",
          WidthRule("capability.atomicfloat16add.atomic-width",
                    "SPV_EXT_shader_atomic_float16_add",
                    Capability::kAtomicFloat16AddEXT))},
    {Op::kAtomicFAddEXT, 32,
     WidthRule("capability.atomicfloat32add.atomic-width",
               "SPV_EXT_shader_atomic_float_add",
               Capability::kAtomicFloat32AddEXT)},
    {Op::kAtomicFAddEXT, 64,
     WidthRule("capability.atomicfloat64add.atomic-width",
               "SPV_EXT_shader_atomic_float_add",
               Capability::kAtomicFloat64AddEXT)},
    {kMinMax, 16,
     Also("atomic.fminmax.width",
          WidthRule("capability.atomicfloat16minmax.atomic-width",
                    "SPV_EXT_shader_atomic_float_min_max",
                    Capability::kAtomicFloat16MinMaxEXT))},
    {kMinMax, 32,
     WidthRule("capability.atomicfloat32minmax.atomic-width",
               "SPV_EXT_shader_atomic_float_min_max",
               Capability::kAtomicFloat32MinMaxEXT)},
    {kMinMax, 64,
     WidthRule("capability.atomicfloat64minmax.atomic-width",
               "SPV_EXT_shader_atomic_float_min_max",
               Capability::kAtomicFloat64MinMaxEXT)},
};
constexpr auto kRules = Join(RulesOf(R), RulesOf(kFloatRows, &FloatRow::rule));

// A module without any capability for the instruction is reported by another
// rule.
void CheckFloat(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  if (type.poisoned() || !type.IsAll(tt::kScalar | tt::kFloat) ||
      type.Is(tt::kOtherEncoding) ||
      !c.context().features().HasCapabilityOf(
          grammar::RequirementAt(c.inst().info().requirement))) {
    return;
  }
  for (const FloatRow& row : kFloatRows) {
    if (row.width != type.width || !row.ops.Include(c.inst().op())) {
      continue;
    }
    const auto needed = static_cast<uint32_t>(*row.rule.when.unless);
    c.Report(row.rule, Place::kWhole,
             {c.inst().op(), row.width,
              grammar::Text(
                  grammar::EnumerantByValue(grammar::Kind::kCapability, needed)
                      ->name)});
    return;
  }
}

void CheckInteger(const CheckContext& c) {
  constexpr OperandIndex kStored = operand::AtomicStore::kValue;
  // An untyped pointer does not give the type that it points to.
  const TypeInfo& value = c.inst().info().has_result_type
                              ? c.result_type()
                              : c.operand_type(kStored);
  if (!value.poisoned() && value.IsAll(tt::kScalar | tt::kInt) &&
      value.width == 64) {
    c.Report(R("capability.int64atomics.atomic-width"), Place::kWhole,
             {c.inst().op()});
  }
}

// --- Counters ---

bool IsForCounters(const ModuleContext& context, Op op) {
  switch (op) {
    case Op::kAtomicLoad:
    case Op::kAtomicIIncrement:
    case Op::kAtomicIDecrement:
      return true;
    case Op::kAtomicExchange:
    case Op::kAtomicCompareExchange:
    case Op::kAtomicIAdd:
    case Op::kAtomicISub:
    case Op::kAtomicUMin:
    case Op::kAtomicUMax:
    case Op::kAtomicAnd:
    case Op::kAtomicOr:
    case Op::kAtomicXor:
      return context.Has(Capability::kAtomicStorageOps);
    default:
      return false;
  }
}

bool PointsToCounter(const TypeInfo& pointer) {
  return !pointer.poisoned() && pointer.Is(tt::kAnyPointer) &&
         pointer.storage_class == StorageClass::kAtomicCounter;
}

void CheckCounter(const CheckContext& c) {
  const OperandIndex operand = c.inst().info().has_result_type
                                   ? operand::AtomicLoad::kPointer
                                   : operand::AtomicStore::kPointer;
  if (!PointsToCounter(c.operand_type(operand)) ||
      IsForCounters(c.context(), c.inst().op())) {
    return;
  }
  c.Report(R("capability.atomicstorage.atomiccounter-ops"), operand,
           {c.inst().op()});
}

void CheckPlain(const CheckContext& c) {
  for (OperandIndex o = 0; o < c.inst().operand_count(); ++o) {
    if (c.inst().kind(o) != grammar::Kind::kIdRef ||
        !PointsToCounter(c.operand_type(o))) {
      continue;
    }
    c.Report(R("capability.atomicstorage.plain-access"), o, {c.inst().op()});
    return;
  }
}

// OpAtomicFlagTestAndSet and OpAtomicFlagClear take 32-bit integers only.
constexpr Op kIntegers[] = {
    Op::kAtomicLoad,       Op::kAtomicStore,
    Op::kAtomicExchange,   Op::kAtomicCompareExchange,
    Op::kAtomicIIncrement, Op::kAtomicIDecrement,
    Op::kAtomicIAdd,       Op::kAtomicISub,
    Op::kAtomicSMin,       Op::kAtomicUMin,
    Op::kAtomicSMax,       Op::kAtomicUMax,
    Op::kAtomicAnd,        Op::kAtomicOr,
    Op::kAtomicXor,        Op::kAtomicCompareExchangeWeak,
};
constexpr Op kFloats[] = {Op::kAtomicFAddEXT, Op::kAtomicFMinEXT,
                          Op::kAtomicFMaxEXT};
constexpr auto kAtomics = grammar::kOpsWith<grammar::OpTrait::kAtomic>;
constexpr Op kPlain[] = {Op::kLoad, Op::kStore, Op::kCopyMemory,
                         Op::kCopyMemorySized};
static_assert(AllHave(kIntegers, operand::AtomicStore::kValue));
constexpr Check kChecks[] = {
    {kIntegers, CheckInteger},
    {kFloats, CheckFloat},
    {kAtomics, CheckCounter, Requires(StorageClass::kAtomicCounter)},
    {kPlain, CheckPlain, Requires(StorageClass::kAtomicCounter)}};

}  // namespace

extern constinit const Family kAtomicCapabilities(kRules, kChecks);

}  // namespace plumb
