// Operands of execution modes (sections 3.6 and 3.32.5): which of the two
// instructions a mode takes, and what its operands may be.
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "core/constant.h"
#include "core/type_table.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::EnumerantInfo;
using grammar::ExecutionMode;
using grammar::FPFastMathMode;
using grammar::Kind;
using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"mode.executionmode.no-id-operands", "3.32.5",
     "{0} takes <id>s, so OpExecutionModeId must declare it"},
    {"mode.executionmodeid.needs-id-operands", "3.32.5",
     "{0} takes no <id>s, so OpExecutionMode must declare it"},
    {"mode.executionmodeid.operands-constant", "3.32.5",
     "{0} must be a constant"},
    {"mode.localsizeid.environment",
     "3.6",
     "{0} is not allowed in Vulkan before 1.3 without maintenance4",
     "",
     Severity::kError,
     {.envs = EnvsBetween(TargetEnv::kVulkan1_0, TargetEnv::kVulkan1_2)}},
    {"mode.vectypehint.data-type", "3.6",
     "the lower half of the vector type must be a data type from 0 to 6, not "
     "{0}"},
    {"mode.tileshadingrateqcom.power-of-two", "SPV_QCOM_tile_shading",
     "the rates in x and y must be powers of two, not {0} and {1}"},
    {"mode.fpfastmathdefault.target-type", "SPV_KHR_float_controls2",
     "the target type must be a floating-point scalar type, not {0}"},
    {"mode.fpfastmathdefault.flags-constant", "SPV_KHR_float_controls2",
     "the fast math mode must be a 32-bit integer constant that cannot be "
     "specialized"},
    {"mode.fpfastmathdefault.allowtransform", "SPV_KHR_float_controls2",
     "AllowTransform needs AllowContract and AllowReassoc"},
});

// Operands of the instructions.
constexpr uint32_t kMode = 1;
constexpr uint32_t kFirstExtra = 2;

ExecutionMode ModeOf(const CheckContext& c) {
  return static_cast<ExecutionMode>(c.inst().operand_word(kMode));
}

bool TakesIds(ExecutionMode mode) {
  const EnumerantInfo* info = grammar::EnumerantByValue(
      Kind::kExecutionMode, static_cast<uint32_t>(mode));
  if (info == nullptr) return false;
  for (const grammar::OperandPattern& p : grammar::Parameters(*info)) {
    if (IsIdKind(p.kind)) return true;
  }
  return false;
}

bool IsConstantOperand(Op op) {
  return MakesConstant(op) || op == Op::kConstantStringAMDX ||
         op == Op::kSpecConstantStringAMDX;
}

void CheckFastMathDefault(const CheckContext& c) {
  if (c.inst().operand_count() < kFirstExtra + 2) return;
  const TypeTable& types = c.context().types();
  const Id type = c.inst().id(kFirstExtra);
  if (!types.Get(type).IsAll(tt::kScalar | tt::kFloat)) {
    c.Report(R("mode.fpfastmathdefault.target-type"), kFirstExtra, {type});
  }
  constexpr uint32_t kFlags = kFirstExtra + 1;
  const ScalarConstant flags =
      c.context().constants().Scalar(c.inst().id(kFlags));
  const TypeInfo& flags_type = c.operand_type(kFlags);
  if (!flags.fixed() || !flags_type.IsAll(tt::kScalar | tt::kInt) ||
      flags_type.width != 32) {
    c.Report(R("mode.fpfastmathdefault.flags-constant"), kFlags);
    return;
  }
  const auto has = [&](FPFastMathMode bit) {
    return (static_cast<uint64_t>(flags.value) & static_cast<uint32_t>(bit)) !=
           0;
  };
  if (has(FPFastMathMode::kAllowTransform) &&
      !(has(FPFastMathMode::kAllowContract) &&
        has(FPFastMathMode::kAllowReassoc))) {
    c.Report(R("mode.fpfastmathdefault.allowtransform"), kFlags);
  }
}

void CheckLiterals(const CheckContext& c) {
  const Arg mode =
      Arg::Enumerant(Kind::kExecutionMode, static_cast<uint32_t>(ModeOf(c)));
  if (TakesIds(ModeOf(c))) {
    c.Report(R("mode.executionmode.no-id-operands"), kMode, {mode});
    return;
  }
  switch (ModeOf(c)) {
    case ExecutionMode::kVecTypeHint: {
      const uint32_t data_type = c.inst().operand_word(kFirstExtra) & 0xffff;
      if (data_type > 6) {
        c.Report(R("mode.vectypehint.data-type"), kFirstExtra, {data_type});
      }
      return;
    }
    case ExecutionMode::kTileShadingRateQCOM: {
      const uint32_t x = c.inst().operand_word(kFirstExtra);
      const uint32_t y = c.inst().operand_word(kFirstExtra + 1);
      if (!std::has_single_bit(x) || !std::has_single_bit(y)) {
        c.Report(R("mode.tileshadingrateqcom.power-of-two"),
                 std::has_single_bit(x) ? kFirstExtra + 1 : kFirstExtra,
                 {x, y});
      }
      return;
    }
    default:
      return;
  }
}

void CheckIds(const CheckContext& c) {
  const Arg mode =
      Arg::Enumerant(Kind::kExecutionMode, static_cast<uint32_t>(ModeOf(c)));
  if (!TakesIds(ModeOf(c))) {
    c.Report(R("mode.executionmodeid.needs-id-operands"), kMode, {mode});
    return;
  }
  if (ModeOf(c) == ExecutionMode::kFPFastMathDefault) {
    CheckFastMathDefault(c);
    return;
  }
  if (ModeOf(c) == ExecutionMode::kLocalSizeId &&
      !c.context().options().allow_localsizeid) {
    c.Report(R("mode.localsizeid.environment"), kMode, {mode});
  }
  for (uint32_t i = kFirstExtra; i < c.inst().operand_count(); ++i) {
    if (!IsIdKind(c.inst().kind(i))) continue;
    const InstIndex def = c.module().def(c.inst().id(i));
    if (def == kNoInst || IsConstantOperand(c.module().record(def).op)) {
      continue;
    }
    c.Report(R("mode.executionmodeid.operands-constant"), i, {c.inst().id(i)})
        .Note("it is defined here", Place::At(def));
  }
}

constexpr Op kLiteralOps[] = {Op::kExecutionMode};
constexpr Op kIdOps[] = {Op::kExecutionModeId};
constexpr Check kChecks[] = {{kLiteralOps, CheckLiterals}, {kIdOps, CheckIds}};

}  // namespace

extern constinit const Family kModeOperands = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
