// Floating-point numbers of other encodings than IEEE 754 can be stored,
// converted and moved, but not computed with: SPV_KHR_bfloat16,
// SPV_EXT_float8 and SPV_EXT_ocp_microscaling_types list the instructions that
// take them.
//
// Arithmetic, relational and logical instructions say so in their own
// signatures; here are the others that compute.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

using grammar::ExtInstSet;
using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"type.float.encoding-computation", "SPV_KHR_bfloat16",
     "no computation takes or makes numbers of {0}"},
});

bool HasOtherEncoding(const TypeInfo& type) {
  return type.Is(tt::kOtherEncoding) && type.traits != tt::kPoisoned;
}

// The operand whose type has another encoding, from `first` on; 0 is the
// result type; -1 if there is none.
OperandIndex FindOther(const CheckContext& c, uint32_t first) {
  const Inst& inst = c.inst();
  if (inst.result_type() != kNoId && HasOtherEncoding(c.result_type())) {
    return 0;
  }
  for (uint32_t o = first; o < inst.operand_count(); ++o) {
    if (inst.kind(o) == grammar::Kind::kIdRef &&
        HasOtherEncoding(c.operand_type(o))) {
      return o;
    }
  }
  return kNoOperand;
}

Id TypeOf(const CheckContext& c, OperandIndex operand) {
  return operand == 0 ? c.inst().result_type() : c.type_of(operand);
}

void ReportComputation(const CheckContext& c, OperandIndex operand) {
  ReportType(c, R("type.float.encoding-computation"), operand,
             TypeOf(c, operand));
  c.PoisonResult();
}

constexpr uint32_t kFirstOperand = 2;

void CheckComputation(const CheckContext& c) {
  const OperandIndex operand = FindOther(c, kFirstOperand);
  if (operand != kNoOperand) ReportComputation(c, operand);
}

void CheckExtInst(const CheckContext& c) {
  constexpr uint32_t kSet = 2;
  constexpr uint32_t kFirstArgument = 4;
  const ExtInstSet set = c.module().ext_inst_set(c.inst().id(kSet));
  if (set != ExtInstSet::kGlslStd450 && set != ExtInstSet::kOpenClStd) return;
  const OperandIndex operand = FindOther(c, kFirstArgument);
  if (operand != kNoOperand) ReportComputation(c, operand);
}

constexpr Op kComputations[] = {Op::kDPdx,
                                Op::kDPdy,
                                Op::kFwidth,
                                Op::kDPdxFine,
                                Op::kDPdyFine,
                                Op::kFwidthFine,
                                Op::kDPdxCoarse,
                                Op::kDPdyCoarse,
                                Op::kFwidthCoarse,
                                Op::kAtomicLoad,
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
constexpr Check kChecks[] = {{kComputations, CheckComputation},
                             {kExtInstOps, CheckExtInst}};

}  // namespace

extern constinit const Family kEncodings = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
