// The instructions of GLSL.std.450 that allow cooperative vectors
// (SPV_NV_cooperative_vector).
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>

#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/facts/cooperative_vector_types.h"

namespace plumb {
namespace {

using grammar::GlslStd450;

constexpr RuleTable R({
    {"ext.glsl.cooperative-vector-instructions", "SPV_NV_cooperative_vector",
     "this instruction does not accept cooperative vectors, such as {0}", "",
     Severity::kError, kWithCooperativeVectorsOnly},
});

constexpr GlslStd450 kAllowed[] = {
    GlslStd450::kFMin,   GlslStd450::kUMin,   GlslStd450::kSMin,
    GlslStd450::kNMin,   GlslStd450::kFMax,   GlslStd450::kUMax,
    GlslStd450::kSMax,   GlslStd450::kNMax,   GlslStd450::kFClamp,
    GlslStd450::kUClamp, GlslStd450::kSClamp, GlslStd450::kNClamp,
    GlslStd450::kStep,   GlslStd450::kExp,    GlslStd450::kLog,
    GlslStd450::kTanh,   GlslStd450::kAtan,   GlslStd450::kFma,
};

constexpr bool IsAllowed(uint32_t number) {
  for (const GlslStd450 inst : kAllowed) {
    if (static_cast<uint32_t>(inst) == number) return true;
  }
  return false;
}

// The numbers of all other instructions.
constexpr uint32_t kLast = static_cast<uint32_t>(GlslStd450::kNClamp);
constexpr auto kOthers = [] {
  std::array<uint32_t, kLast - std::size(kAllowed)> numbers{};
  uint32_t next = 0;
  for (uint32_t number = 1; number <= kLast; ++number) {
    if (!IsAllowed(number)) numbers[next++] = number;
  }
  return numbers;
}();

void CheckOther(const CheckContext& c) {
  const Id result_type = c.inst().result_type();
  if (IsCooperativeVector(c.context(), result_type)) {
    c.Report(R("ext.glsl.cooperative-vector-instructions"),
             operand::ExtInst::kResultType, {Arg::Type(result_type)});
    return;
  }
  for (OperandIndex o = operand::ExtInst::kOperands;
       o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o)) ||
        !IsCooperativeVector(c.context(), c.type_of(o))) {
      continue;
    }
    c.Report(R("ext.glsl.cooperative-vector-instructions"), o,
             {Arg::Type(c.type_of(o))});
    return;
  }
}

constexpr Check kChecks[] = {
    {Instructions(ExtInstSet::kGlslStd450, kOthers), CheckOther}};

}  // namespace

extern constinit const Family kCooperativeVectorFunctions(R, kChecks);

}  // namespace plumb
