// Loads and stores under a condition (SPV_INTEL_predicated_io).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::MemoryAccess;
namespace load = grammar::operand::PredicatedLoadINTEL;
namespace store = grammar::operand::PredicatedStoreINTEL;

constexpr char kSection[] = "SPV_INTEL_predicated_io";

constexpr RuleTable R({
    {"predicated.load.result-type", kSection,
     "the result type must be a scalar or vector of numbers, not {0}"},
    {"predicated.load.pointer", kSection,
     "operand Pointer must be a pointer, not {0}"},
    {"predicated.load.pointee", kSection,
     "operand Pointer must point to the result type, {1}, not to {0}"},
    {"predicated.load.predicate", kSection,
     "operand Predicate must be a Boolean scalar, not {0}"},
    {"predicated.load.default-type", kSection,
     "operand Default Value must have the result type, {1}, not {0}"},
    {"predicated.load.not-volatile", kSection,
     "a predicated load must not be Volatile"},
    {"predicated.store.pointer", kSection,
     "operand Pointer must be a pointer, not {0}"},
    {"predicated.store.pointee", kSection,
     "operand Pointer must point to the type of Object, {1}, not to {0}"},
    {"predicated.store.object-type", kSection,
     "operand Object must be a scalar or vector of numbers, not {0}"},
    {"predicated.store.predicate", kSection,
     "operand Predicate must be a Boolean scalar, not {0}"},
    {"predicated.store.not-volatile", kSection,
     "a predicated store must not be Volatile"},
});

constexpr TypePattern kNumbers = ScalarOrVector(tt::kNumeric);

constexpr Signature kSignatures[] = {
    {.ops = Op::kPredicatedLoadINTEL,
     .result = kNumbers,
     .result_rule = &R("predicated.load.result-type"),
     .first_operand = load::kDefaultValue,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("predicated.load.default-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kPredicatedLoadINTEL, load::kPointer, kAnyPointer,
     &R("predicated.load.pointer")},
    {Op::kPredicatedLoadINTEL, load::kPredicate, kBoolScalar,
     &R("predicated.load.predicate")},
    {Op::kPredicatedStoreINTEL, store::kPointer, kAnyPointer,
     &R("predicated.store.pointer")},
    {Op::kPredicatedStoreINTEL, store::kObject, kNumbers,
     &R("predicated.store.object-type")},
    {Op::kPredicatedStoreINTEL, store::kPredicate, kBoolScalar,
     &R("predicated.store.predicate")},
};

// Checks an access to an object of type `object` through the pointer at
// `operand`.
void CheckPointee(const CheckContext& c, const Rule& rule, OperandIndex operand,
                  Id object) {
  const TypeInfo& pointer = c.operand_type(operand);
  const TypeInfo& type = c.context().types().Get(object);
  if (pointer.unknown() || type.unknown() || !pointer.Is(tt::kPointer) ||
      pointer.element == object || pointer.element == kNoId) {
    return;
  }
  ReportTypes(c, rule, operand, pointer.element, object);
}

void CheckNotVolatile(const CheckContext& c, const Rule& rule,
                      OperandIndex operand) {
  if (operand < c.inst().operand_count() &&
      (c.inst().operand_word(operand) &
       static_cast<uint32_t>(MemoryAccess::kVolatile)) != 0) {
    c.Report(rule, operand);
  }
}

void CheckLoad(const CheckContext& c) {
  CheckPointee(c, R("predicated.load.pointee"), load::kPointer,
               c.inst().result_type());
  CheckNotVolatile(c, R("predicated.load.not-volatile"), load::kMemoryAccess);
}

void CheckStore(const CheckContext& c) {
  CheckPointee(c, R("predicated.store.pointee"), store::kPointer,
               c.type_of(store::kObject));
  CheckNotVolatile(c, R("predicated.store.not-volatile"), store::kMemoryAccess);
}

constexpr Check kChecks[] = {{Op::kPredicatedLoadINTEL, CheckLoad},
                             {Op::kPredicatedStoreINTEL, CheckStore}};

}  // namespace

extern constinit const Family kPredicatedIo(R, kChecks, kSignatures,
                                            kOperandRules);

}  // namespace plumb
