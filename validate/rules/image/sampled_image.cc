// What may be done with images, samplers and sampled images (section 2.16.1):
// they must not be merged.  That they are not selected either is a matter of
// OpSelect.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"image.sampledimage.no-phi",
     "2.16.1",
     "a sampled image, {0}, must not be merged by OpPhi",
     "",
     Severity::kError,
     {.unless = Capability::kBindlessTextureNV}},
    // Consumers take those of kernels.
    {"image.extract.no-phi-select",
     "2.16.1",
     "an image or sampler, {0}, must not be merged by OpPhi",
     "",
     Severity::kError,
     {.needs = Capability::kShader, .unless = Capability::kBindlessTextureNV}},
});

void CheckPhi(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  // A legalizing compiler is to remove such phis.
  if (type.poisoned() || c.context().options().before_hlsl_legalization) {
    return;
  }
  const bool is_sampled = type.Is(type_trait::kSampledImage);
  if (!is_sampled && !type.Is(type_trait::kImage | type_trait::kSampler)) {
    return;
  }
  const Rule& rule = is_sampled ? R("image.sampledimage.no-phi")
                                : R("image.extract.no-phi-select");
  if (c.Report(rule, operand::Phi::kResultType,
               {Arg::Type(c.inst().result_type())})) {
    c.PoisonResult();
  }
}

constexpr Op kPhis[] = {Op::kPhi};
constexpr Check kChecks[] = {{kPhis, CheckPhi}};

}  // namespace

extern constinit const Family kSampledImage = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
