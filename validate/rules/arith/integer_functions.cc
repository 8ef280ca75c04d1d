// Integer functions (SPV_INTEL_shader_integer_functions2).
// bit/bit_functions.cc has those that count bits.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kFunctions[] = "SPV_INTEL_shader_integer_functions2";

constexpr RuleTable R({
    {"arith.absolutedifference.result-type", kFunctions,
     "the result type must be a scalar or vector of unsigned integers, not "
     "{0}"},
    {"arith.absisub.operand-type", kFunctions,
     "{1} must be an integer scalar or vector, not {0}"},
    {"arith.absisub.operand-shape", kFunctions,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}, and the same component width"},
    {"arith.integerfunction.result-type", kFunctions,
     "the result type must be an integer scalar or vector, not {0}"},
    {"arith.integerfunction.unsigned-result-type", kFunctions,
     "the result type must be a scalar or vector of unsigned integers, not "
     "{0}"},
    {"arith.integerfunction.operand-type", kFunctions,
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.mul32x16.result-type", kFunctions,
     "the result type must be a scalar or vector of 32-bit integers, not {0}"},
    {"arith.mul32x16.unsigned-result-type", kFunctions,
     "the result type must be a scalar or vector of unsigned 32-bit integers, "
     "not {0}"},
});

constexpr Op kDifference[] = {Op::kAbsISubINTEL, Op::kAbsUSubINTEL};
constexpr Op kAnySign[] = {Op::kIAddSatINTEL, Op::kIAverageINTEL,
                           Op::kIAverageRoundedINTEL, Op::kISubSatINTEL};
constexpr Op kUnsigned[] = {Op::kUAddSatINTEL, Op::kUAverageINTEL,
                            Op::kUAverageRoundedINTEL, Op::kUSubSatINTEL};
constexpr Op kResultTyped[] = {
    Op::kAbsUSubINTEL,   Op::kIAddSatINTEL,         Op::kIAverageINTEL,
    Op::kISubSatINTEL,   Op::kIAverageRoundedINTEL, Op::kUAddSatINTEL,
    Op::kUAverageINTEL,  Op::kUAverageRoundedINTEL, Op::kUSubSatINTEL,
    Op::kIMul32x16INTEL, Op::kUMul32x16INTEL,
};

constexpr TypePattern kIntegers = ScalarOrVector(tt::kInt);
constexpr TypePattern kUnsignedIntegers = Unsigned(kIntegers);

constexpr Signature kSignatures[] = {
    {.ops = kDifference,
     .result = kUnsignedIntegers,
     .result_rule = &R("arith.absolutedifference.result-type")},
    {.ops = Op::kAbsISubINTEL,
     .operands = kIntegers,
     .operand_rule = &R("arith.absisub.operand-type"),
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("arith.absisub.operand-shape")},
    {.ops = kAnySign,
     .result = kIntegers,
     .result_rule = &R("arith.integerfunction.result-type")},
    {.ops = kUnsigned,
     .result = kUnsignedIntegers,
     .result_rule = &R("arith.integerfunction.unsigned-result-type")},
    {.ops = Op::kIMul32x16INTEL,
     .result = ScalarOrVector(tt::kInt, 32),
     .result_rule = &R("arith.mul32x16.result-type")},
    {.ops = Op::kUMul32x16INTEL,
     .result = Unsigned(ScalarOrVector(tt::kInt, 32)),
     .result_rule = &R("arith.mul32x16.unsigned-result-type")},
    {.ops = kResultTyped,
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.integerfunction.operand-type")},
};

}  // namespace

extern constinit const Family kIntegerFunctions(R, kSignatures);

}  // namespace plumb
