// Operands of execution modes (sections 3.2.5 and 3.3.5): which of the two
// instructions a mode takes, and what its operands may be.
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/decoration/fast_math_mode.h"

namespace plumb {
namespace {

using grammar::EnumerantInfo;

constexpr RuleTable R({
    {"mode.executionmode.no-id-operands", "3.3.5",
     "{0} takes <id>s, so OpExecutionModeId must declare it"},
    {"mode.executionmodeid.needs-id-operands", "3.3.5",
     "{0} takes no <id>s, so OpExecutionMode must declare it"},
    {"mode.executionmodeid.operands-constant", "3.2.5",
     "{0} must be a constant"},
    {"mode.localsizeid.environment",
     "3.2.5",
     "{0} is not allowed in Vulkan before 1.3 without maintenance4",
     "",
     Severity::kError,
     {.envs = EnvsBetween(TargetEnv::kVulkan1_0, TargetEnv::kVulkan1_2)}},
    {"mode.vectypehint.data-type", "3.2.5",
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

// The mode, and the first of its own operands.
using grammar::operand::ExecutionMode::kMode;
constexpr OperandIndex kFirstExtra = kMode + 1;

ExecutionMode ModeOf(const CheckContext& c) {
  return ExecutionMode{c.inst().operand_word(kMode)};
}
Arg NameOf(ExecutionMode mode) {
  return Arg::Enumerant(Kind::kExecutionMode, mode);
}

bool TakesIds(ExecutionMode mode) {
  const EnumerantInfo* info = grammar::EnumerantByValue(
      Kind::kExecutionMode, static_cast<uint32_t>(mode));
  return info != nullptr &&
         absl::c_any_of(
             grammar::Parameters(*info),
             [](const grammar::OperandPattern& p) { return IsIdKind(p.kind); });
}

bool IsConstantOperand(Op op) {
  return MakesConstant(op) || op == Op::kConstantStringAMDX ||
         op == Op::kSpecConstantStringAMDX;
}

constexpr TypePattern kFloatScalar = Scalar(type_trait::kFloat);

void CheckFastMathDefault(const CheckContext& c) {
  if (c.inst().operand_count() < kFirstExtra + 2) return;
  const Id type = c.inst().id(kFirstExtra);
  if (!kFloatScalar.FitsRow(c.context().types().Get(type))) {
    c.Report(R("mode.fpfastmathdefault.target-type"), kFirstExtra, {type});
  }
  constexpr OperandIndex kFlags = kFirstExtra + 1;
  const ScalarConstant flags =
      c.context().constants().Scalar(c.inst().id(kFlags));
  if (!flags.fixed() || !kInt32.FitsRow(c.operand_type(kFlags))) {
    c.Report(R("mode.fpfastmathdefault.flags-constant"), kFlags);
    return;
  }
  if (TransformsTooFreely(static_cast<uint32_t>(flags.value))) {
    c.Report(R("mode.fpfastmathdefault.allowtransform"), kFlags);
  }
}

void CheckTileShadingRate(const CheckContext& c) {
  const uint32_t x = c.inst().operand_word(kFirstExtra);
  const uint32_t y = c.inst().operand_word(kFirstExtra + 1);
  if (std::has_single_bit(x) && std::has_single_bit(y)) return;
  c.Report(R("mode.tileshadingrateqcom.power-of-two"),
           std::has_single_bit(x) ? kFirstExtra + 1 : kFirstExtra, {x, y});
}

void CheckLiterals(const CheckContext& c) {
  const ExecutionMode mode = ModeOf(c);
  if (TakesIds(mode)) {
    c.Report(R("mode.executionmode.no-id-operands"), kMode, {NameOf(mode)});
  } else if (mode == ExecutionMode::kVecTypeHint) {
    const uint32_t data_type = c.inst().operand_word(kFirstExtra) & 0xffff;
    if (data_type <= 6) return;
    c.Report(R("mode.vectypehint.data-type"), kFirstExtra, {data_type});
  } else if (mode == ExecutionMode::kTileShadingRateQCOM) {
    CheckTileShadingRate(c);
  }
}

void CheckConstants(const CheckContext& c) {
  for (OperandIndex i = kFirstExtra; i < c.inst().operand_count(); ++i) {
    if (!IsIdKind(c.inst().kind(i))) continue;
    const Id id = c.inst().id(i);
    const InstIndex def = c.module().def(id);
    if (def == kNoInst || IsConstantOperand(c.module().record(def).op))
      continue;
    c.Report(R("mode.executionmodeid.operands-constant"), i, {id})
        .Note("it is defined here", Place::At(def));
  }
}

void CheckIds(const CheckContext& c) {
  const ExecutionMode mode = ModeOf(c);
  if (!TakesIds(mode)) {
    c.Report(R("mode.executionmodeid.needs-id-operands"), kMode,
             {NameOf(mode)});
    return;
  }
  if (mode == ExecutionMode::kFPFastMathDefault) {
    CheckFastMathDefault(c);
    return;
  }
  if (mode == ExecutionMode::kLocalSizeId &&
      !c.context().options().allow_localsizeid) {
    c.Report(R("mode.localsizeid.environment"), kMode, {NameOf(mode)});
  }
  CheckConstants(c);
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
