// Floating-point numbers of other encodings than IEEE 754 can be stored,
// converted and moved, but not computed with: SPV_KHR_bfloat16,
// SPV_EXT_float8 and SPV_EXT_ocp_microscaling_types list the instructions that
// take them.
//
// Arithmetic, relational and logical instructions say so in their own
// signatures; here are the others that compute.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr RuleTable R({
    {"type.float.encoding-computation", "SPV_KHR_bfloat16",
     "numbers of {0} cannot take part in computations"},
});

bool HasOtherEncoding(const TypeInfo& type) {
  return type.Is(tt::kOtherEncoding) && !type.poisoned();
}

// Reports the result type if it has another encoding, or else the first such
// operand from `first` on.
void CheckFrom(const CheckContext& c, OperandIndex first) {
  const Inst& inst = c.inst();
  const auto report = [&](OperandIndex operand, Id type) {
    ReportType(c, R("type.float.encoding-computation"), operand, type);
    c.PoisonResult();
  };
  if (HasOtherEncoding(c.result_type())) return report(0, inst.result_type());
  for (OperandIndex o = first; o < inst.operand_count(); ++o) {
    if (inst.kind(o) == grammar::Kind::kIdRef &&
        HasOtherEncoding(c.operand_type(o))) {
      return report(o, c.type_of(o));
    }
  }
}

// What stands before is the result, or the pointer of an OpAtomicStore.
void CheckComputation(const CheckContext& c) { CheckFrom(c, 2); }

void CheckExtInst(const CheckContext& c) {
  const ExtInstSet set =
      c.module().ext_inst_set(c.inst().id(operand::ExtInst::kSet));
  if (set != ExtInstSet::kGlslStd450 && set != ExtInstSet::kOpenClStd) return;
  CheckFrom(c, operand::ExtInst::kOperands);
}

constexpr auto kDerivatives = grammar::kOpsWith<OpTrait::kDerivative>;
constexpr Op kComputations[] = {Op::kAtomicLoad,
                                Op::kAtomicStore,
                                Op::kAtomicExchange,
                                Op::kAtomicFAddEXT,
                                Op::kAtomicFMinEXT,
                                Op::kAtomicFMaxEXT,
                                Op::kGroupBroadcast,
                                Op::kGroupFAdd,
                                Op::kGroupFMin,
                                Op::kGroupFMax,
                                Op::kGroupNonUniformAllEqual,
                                Op::kGroupNonUniformBroadcast,
                                Op::kGroupNonUniformBroadcastFirst,
                                Op::kGroupNonUniformShuffle,
                                Op::kGroupNonUniformShuffleXor,
                                Op::kGroupNonUniformShuffleUp,
                                Op::kGroupNonUniformShuffleDown,
                                Op::kGroupNonUniformRotateKHR,
                                Op::kGroupNonUniformFAdd,
                                Op::kGroupNonUniformFMul,
                                Op::kGroupNonUniformFMin,
                                Op::kGroupNonUniformFMax,
                                Op::kGroupNonUniformQuadBroadcast,
                                Op::kGroupNonUniformQuadSwap};
constexpr Op kExtInstOps[] = {Op::kExtInst};
constexpr Check kChecks[] = {{kDerivatives, CheckComputation},
                             {kComputations, CheckComputation},
                             {kExtInstOps, CheckExtInst}};

}  // namespace

extern constinit const Family kEncodings = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
