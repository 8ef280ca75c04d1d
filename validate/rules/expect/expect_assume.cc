// Hints about values (SPV_KHR_expect_assume): expected values and assumptions.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_expect_assume";

constexpr RuleTable R({
    {"expect.assumetrue.condition", kSection,
     "the condition must be a Boolean scalar, not {0}"},
    {"expect.expect.result-type", kSection,
     "the result type must be an integer or Boolean scalar or vector, not {0}"},
    {"expect.expect.operand-type", kSection,
     "the operands must have the result type, {1}, not {0}"},
});

constexpr OperandRule kOperandRules[] = {
    {Op::kAssumeTrueKHR, operand::AssumeTrueKHR::kCondition, kBoolScalar,
     &R("expect.assumetrue.condition")},
};
constexpr Signature kSignatures[] = {
    {.ops = Op::kExpectKHR,
     .result = ScalarOrVector(tt::kInt | tt::kBool),
     .result_rule = &R("expect.expect.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("expect.expect.operand-type")},
};

}  // namespace

extern constinit const Family kExpectAssume(R, kSignatures, kOperandRules);

}  // namespace plumb
