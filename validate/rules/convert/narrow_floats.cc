// Conversions between 32-bit floats and narrower ones that are kept in integers
// (SPV_INTEL_bfloat16_conversion) or in 32 bits
// (SPV_INTEL_tensor_float32_conversion), and values that no optimization may
// take apart (SPV_EXT_arithmetic_fence) or that pass through a register
// (SPV_ALTERA_fpga_reg).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr char kBFloat16[] = "SPV_INTEL_bfloat16_conversion";
constexpr char kTensorFloat32[] = "SPV_INTEL_tensor_float32_conversion";
constexpr char kFence[] = "SPV_EXT_arithmetic_fence";

constexpr RuleTable R({
    {"convert.ftobf16.result-type", kBFloat16,
     "the result type must be a scalar or vector of 16-bit integers, not {0}"},
    {"convert.ftobf16.value-type", kBFloat16,
     "{1} must be a scalar or vector of 32-bit floats, not {0}"},
    {"convert.ftobf16.value-count", kBFloat16,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"convert.bf16tof.result-type", kBFloat16,
     "the result type must be a scalar or vector of 32-bit floats, not {0}"},
    {"convert.bf16tof.value-type", kBFloat16,
     "{1} must be a scalar or vector of 16-bit integers, not {0}"},
    {"convert.bf16tof.value-count", kBFloat16,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"convert.roundftotf32.result-type", kTensorFloat32,
     "the result type must be a scalar or vector of 32-bit floats, not {0}"},
    {"convert.roundftotf32.value-type", kTensorFloat32,
     "{2} must have the type of the result, {1}, not {0}"},
    {"arith.arithmeticfence.target-type", kFence,
     "{1} must be a scalar or vector of floats, not {0}"},
    {"arith.arithmeticfence.result-type", kFence,
     "the result type must be that of {2}, {0}, not {1}"},
    {"arith.fpgareg.result-type", "SPV_ALTERA_fpga_reg",
     "the result type must be that of {2}, {0}, not {1}"},
});

constexpr Op kToBFloat16[] = {Op::kConvertFToBF16INTEL};
constexpr Op kFromBFloat16[] = {Op::kConvertBF16ToFINTEL};
constexpr Op kRound[] = {Op::kRoundFToTF32INTEL};
constexpr Op kRegister[] = {Op::kFPGARegALTERA};
constexpr Op kArithmeticFence[] = {Op::kArithmeticFenceEXT};

constexpr TypeTraits kShape = tt::kScalar | tt::kVector;
constexpr TypePattern kFloats = {.shape = kShape, .component = tt::kFloat};
constexpr TypePattern k32BitFloats = {
    .shape = kShape, .component = tt::kFloat, .width = 32};
constexpr TypePattern k16BitIntegers = {
    .shape = kShape, .component = tt::kInt, .width = 16};

constexpr Signature kSignatures[] = {
    {.ops = kToBFloat16,
     .result = k16BitIntegers,
     .result_rule = &R("convert.ftobf16.result-type"),
     .operands = k32BitFloats,
     .operand_rule = &R("convert.ftobf16.value-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("convert.ftobf16.value-count")},
    {.ops = kFromBFloat16,
     .result = k32BitFloats,
     .result_rule = &R("convert.bf16tof.result-type"),
     .operands = k16BitIntegers,
     .operand_rule = &R("convert.bf16tof.value-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("convert.bf16tof.value-count")},
    {.ops = kRound,
     .result = k32BitFloats,
     .result_rule = &R("convert.roundftotf32.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("convert.roundftotf32.value-type")},
    {.ops = kArithmeticFence,
     .operands = kFloats,
     .operand_rule = &R("arith.arithmeticfence.target-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.arithmeticfence.result-type")},
    {.ops = kRegister,
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.fpgareg.result-type")},
};

}  // namespace

extern constinit const Family kNarrowFloats = {
    .rules = R.rules(),
    .signatures = kSignatures,
};

}  // namespace plumb
