// Reading of clocks (SPV_KHR_shader_clock).
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_shader_clock";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

constexpr RuleTable R({
    {"clock.read.result-type", kSection,
     "the result type must be an unsigned 64-bit integer, or a vector of two "
     "32-bit ones, not {0}"},
    {"clock.read.scope", kSection,
     "the scope must be Subgroup or Device, not {0}",
     "VUID-StandaloneSpirv-OpReadClockKHR-04652", Severity::kError, kVulkan},
});

constexpr Op kOps[] = {Op::kReadClockKHR};

void CheckRead(const CheckContext& c) {
  const TypeInfo& type = c.result_type();
  const bool is_uint = type.Is(tt::kInt) && !type.Is(tt::kSigned);
  if (!IsUnknown(type) &&
      !(is_uint && type.Is(tt::kScalar) && type.width == 64) &&
      !(is_uint && type.Is(tt::kVector) && type.width == 32 &&
        type.count == 2)) {
    ReportType(c, R("clock.read.result-type"), 0, c.inst().result_type());
    c.PoisonResult();
    return;
  }
  const auto scope = FixedValue(c, c.inst().id(2));
  if (!scope || *scope == static_cast<uint32_t>(grammar::Scope::kSubgroup) ||
      *scope == static_cast<uint32_t>(grammar::Scope::kDevice)) {
    return;
  }
  c.Report(R("clock.read.scope"), 2,
           {Arg::Enumerant(grammar::Kind::kScope, *scope)});
}

constexpr Check kChecks[] = {{kOps, CheckRead}};

}  // namespace

extern constinit const Family kShaderClock = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
