// Integers of 4 bits are stored, converted and moved, but not computed with
// (SPV_INTEL_int4, which lists the instructions that take them).
//
// Refused are the instructions of the core, and of subgroups, that compute and
// that the list does not have.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"type.int4.allowed-instructions", "SPV_INTEL_int4",
     "{0} cannot take part in computations: 4-bit integers can only be loaded, "
     "stored, converted and moved"},
});

constexpr uint32_t kWidth = 4;

bool IsInt4(const TypeInfo& type) {
  return !type.poisoned() && type.Is(tt::kInt) && type.width == kWidth;
}

bool HasInt4(const ModuleContext& context) {
  return context.Has(Capability::kInt4TypeINTEL);
}

// Reports the result type if it is one, or else the first such operand.
void CheckComputation(const CheckContext& c) {
  const auto report = [&](OperandIndex operand, Id type) {
    ReportType(c, R("type.int4.allowed-instructions"), operand, type);
    c.PoisonResult();
  };
  const Inst& inst = c.inst();
  if (IsInt4(c.result_type())) return report(0, inst.result_type());
  for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
    if (inst.kind(o) == Kind::kIdRef && IsInt4(c.operand_type(o))) {
      return report(o, c.type_of(o));
    }
  }
}

void CheckExtInst(const CheckContext& c) {
  const ExtInstSet set = c.inst().ext_inst_set();
  if (set == ExtInstSet::kOpenClStd || set == ExtInstSet::kGlslStd450) {
    CheckComputation(c);
  }
}

constexpr Op kComputations[] = {
    Op::kSNegate,
    Op::kIAdd,
    Op::kISub,
    Op::kIMul,
    Op::kUDiv,
    Op::kSDiv,
    Op::kUMod,
    Op::kSRem,
    Op::kSMod,
    Op::kIAddCarry,
    Op::kISubBorrow,
    Op::kUMulExtended,
    Op::kSMulExtended,
    Op::kSDot,
    Op::kUDot,
    Op::kSUDot,
    Op::kSDotAccSat,
    Op::kUDotAccSat,
    Op::kSUDotAccSat,
    Op::kShiftRightLogical,
    Op::kShiftRightArithmetic,
    Op::kShiftLeftLogical,
    Op::kBitwiseOr,
    Op::kBitwiseXor,
    Op::kBitwiseAnd,
    Op::kNot,
    Op::kBitFieldInsert,
    Op::kBitFieldSExtract,
    Op::kBitFieldUExtract,
    Op::kBitReverse,
    Op::kBitCount,
    Op::kIEqual,
    Op::kINotEqual,
    Op::kUGreaterThan,
    Op::kSGreaterThan,
    Op::kUGreaterThanEqual,
    Op::kSGreaterThanEqual,
    Op::kULessThan,
    Op::kSLessThan,
    Op::kULessThanEqual,
    Op::kSLessThanEqual,
    Op::kSwitch,
    Op::kGroupBroadcast,
    Op::kGroupIAdd,
    Op::kGroupUMin,
    Op::kGroupSMin,
    Op::kGroupUMax,
    Op::kGroupSMax,
    Op::kGroupNonUniformBroadcast,
    Op::kGroupNonUniformShuffle,
    Op::kGroupNonUniformShuffleXor,
    Op::kGroupNonUniformShuffleUp,
    Op::kGroupNonUniformShuffleDown,
    Op::kGroupNonUniformRotateKHR,
    Op::kGroupNonUniformIAdd,
    Op::kGroupNonUniformIMul,
    Op::kGroupNonUniformSMin,
    Op::kGroupNonUniformUMin,
    Op::kGroupNonUniformSMax,
    Op::kGroupNonUniformUMax,
    Op::kGroupNonUniformBitwiseAnd,
    Op::kGroupNonUniformBitwiseOr,
    Op::kGroupNonUniformBitwiseXor,
    Op::kSubgroupShuffleINTEL,
    Op::kSubgroupShuffleDownINTEL,
    Op::kSubgroupShuffleUpINTEL,
    Op::kSubgroupShuffleXorINTEL,
};
constexpr Check kChecks[] = {{kComputations, CheckComputation, HasInt4},
                             {Op::kExtInst, CheckExtInst, HasInt4}};

}  // namespace

extern constinit const Family kInt4(R, kChecks);

}  // namespace plumb
