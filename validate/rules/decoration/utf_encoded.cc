// The decoration that marks an array of data as a string
// (SPV_KHR_constant_data).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr TypePattern kByte = Scalar(type_trait::kInt, 8);
constexpr TypePattern kBytes = ArrayOf(kByte);

constexpr RuleTable R({
    {.id = "decoration.utfencoded.target",
     .section = "SPV_KHR_constant_data",
     .text =
         "UTFEncodedKHR can only decorate arrays of 8-bit integers, not {0}",
     .when = {.needs = grammar::Capability::kConstantDataKHR},
     .effect = Effect::kMalformed},
});

void CheckTargets(ModuleContext& context) {
  context.decorations().ForEach(
      grammar::Decoration::kUTFEncodedKHR, [&](const Decorated& decorated) {
        const Id id = decorated.target;
        const bool is_type = context.types().IsType(id);
        if (decorated.member != kNoMember ||
            (is_type && Fits(context, kBytes, id))) {
          return;
        }
        context
            .Report(R("decoration.utfencoded.target"),
                    Place::At(decorated.place, decorated.operand), {id})
            .Note("it is defined here", Place::At(context.module().def(id)));
      });
}

}  // namespace

extern constinit const Family kUtfEncoded(
    R,
    kModuleCheck<Phase::kSummaries, CheckTargets, Decoration::kUTFEncodedKHR>);

}  // namespace plumb
