// Functions on bits from extensions: counts of zeros
// (SPV_INTEL_shader_integer_functions2), and bitwise functions of three
// operands (SPV_INTEL_ternary_bitwise_function).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kFunctions[] = "SPV_INTEL_shader_integer_functions2";
constexpr char kTernary[] = "SPV_INTEL_ternary_bitwise_function";

constexpr RuleTable R({
    {"bit.countzeros.result-type", kFunctions,
     "the result type must be a scalar or vector of unsigned 32-bit integers, "
     "not {0}"},
    {"bit.countzeros.operand-type", kFunctions,
     "the operand must have the type of the result, {1}, not {0}"},
    {"bit.bitwisefunction.result-type", kTernary,
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.bitwisefunction.operand-type", kTernary,
     "{2} must have the type of the result, {1}, not {0}"},
    {"bit.bitwisefunction.index-type", kTernary,
     "operand LUTIndex must be a 32-bit integer scalar, not {0}"},
    {"bit.bitwisefunction.index-constant", kTernary,
     "operand LUTIndex must be a constant, but {0} is not"},
});

constexpr Op kCountZeros[] = {Op::kUCountLeadingZerosINTEL,
                              Op::kUCountTrailingZerosINTEL};

constexpr Signature kSignatures[] = {
    {.ops = kCountZeros,
     .result = Unsigned(ScalarOrVector(tt::kInt, 32)),
     .result_rule = &R("bit.countzeros.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.countzeros.operand-type")},
    {.ops = Op::kBitwiseFunctionINTEL,
     .result = ScalarOrVector(tt::kInt),
     .result_rule = &R("bit.bitwisefunction.result-type"),
     .operand_count = 3,
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.bitwisefunction.operand-type")},
};

constexpr OperandRule kOperandRules[] = {
    {Op::kBitwiseFunctionINTEL, operand::BitwiseFunctionINTEL::kLUTIndex,
     kInt32, &R("bit.bitwisefunction.index-type")},
    {Op::kBitwiseFunctionINTEL, operand::BitwiseFunctionINTEL::kLUTIndex,
     kAnyType, &R("bit.bitwisefunction.index-constant"), DefinedBy::kConstant},
};

}  // namespace

extern constinit const Family kBitFunctions(R, kSignatures, kOperandRules);

}  // namespace plumb
