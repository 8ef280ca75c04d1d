// Integer functions (SPV_INTEL_shader_integer_functions2) and bitwise functions
// of three operands (SPV_INTEL_ternary_bitwise_function).
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr char kFunctions[] = "SPV_INTEL_shader_integer_functions2";
constexpr char kTernary[] = "SPV_INTEL_ternary_bitwise_function";

constexpr RuleTable R({
    {"bit.countzeros.result-type", kFunctions,
     "the result type must be a scalar or vector of 32-bit unsigned integers, "
     "not {0}"},
    {"bit.countzeros.operand-type", kFunctions,
     "the operand must have the type of the result, {1}, not {0}"},
    {"arith.absolutedifference.result-type", kFunctions,
     "the result type must be a scalar or vector of unsigned integers, not "
     "{0}"},
    {"arith.absisub.operand-type", kFunctions,
     "{1} must be an integer scalar or vector, not {0}"},
    {"arith.absisub.operand-shape", kFunctions,
     "{2}, of type {0}, must have as many and as wide components as the "
     "result, of type {1}"},
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
     "the result type must be a scalar or vector of 32-bit unsigned integers, "
     "not {0}"},
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
constexpr Op kDifference[] = {Op::kAbsISubINTEL, Op::kAbsUSubINTEL};
constexpr Op kSignedDifference[] = {Op::kAbsISubINTEL};
constexpr Op kAnySign[] = {Op::kIAddSatINTEL, Op::kIAverageINTEL,
                           Op::kIAverageRoundedINTEL, Op::kISubSatINTEL};
constexpr Op kUnsigned[] = {Op::kUAddSatINTEL, Op::kUAverageINTEL,
                            Op::kUAverageRoundedINTEL, Op::kUSubSatINTEL};
constexpr Op kMul[] = {Op::kIMul32x16INTEL};
constexpr Op kUnsignedMul[] = {Op::kUMul32x16INTEL};
constexpr Op kResultTyped[] = {
    Op::kAbsUSubINTEL,   Op::kIAddSatINTEL,         Op::kIAverageINTEL,
    Op::kISubSatINTEL,   Op::kIAverageRoundedINTEL, Op::kUAddSatINTEL,
    Op::kUAverageINTEL,  Op::kUAverageRoundedINTEL, Op::kUSubSatINTEL,
    Op::kIMul32x16INTEL, Op::kUMul32x16INTEL,
};
constexpr Op kBitwise[] = {Op::kBitwiseFunctionINTEL};

constexpr TypeTraits kShape = tt::kScalar | tt::kVector;
constexpr TypePattern kIntegers = {.shape = kShape, .component = tt::kInt};
constexpr TypePattern kUnsignedIntegers = {
    .shape = kShape, .component = tt::kInt, .never = tt::kSigned};
constexpr TypePattern k32BitIntegers = {
    .shape = kShape, .component = tt::kInt, .width = 32};
constexpr TypePattern k32BitUnsigned = {
    .shape = kShape, .component = tt::kInt, .never = tt::kSigned, .width = 32};

constexpr Signature kSignatures[] = {
    {.ops = kCountZeros,
     .result = k32BitUnsigned,
     .result_rule = &R("bit.countzeros.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.countzeros.operand-type")},
    {.ops = kDifference,
     .result = kUnsignedIntegers,
     .result_rule = &R("arith.absolutedifference.result-type")},
    {.ops = kSignedDifference,
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
    {.ops = kMul,
     .result = k32BitIntegers,
     .result_rule = &R("arith.mul32x16.result-type")},
    {.ops = kUnsignedMul,
     .result = k32BitUnsigned,
     .result_rule = &R("arith.mul32x16.unsigned-result-type")},
    {.ops = kResultTyped,
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.integerfunction.operand-type")},

    {.ops = kBitwise,
     .result = kIntegers,
     .result_rule = &R("bit.bitwisefunction.result-type"),
     .operand_count = 3,
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.bitwisefunction.operand-type")},
    {.ops = kBitwise,
     .operands = {.shape = tt::kScalar, .component = tt::kInt, .width = 32},
     .operand_rule = &R("bit.bitwisefunction.index-type"),
     .first_operand = 5},
};

void CheckIndex(const CheckContext& c) {
  constexpr uint32_t kIndex = 5;
  const Id id = c.inst().id(kIndex);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || c.operand_type(kIndex).traits == 0 ||
      MakesConstant(c.module().record(def).op)) {
    return;
  }
  c.Report(R("bit.bitwisefunction.index-constant"), kIndex, {id})
      .Note("it is defined here", Place::At(def));
}

constexpr Check kChecks[] = {{kBitwise, CheckIndex}};

}  // namespace

extern constinit const Family kIntegerFunctions = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
