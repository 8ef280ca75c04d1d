// Derivative instructions (sections 2.19 and 3.3.16).
//
// Tested by testdata/rule_test.cc.
#include "core/execution_models.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kNvDerivatives[] = "SPV_NV_compute_shader_derivatives";

// Execution modes may form the derivative group.
constexpr Op kModeOps[] = {Op::kExecutionMode};

constexpr RuleTable R({
    {"derivative.result-type.float", "3.3.16",
     "the result type must be a floating-point scalar or vector, not {0}"},
    Also("derivative.result-type.width-16-allowed",
         {"derivative.result-type.width-32", "3.3.16",
          "the components of the result type, {0}, must be 32 bits wide"}),
    {"derivative.operand.type", "3.3.16",
     "P must have the type of the result, {1}, not {0}"},
    Also("derivative.instruction.fragment-model "
         "derivative.execution-model.glcompute "
         "derivative.execution-model.workgroups",
         ReliesOn(kModeOps, {"derivative.execution-model.fragment", "3.3.16",
                             "derivatives require a derivative group, which "
                             "execution model {0} does not have"})),
    Also("image.implicitlod.fragment-only image.implicitlod.workgroups "
         "derivative.implicit.glcompute",
         {"derivative.implicit.fragment-model", "2.19",
          "an implicit level of detail requires a derivative group, which "
          "execution model {0} does not have"}),
    // The later extension requires a group, and implementations check it,
    // unlike this text.
    {"derivative.group.none-returns-zero", kNvDerivatives,
     "derivatives are zero in execution model {0} without execution mode "
     "DerivativeGroupQuadsNV or DerivativeGroupLinearNV",
     "", Severity::kWarning},
});

constexpr auto kOps = grammar::kOpsWith<grammar::OpTrait::kDerivative>;

constexpr Signature kSignatures[] = {
    {.ops = kOps,
     .result = ScalarOrVector(tt::kFloat),
     .result_rule = &R("derivative.result-type.float"),
     .relation = Relation::kResultType,
     .relation_rule = &R("derivative.operand.type")},
};

// SPV_AMD_gpu_shader_half_float allows 16-bit components.
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

constexpr ModelSet kFragmentOrCompute = {ExecutionModel::kFragment,
                                         ExecutionModel::kGLCompute};

// Whether compute shaders need no group: the first of the extensions defines
// the results without one.
bool AllowsNoGroup(const CheckContext& c) {
  const FeatureSet& features = c.context().features();
  return features.Has(grammar::Extension::kNvComputeShaderDerivatives) &&
         !features.Has(grammar::Extension::kKhrComputeShaderDerivatives);
}

void CheckGroup(const CheckContext& c, const Rule& rule) {
  if (c.function() == nullptr) return;
  const cfg::FunctionIndex f(c.function()->function());
  const ModelSet models = c.context().reach().models(f);
  const bool is_zero =
      AllowsNoGroup(c) && !models.Intersects(~kFragmentOrCompute);
  c.ReportIfReached(is_zero ? R("derivative.group.none-returns-zero") : rule,
                    kNoDerivativeGroup);
}

void CheckReach(const CheckContext& c) {
  CheckGroup(c, R("derivative.execution-model.fragment"));
}

// Image instructions that compute implicit derivatives of the coordinate.
constexpr auto kImplicitOps = grammar::kOpsWith<grammar::OpTrait::kImplicitLod>;

void CheckImplicitReach(const CheckContext& c) {
  CheckGroup(c, R("derivative.implicit.fragment-model"));
}

constexpr Check kChecks[] = {{kOps, CheckWidth},
                             {kOps, CheckReach},
                             {kImplicitOps, CheckImplicitReach},
                             {Op::kImageQueryLod, CheckImplicitReach}};

}  // namespace

extern constinit const Family kDerivative(R, kChecks, kSignatures);

}  // namespace plumb
