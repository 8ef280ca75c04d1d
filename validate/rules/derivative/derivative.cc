// Derivative instructions (sections 2.19 and 3.3.16).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace tt = type_trait;

// Modes may form the derivative group.
constexpr Op kModeOps[] = {Op::kExecutionMode};

constexpr RuleTable R({
    {"derivative.result-type.float", "3.3.16",
     "the result type must be a floating-point scalar or vector, not {0}"},
    {"derivative.result-type.width-32", "3.3.16",
     "the components of the result type, {0}, must be 32 bits wide"},
    {"derivative.operand.type", "3.3.16",
     "P must have the type of the result, {1}, not {0}"},
    Also("derivative.instruction.fragment-model",
         ReliesOn(kModeOps,
                  {"derivative.execution-model.fragment", "3.3.16",
                   "derivatives need a derivative group, which execution model "
                   "{0} does not form"})),
    Also("image.implicitlod.fragment-only",
         {"derivative.implicit.fragment-model", "2.19",
          "an implicit level of detail needs a derivative group, which "
          "execution model {0} does not form"}),
});

constexpr auto kOps = grammar::kOpsWith<grammar::OpTrait::kDerivative>;

constexpr Signature kSignatures[] = {
    {.ops = kOps,
     .result = ScalarOrVector(tt::kFloat),
     .result_rule = &R("derivative.result-type.float"),
     .relation = Relation::kResultType,
     .relation_rule = &R("derivative.operand.type")},
};

// SPV_AMD_gpu_shader_half_float lifts the restriction for 16-bit components.
void CheckWidth(const CheckContext& c) {
  const uint32_t width = c.result_type().width;
  if (width == 32 ||
      (width == 16 && c.context().features().Has(
                          grammar::Extension::kAmdGpuShaderHalfFloat))) {
    return;
  }
  c.Report(R("derivative.result-type.width-32"),
           grammar::operand::DPdx::kResultType,
           {Arg::Type(c.inst().result_type())});
}

void CheckReach(const CheckContext& c) {
  c.ReportIfReached(R("derivative.execution-model.fragment"),
                    kNoDerivativeGroup);
}

// Image instructions that take derivatives of the coordinate themselves.
constexpr auto kImplicitOps = grammar::kOpsWith<grammar::OpTrait::kImplicitLod>;
constexpr Op kQueryLod[] = {Op::kImageQueryLod};

void CheckImplicitReach(const CheckContext& c) {
  c.ReportIfReached(R("derivative.implicit.fragment-model"),
                    kNoDerivativeGroup);
}

constexpr Check kChecks[] = {{kOps, CheckWidth},
                             {kOps, CheckReach},
                             {kImplicitOps, CheckImplicitReach},
                             {kQueryLod, CheckImplicitReach}};

}  // namespace

extern constinit const Family kDerivative = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
