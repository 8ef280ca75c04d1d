// Reading of clocks (SPV_KHR_shader_clock).
//
// Tested by testdata/rule_test.cc.
#include "validate/extensions/shader_clock.h"

#include "core/constant.h"
#include "validate/check_context.h"
#include "validate/ops/type_shape.h"
#include "validate/type_report.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_shader_clock";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr Rule kRules[] = {
    {"clock.read.result-type", kSection,
     "the result type must be an unsigned 64-bit integer, or a vector of two "
     "32-bit ones, not {0}"},
    {"clock.read.scope", kSection,
     "the scope must be Subgroup or Device, not {0}",
     "VUID-StandaloneSpirv-OpReadClockKHR-04652", Severity::kError, kVulkan},
};
consteval const Rule& R(absl::string_view id) {
  return kRules[RuleIndex(kRules, id)];
}

constexpr Op kOps[] = {Op::kReadClockKHR};

void CheckRead(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  const bool is_uint = type.Is(tt::kInt) && !type.Is(tt::kSigned);
  if (!IsUnknown(type) &&
      !(is_uint && type.Is(tt::kScalar) && type.width == 64) &&
      !(is_uint && type.Is(tt::kVector) && type.width == 32 &&
        type.count == 2)) {
    SayType(c, R("clock.read.result-type"), 0, c.inst().result_type());
    c.PoisonResult();
    return;
  }
  const auto scope = FixedValue(c, c.inst().id(2));
  if (!scope || *scope == static_cast<uint32_t>(grammar::Scope::kSubgroup) ||
      *scope == static_cast<uint32_t>(grammar::Scope::kDevice)) {
    return;
  }
  c.Say(R("clock.read.scope"), 2,
        {Arg::Enumerant(grammar::Kind::kScope, *scope)});
}

constexpr Check kChecks[] = {{kOps, CheckRead}};

}  // namespace

constinit const Family kShaderClock = {"shader-clock", kRules, {}, {}, kChecks};

}  // namespace plumb
