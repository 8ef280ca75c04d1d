// OpSizeOf (section 3.3.1).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"memory.sizeof.result-type", "3.3.1",
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"memory.sizeof.pointer-type", "3.3.1",
     "{1} must be a pointer to a type, not {0}"},
    {"memory.sizeof.pointee-concrete", "3.3.1",
     "{0} has no size: it does not consist of numbers and physical pointers "
     "only"},
});

constexpr OperandIndex kPointer = operand::SizeOf::kPointer;

constexpr Signature kSignatures[] = {
    {.ops = Op::kSizeOf,
     .result = kInt32,
     .result_rule = &R("memory.sizeof.result-type"),
     .operands = PointerTo(kAnyType),
     .operand_rule = &R("memory.sizeof.pointer-type")},
};

void CheckPointee(const CheckContext& c) {
  namespace part = type_part;
  const TypeParts sizeless = part::kVoid | part::kBool |
                             part::kCooperativeMatrix | part::kRuntimeArray |
                             part::kFunction | part::kOpaque |
                             c.context().memory_model().logical_parts();
  const Id pointee = c.operand_type(kPointer).element;
  if (!c.context().types().Get(pointee).Contains(sizeless)) return;
  c.Report(R("memory.sizeof.pointee-concrete"), kPointer, {Arg::Type(pointee)})
      .Note("the type is declared here", Place::At(c.module().def(pointee)));
}

constexpr Check kChecks[] = {{Op::kSizeOf, CheckPointee}};

}  // namespace

extern constinit const Family kSizeOf(R, kChecks, kSignatures);

}  // namespace plumb
