// Operands of execution modes (sections 3.2.5 and 3.3.5): which of the two
// instructions a mode requires, and the allowed operands.
//
// Tested by testdata/rule_test.cc.
#include <bit>
#include <iterator>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/fast_math_mode.h"

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
     "VUID-RuntimeSpirv-LocalSizeId-06433",
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
     "AllowTransform requires AllowContract and AllowReassoc"},
    Contradicts(Contradicted::kOperand,
                {"mode.fpfastmathdefault.flags-known",
                 "SPV_KHR_float_controls2",
                 "{0} has bits that are not fast math modes: {1}"}),
    {"mode.fpfastmathdefault.no-fast-mode", "SPV_KHR_float_controls2",
     "a default must not have Fast: use the flags that it stands for"},
    {"mode.sharesinputwithamdx.node-name", "SPV_AMDX_shader_enqueue",
     "the node name must be an OpConstantStringAMDX or "
     "OpSpecConstantStringAMDX, but {0} is not one"},
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

// The types of the <id> operands of a mode, from the first one on.
struct IdTypes {
  ExecutionMode mode;
  TypePattern type;
  Rule rule;  // arguments: the type, the mode
};
constexpr Rule IntRule(absl::string_view id,
                       absl::string_view section = "3.2.5") {
  return {id, section, "the operands of {1} must be integer scalars, not {0}"};
}
constexpr IdTypes kIdTypes[] = {
    {ExecutionMode::kSubgroupsPerWorkgroupId, kIntScalar,
     IntRule("mode.subgroupsperworkgroupid.int-scalar")},
    {ExecutionMode::kLocalSizeId, kIntScalar,
     IntRule("mode.localsizeid.int-scalar")},
    {ExecutionMode::kLocalSizeHintId, kIntScalar,
     IntRule("mode.localsizehintid.int-scalar")},
    {ExecutionMode::kMaximumRegistersIdINTEL, kIntScalar,
     IntRule("mode.maximumregistersid.type", "SPV_INTEL_maximum_registers")},
    {ExecutionMode::kOpacityMicromapIdKHR,
     kBoolScalar,
     {"mode.opacitymicromapid.operand-type", "SPV_KHR_opacity_micromap",
      "the operand of {1} must be a Boolean scalar, not {0}"}},
    {ExecutionMode::kIsApiEntryAMDX,
     kBoolScalar,
     {"mode.isapientryamdx.operand-type", "SPV_AMDX_shader_enqueue",
      "the operand of {1} must be a Boolean scalar, not {0}"}},
};

// The maximum value of the first literal of a mode.
struct LiteralRange {
  ExecutionMode mode;
  uint32_t largest;
  Rule rule;  // argument: the value
};
constexpr LiteralRange kLiteralRanges[] = {
    {ExecutionMode::kMaxWorkDimINTEL,
     3,
     {"mode.maxworkdimintel.range", "SPV_INTEL_kernel_attributes",
      "the number of dimensions must be from 0 to 3, not {0}"}},
    {ExecutionMode::kRegisterMapInterfaceINTEL,
     1,
     {"mode.registermapinterface.boolean", "SPV_INTEL_kernel_attributes",
      "WaitForDoneWrite must be 0 or 1, not {0}"}},
};

constexpr auto kRules =
    Join(RulesOf(kIdTypes, &IdTypes::rule),
         RulesOf(kLiteralRanges, &LiteralRange::rule), RulesOf(R));

// The row of a mode, or null.
template <typename Row, size_t N>
const Row* Find(const Row (&rows)[N], ExecutionMode mode) {
  const Row* row = absl::c_find_if(
      rows, [mode](const Row& candidate) { return candidate.mode == mode; });
  return row != std::end(rows) ? row : nullptr;
}

void CheckFlags(const CheckContext& c, OperandIndex operand, uint32_t flags) {
  const uint32_t unknown = flags & ~grammar::KnownMask(Kind::kFPFastMathMode);
  if (unknown != 0) {
    c.Report(R("mode.fpfastmathdefault.flags-known"), operand,
             {Arg::Hex(flags), Arg::Hex(unknown)});
  } else if ((flags & static_cast<uint32_t>(grammar::FPFastMathMode::kFast)) !=
             0) {
    c.Report(R("mode.fpfastmathdefault.no-fast-mode"), operand);
  } else if (TransformsTooFreely(flags)) {
    c.Report(R("mode.fpfastmathdefault.allowtransform"), operand);
  }
}

void CheckFastMathDefault(const CheckContext& c) {
  if (c.inst().operand_count() < kFirstExtra + 2) return;
  const Id type = c.inst().id(kFirstExtra);
  if (!kFloatScalar.MatchesTraits(c.context().types().Get(type))) {
    c.Report(R("mode.fpfastmathdefault.target-type"), kFirstExtra, {type});
  }
  constexpr OperandIndex kFlags = kFirstExtra + 1;
  const ScalarConstant flags =
      c.context().constants().Scalar(c.inst().id(kFlags));
  if (!flags.fixed() || !kInt32.MatchesTraits(c.operand_type(kFlags))) {
    c.Report(R("mode.fpfastmathdefault.flags-constant"), kFlags);
    return;
  }
  CheckFlags(c, kFlags, static_cast<uint32_t>(flags.value));
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
  } else if (const LiteralRange* range = Find(kLiteralRanges, mode)) {
    const uint32_t value = c.inst().operand_word(kFirstExtra);
    if (value > range->largest) c.Report(range->rule, kFirstExtra, {value});
  }
}

// Whether an operand is a constant; reports it otherwise.
bool IsConstantAt(const CheckContext& c, OperandIndex operand) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst || IsConstantOperand(c.module().record(def).op)) {
    return true;
  }
  c.Report(R("mode.executionmodeid.operands-constant"), operand, {id})
      .Note("it is defined here", Place::At(def));
  return false;
}

void CheckConstants(const CheckContext& c, OperandIndex first) {
  const IdTypes* types = Find(kIdTypes, ModeOf(c));
  for (OperandIndex i = first; i < c.inst().operand_count(); ++i) {
    if (!IsIdKind(c.inst().kind(i)) || !IsConstantAt(c, i)) continue;
    // An operand without a type is not a number either.
    if (types == nullptr || c.module().def(c.inst().id(i)) == kNoInst ||
        types->type.MatchesTraits(c.operand_type(i))) {
      continue;
    }
    c.Report(types->rule, i, {Arg::Type(c.type_of(i)), NameOf(ModeOf(c))});
  }
}

void CheckSharesInput(const CheckContext& c) {
  CheckConstants(c, kFirstExtra + 1);
  const Id name = c.inst().id(kFirstExtra);
  if (c.module().def(name) == kNoInst ||
      IsDefinedBy(c.module(), name, Op::kConstantStringAMDX) ||
      IsDefinedBy(c.module(), name, Op::kSpecConstantStringAMDX)) {
    return;
  }
  c.Report(R("mode.sharesinputwithamdx.node-name"), kFirstExtra, {name});
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
  if (mode == ExecutionMode::kSharesInputWithAMDX) {
    CheckSharesInput(c);
    return;
  }
  if (mode == ExecutionMode::kLocalSizeId &&
      !c.context().options().allow_localsizeid) {
    c.Report(R("mode.localsizeid.environment"), kMode, {NameOf(mode)});
  }
  CheckConstants(c, kFirstExtra);
}

constexpr Check kChecks[] = {{Op::kExecutionMode, CheckLiterals},
                             {Op::kExecutionModeId, CheckIds}};

}  // namespace

extern constinit const Family kModeOperands(kRules, kChecks);

}  // namespace plumb
