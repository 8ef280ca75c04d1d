// What may be done with a sampled image (section 2.16.1): it must not be
// merged.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"image.sampledimage.no-phi", "2.16.1",
     "a sampled image, {0}, must not be merged by OpPhi"},
});

void CheckPhi(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  // A legalizing compiler is to remove such phis.
  if (type.poisoned() || !type.Is(type_trait::kSampledImage) ||
      c.context().options().before_hlsl_legalization) {
    return;
  }
  c.Report(R("image.sampledimage.no-phi"), operand::Phi::kResultType,
           {Arg::Type(c.inst().result_type())});
  c.PoisonResult();
}

constexpr Op kPhis[] = {Op::kPhi};
constexpr Check kChecks[] = {{kPhis, CheckPhi}};

}  // namespace

extern constinit const Family kSampledImage = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
