// Conversions between 32-bit floats and narrower ones that are stored in
// integers (SPV_INTEL_bfloat16_conversion) or in 32 bits
// (SPV_INTEL_tensor_float32_conversion).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kBFloat16[] = "SPV_INTEL_bfloat16_conversion";
constexpr char kTensorFloat32[] = "SPV_INTEL_tensor_float32_conversion";

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
});

constexpr TypePattern kFloat32s = ScalarOrVector(tt::kFloat, 32);
constexpr TypePattern kInt16s = ScalarOrVector(tt::kInt, 16);

constexpr Signature kSignatures[] = {
    {.ops = Op::kConvertFToBF16INTEL,
     .result = kInt16s,
     .result_rule = &R("convert.ftobf16.result-type"),
     .operands = kFloat32s,
     .operand_rule = &R("convert.ftobf16.value-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("convert.ftobf16.value-count")},
    {.ops = Op::kConvertBF16ToFINTEL,
     .result = kFloat32s,
     .result_rule = &R("convert.bf16tof.result-type"),
     .operands = kInt16s,
     .operand_rule = &R("convert.bf16tof.value-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("convert.bf16tof.value-count")},
    {.ops = Op::kRoundFToTF32INTEL,
     .result = kFloat32s,
     .result_rule = &R("convert.roundftotf32.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("convert.roundftotf32.value-type")},
};

}  // namespace

extern constinit const Family kNarrowFloats(R, kSignatures);

}  // namespace plumb
