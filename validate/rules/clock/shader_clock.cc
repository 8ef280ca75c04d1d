// Reads of clocks (SPV_KHR_shader_clock).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace operand = grammar::operand::ReadClockKHR;

constexpr char kSection[] = "SPV_KHR_shader_clock";

constexpr RuleTable R({
    {"clock.read.result-type", kSection,
     "the result type must be an unsigned 64-bit integer or a vector of two "
     "unsigned 32-bit integers, not {0}"},
    {"clock.read.scope", kSection,
     "the scope must be Subgroup or Device, not {0}",
     "VUID-StandaloneSpirv-OpReadClockKHR-04652", Severity::kError, kInVulkan},
});

void CheckRead(const CheckContext& c) {
  const Id type = c.inst().result_type();
  if (!IsUint64OrPair(c.context(), type)) {
    ReportType(c, R("clock.read.result-type"), operand::kResultType, type);
    return c.PoisonResult();
  }
  const auto scope = FixedValue(c, c.inst().id(operand::kScope));
  if (!scope || grammar::Scope{*scope} == grammar::Scope::kSubgroup ||
      grammar::Scope{*scope} == grammar::Scope::kDevice) {
    return;
  }
  c.Report(R("clock.read.scope"), operand::kScope,
           {Arg::Enumerant(grammar::Kind::kScope, *scope)});
}

constexpr Check kChecks[] = {{Op::kReadClockKHR, CheckRead}};

}  // namespace

extern constinit const Family kShaderClock(R, kChecks);

}  // namespace plumb
