// Values that optimizers must not split (SPV_EXT_arithmetic_fence), or that
// pass through a register (SPV_ALTERA_fpga_reg).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kFence[] = "SPV_EXT_arithmetic_fence";

constexpr RuleTable R({
    {"arith.arithmeticfence.target-type", kFence,
     "{1} must be a scalar or vector of floats, not {0}"},
    {"arith.arithmeticfence.result-type", kFence,
     "the result type must be the type of {2}, {0}, not {1}"},
    {"arith.fpgareg.result-type", "SPV_ALTERA_fpga_reg",
     "the result type must be the type of {2}, {0}, not {1}"},
});

constexpr Signature kSignatures[] = {
    {.ops = Op::kArithmeticFenceEXT,
     .operands = ScalarOrVector(tt::kFloat),
     .operand_rule = &R("arith.arithmeticfence.target-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.arithmeticfence.result-type")},
    {.ops = Op::kFPGARegALTERA,
     .relation = Relation::kResultType,
     .relation_rule = &R("arith.fpgareg.result-type")},
};

}  // namespace

extern constinit const Family kValueFences(R, kSignatures);

}  // namespace plumb
