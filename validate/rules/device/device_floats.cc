// Rounding, and the handling of denormals, zeros and infinities, on devices
// where the modes of float widths depend on each other.
//
// Tested by testdata/rule_test.cc.
#include <array>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kPairText[] =
    "{0} is set for {1}-bit floats only, but the device requires the same mode "
    "for 16 and 64 bits ({2})";
constexpr char kAllText[] =
    "{0} is set for {1}-bit floats only, but the device requires the same mode "
    "for all widths ({2})";
constexpr char kDefaultText[] =
    "FPFastMathDefault for {0}-bit floats must include NotNaN, NotInf and NSZ: "
    "the device lacks {1}";
constexpr char kModeText[] =
    "FPFastMathMode for {0}-bit floats must include NotNaN, NotInf and NSZ: "
    "the device lacks {1}";

// VkShaderFloatControlsIndependence.
constexpr int64_t k32BitOnly = 0;
constexpr int64_t kNone = 2;

using Modes = std::array<ExecutionMode, 2>;
struct IndependenceRow {
  DeviceLimit limit;
  int64_t value;
  Modes modes;  // at most one for each width
  Rule rule;
};
constexpr Modes kDenormals = {ExecutionMode::kDenormPreserve,
                              ExecutionMode::kDenormFlushToZero};
constexpr Modes kRounding = {ExecutionMode::kRoundingModeRTE,
                             ExecutionMode::kRoundingModeRTZ};
constexpr IndependenceRow kRows[] = {
    {"denormBehaviorIndependence", k32BitOnly, kDenormals,
     DeviceRule("device.denormals.same-16-64", kPairText,
                "VUID-RuntimeSpirv-denormBehaviorIndependence-06289")},
    {"denormBehaviorIndependence", kNone, kDenormals,
     DeviceRule("device.denormals.same", kAllText,
                "VUID-RuntimeSpirv-denormBehaviorIndependence-06290")},
    {"roundingModeIndependence", k32BitOnly, kRounding,
     DeviceRule("device.rounding.same-16-64", kPairText,
                "VUID-RuntimeSpirv-roundingModeIndependence-06291")},
    {"roundingModeIndependence", kNone, kRounding,
     DeviceRule("device.rounding.same", kAllText,
                "VUID-RuntimeSpirv-roundingModeIndependence-06292")},
};

struct WidthRow {
  uint32_t width;
  TypeParts part;
  DeviceFeature feature;
  Rule by_default;
  Rule by_mode;
};
constexpr WidthRow kWidths[] = {
    {16, type_part::kFloat16, "shaderSignedZeroInfNanPreserveFloat16",
     DeviceRule(
         "device.fast-math-default.flags-16", kDefaultText,
         "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat16-09559"),
     DeviceRule(
         "device.fast-math.flags-16", kModeText,
         "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat16-09560")},
    {32, type_part::kFloat32, "shaderSignedZeroInfNanPreserveFloat32",
     DeviceRule(
         "device.fast-math-default.flags-32", kDefaultText,
         "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat32-09561"),
     DeviceRule(
         "device.fast-math.flags-32", kModeText,
         "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat32-09562")},
    {64, type_part::kFloat64, "shaderSignedZeroInfNanPreserveFloat64",
     DeviceRule(
         "device.fast-math-default.flags-64", kDefaultText,
         "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat64-09563"),
     DeviceRule(
         "device.fast-math.flags-64", kModeText,
         "VUID-RuntimeSpirv-shaderSignedZeroInfNanPreserveFloat64-09564")},
};
constexpr auto kRules =
    Join(RulesOf(kRows, &IndependenceRow::rule),
         RulesOf(kWidths, &WidthRow::by_default, &WidthRow::by_mode));

// The mode among `modes` that an entry point has for a width, or null.
const ExecutionModeRow* Find(const EntryFunction& entry, const Modes& modes,
                             uint32_t width) {
  for (const ExecutionMode mode : modes) {
    for (const ExecutionModeRow& row : entry.FindAll(mode)) {
      if (row.first_word == width) return &row;
    }
  }
  return nullptr;
}

bool AreSame(const ExecutionModeRow* a, const ExecutionModeRow* b) {
  return a == b || (a != nullptr && b != nullptr && a->mode == b->mode);
}

// Only widths for which the module has types can differ.
void CheckIndependence(ModuleContext& context, const EntryFunction& entry,
                       const IndependenceRow& row) {
  const ExecutionModeRow* first = nullptr;
  bool has_first = false;
  for (const WidthRow& width : kWidths) {
    if ((row.value == k32BitOnly && width.width == 32) ||
        !context.types().AnyContains(width.part)) {
      continue;
    }
    const ExecutionModeRow* const mode = Find(entry, row.modes, width.width);
    if (!has_first) {
      first = mode;
      has_first = true;
      continue;
    }
    if (AreSame(first, mode)) continue;
    const ExecutionModeRow* const stated = mode != nullptr ? mode : first;
    context.Report(row.rule,
                   Place::At(stated->at, operand::ExecutionMode::kMode),
                   {Arg::Enumerant(grammar::Kind::kExecutionMode,
                                   static_cast<uint32_t>(stated->mode)),
                    stated->first_word, row.limit.name()});
    return;
  }
}

void CheckEntryPoints(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  for (const IndependenceRow& row : kRows) {
    if (NumberOf(*device, row.limit) != row.value) continue;
    for (const EntryFunction& entry : context.entry_points().functions()) {
      CheckIndependence(context, entry, row);
    }
  }
}

// --- Fast math ---

constexpr uint32_t kRequired =
    static_cast<uint32_t>(grammar::FPFastMathMode::kNotNaN) |
    static_cast<uint32_t>(grammar::FPFastMathMode::kNotInf) |
    static_cast<uint32_t>(grammar::FPFastMathMode::kNSZ);

void CheckDefault(const CheckContext& c) {
  constexpr OperandIndex kMode = operand::ExecutionMode::kMode;
  if (ExecutionMode{c.inst().operand_word(kMode)} !=
          ExecutionMode::kFPFastMathDefault ||
      c.inst().operand_count() <= kMode + 2) {
    return;
  }
  const TypeInfo& type = c.context().types().Get(c.inst().id(kMode + 1));
  const auto flags = FixedValue(c, c.inst().id(kMode + 2));
  if (type.poisoned() || !flags || (*flags & kRequired) == kRequired) return;
  for (const WidthRow& row : kWidths) {
    if (!type.Contains(row.part) || DeviceOf(c.context())->Has(row.feature)) {
      continue;
    }
    c.Report(row.by_default, kMode + 2, {row.width, row.feature.name()});
  }
}

// The parts of the types of the result and the operands of an instruction.
TypeParts PartsOf(const ModuleContext& context, Id result) {
  const Module& module = context.module();
  const InstIndex def = module.def(result);
  if (def == kNoInst) return 0;
  TypeParts parts = context.types().Get(module.type_of(result)).parts;
  module.ForEachIdOperand(def, [&](OperandIndex, Id id) {
    parts |= context.types().Get(module.type_of(id)).parts;
  });
  return parts;
}

void CheckModes(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  context.decorations().ForEach(
      Decoration::kFPFastMathMode, [&](const Decorated& d) {
        const Inst inst = context.module().inst(d.statement);
        if (d.parameter >= inst.operand_count() ||
            (inst.operand_word(d.parameter) & kRequired) == kRequired) {
          return;
        }
        const TypeParts parts = PartsOf(context, d.target);
        for (const WidthRow& row : kWidths) {
          if ((parts & row.part) == 0 || device->Has(row.feature)) continue;
          context.Report(row.by_mode, Place::At(d.statement, d.parameter),
                         {row.width, row.feature.name()});
          return;
        }
      });
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckEntryPoints, Requires(ValidationInput::kDevice)},
    {Phase::kSummaries, CheckModes, Requires(ValidationInput::kDevice)}};
constexpr Check kChecks[] = {
    {Op::kExecutionModeId, CheckDefault, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceFloats(kRules, kModuleChecks, kChecks);

}  // namespace plumb
