// Products of two bfloat16 numbers, accumulated in 32 bits
// (SPV_QCOM_bfloat16_muladd).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"

namespace plumb {
namespace {

namespace operand = grammar::operand::BFloat16MulAddQCOM;

constexpr char kSection[] = "SPV_QCOM_bfloat16_muladd";

constexpr RuleTable R({
    {"arith.bfloat16muladd.result-type", kSection,
     "the result type must be a 32-bit floating-point scalar of the IEEE 754 "
     "encoding, not {0}"},
    {"arith.bfloat16muladd.factor-type", kSection,
     "{1} must be a scalar of encoding BFloat16KHR, not {0}"},
    {"arith.bfloat16muladd.addend-type", kSection,
     "{1} must be a 32-bit floating-point scalar of the IEEE 754 encoding, not "
     "{0}"},
});

constexpr TypePattern kSum = Ieee754(kFloat32);

constexpr Signature kSignatures[] = {
    {.ops = Op::kBFloat16MulAddQCOM,
     .result = kSum,
     .result_rule = &R("arith.bfloat16muladd.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kBFloat16MulAddQCOM, operand::kOperand3, kSum,
     &R("arith.bfloat16muladd.addend-type")},
};

void CheckFactors(const CheckContext& c) {
  for (const OperandIndex o : {operand::kOperand1, operand::kOperand2}) {
    const Id type = c.type_of(o);
    const TypeInfo& info = c.operand_type(o);
    if (info.unknown() ||
        (Scalar(tt::kFloat, 16).MatchesTraits(info) &&
         EncodingOf(c.context(), type) == grammar::FPEncoding::kBFloat16KHR)) {
      continue;
    }
    ReportType(c, R("arith.bfloat16muladd.factor-type"), o, type);
  }
}

constexpr Check kChecks[] = {{Op::kBFloat16MulAddQCOM, CheckFactors}};

}  // namespace

extern constinit const Family kBfloat16Muladd(R, kChecks, kSignatures,
                                              kOperandRules);

}  // namespace plumb
