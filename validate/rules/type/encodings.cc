// Floating-point numbers of other encodings than IEEE 754 can be stored,
// converted and moved, but not computed with: SPV_KHR_bfloat16, SPV_EXT_float8
// and SPV_EXT_ocp_microscaling_types list the instructions that allow them.
//
// Arithmetic, relational and logical instructions exclude them in their
// signatures; here are the other computations.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/engine/type_operands.h"
#include "validate/facts/image_ops.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

constexpr RuleTable R({
    Also("type.bfloat16.allowed-instructions type.float8.instructions "
         "type.float.microscaling-instructions derivative.result-type.ieee754",
         {"type.float.encoding-computation", "SPV_KHR_bfloat16",
          "values of type {0} cannot be used in computations"}),
});

bool HasOtherEncoding(const TypeInfo& type) {
  return type.Is(tt::kOtherEncoding) && !type.poisoned();
}

// Reports the result type if it has another encoding, or otherwise the first
// such operand from `first` on.
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

// The operand before is the result, or the pointer of an OpAtomicStore.
void CheckComputation(const CheckContext& c) { CheckFrom(c, 2); }

void CheckExtInst(const CheckContext& c) {
  const ExtInstSet set = c.inst().ext_inst_set();
  if (set != ExtInstSet::kGlslStd450 && set != ExtInstSet::kOpenClStd &&
      set != ExtInstSet::kAmdShaderTrinaryMinmax) {
    return;
  }
  CheckFrom(c, operand::ExtInst::kOperands);
}

// Cooperative matrices can multiply bfloat16 and 8-bit floats, but not the
// encodings of SPV_EXT_ocp_microscaling_types.
bool IsMicroscaling(std::optional<FPEncoding> encoding) {
  return encoding && (*encoding == FPEncoding::kFloat6E2M3EXT ||
                      *encoding == FPEncoding::kFloat6E3M2EXT ||
                      *encoding == FPEncoding::kFloat4E2M1EXT ||
                      *encoding == FPEncoding::kFloat8UnsignedE8M0EXT ||
                      *encoding == FPEncoding::kMXInt8EXT);
}

void CheckMultiply(const CheckContext& c) {
  namespace multiply = operand::CooperativeMatrixMulAddKHR;
  for (OperandIndex o : {multiply::kA, multiply::kB, multiply::kC}) {
    const Id type = c.type_of(o);
    if (!HasOtherEncoding(c.operand_type(o)) ||
        !IsMicroscaling(EncodingOf(c.context(), type))) {
      continue;
    }
    ReportType(c, R("type.float.encoding-computation"), o, type);
    c.PoisonResult();
    return;
  }
}

// Products of a cooperative vector; their family checks the result.
void CheckProduct(const CheckContext& c) {
  constexpr OperandIndex kInput = operand::CooperativeVectorMatrixMulNV::kInput;
  if (!HasOtherEncoding(c.operand_type(kInput))) return;
  ReportType(c, R("type.float.encoding-computation"), kInput,
             c.type_of(kInput));
  c.PoisonResult();
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
                                Op::kGroupNonUniformQuadSwap,
                                Op::kGroupNonUniformPartitionEXT,
                                Op::kGroupFAddNonUniformAMD,
                                Op::kGroupFMinNonUniformAMD,
                                Op::kGroupFMaxNonUniformAMD,
                                Op::kGroupFMulKHR,
                                Op::kCooperativeVectorOuterProductAccumulateNV,
                                Op::kCooperativeVectorReduceSumAccumulateNV,
                                Op::kSubgroupReadInvocationKHR,
                                Op::kSubgroupShuffleINTEL,
                                Op::kSubgroupShuffleDownINTEL,
                                Op::kSubgroupShuffleUpINTEL,
                                Op::kSubgroupShuffleXorINTEL};
// Coordinates, texels and depth references.
constexpr auto kImageOps =
    JoinOps(image_ops::kDenseSamples, image_ops::kSparseSamples,
            image_ops::kFetches, image_ops::kGathers, image_ops::kReads,
            image_ops::kWrites, Op::kImageQueryLod);
constexpr Op kProducts[] = {Op::kCooperativeVectorMatrixMulNV,
                            Op::kCooperativeVectorMatrixMulAddNV};
static_assert(AllHave(kProducts,
                      operand::CooperativeVectorMatrixMulNV::kInput));
constexpr Check kChecks[] = {
    {kDerivatives, CheckComputation, Requires(HasEncodings)},
    {kComputations, CheckComputation, Requires(HasEncodings)},
    {kImageOps, CheckComputation, Requires(HasEncodings)},
    {Op::kCooperativeMatrixMulAddKHR, CheckMultiply, Requires(HasEncodings)},
    {kProducts, CheckProduct, Requires(HasEncodings)},
    {Op::kExtInst, CheckExtInst, Requires(HasEncodings)}};

}  // namespace

extern constinit const Family kEncodings(R, kChecks);

}  // namespace plumb
