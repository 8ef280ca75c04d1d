// Shading rates that shaders write for their primitives, if they are constant
// (SPV_KHR_fragment_shading_rate).
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/rules/builtin/builtin_element.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_fragment_shading_rate";

// Argument: the flags.
constexpr RuleTable R({
    InVulkan("builtin.primitiveshadingratekhr.one-vertical",
             "a shading rate must not have both Vertical2Pixels and "
             "Vertical4Pixels, but {0} does",
             "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04487",
             kSection),
    InVulkan("builtin.primitiveshadingratekhr.one-horizontal",
             "a shading rate must not have both Horizontal2Pixels and "
             "Horizontal4Pixels, but {0} does",
             "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04488",
             kSection),
    InVulkan("builtin.primitiveshadingratekhr.known-flags",
             "a shading rate must have no bits but 1, 2, 4 and 8, but {0} does",
             "VUID-PrimitiveShadingRateKHR-PrimitiveShadingRateKHR-04489",
             kSection),
});

// Fragment Shading Rate Flags (section 3.2.35).
constexpr uint32_t kVertical = 1 | 2;
constexpr uint32_t kHorizontal = 4 | 8;

void CheckStore(const CheckContext& c) {
  const Id object = c.inst().id(operand::Store::kObject);
  const ScalarConstant rate = c.context().constants().Scalar(object);
  if (!rate.fixed()) return;
  const std::optional<BuiltInElement> element =
      BuiltInElement::At(c.context(), c.inst().id(operand::Store::kPointer));
  if (!element || element->builtin() != BuiltIn::kPrimitiveShadingRateKHR) {
    return;
  }
  const auto flags = static_cast<uint32_t>(rate.value);
  const auto report = [&](const Rule& rule) {
    c.Report(rule, operand::Store::kObject, {uint64_t{flags}});
  };
  if ((flags & ~(kVertical | kHorizontal)) != 0) {
    return report(R("builtin.primitiveshadingratekhr.known-flags"));
  }
  if ((flags & kVertical) == kVertical) {
    report(R("builtin.primitiveshadingratekhr.one-vertical"));
  }
  if ((flags & kHorizontal) == kHorizontal) {
    report(R("builtin.primitiveshadingratekhr.one-horizontal"));
  }
}

constexpr Check kChecks[] = {
    {Op::kStore, CheckStore, Requires(Capability::kFragmentShadingRateKHR)}};

}  // namespace

extern constinit const Family kPrimitiveShadingRate(R, kChecks);

}  // namespace plumb
