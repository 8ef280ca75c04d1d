// Instructions that a version of a non-semantic set does not have, operands
// that version 101 of NonSemantic.Shader.DebugInfo adds, and the instructions
// of NonSemantic.DebugPrintf and NonSemantic.DebugBreak.
//
// Implementations skip unknown instructions, so an unknown number is only a
// warning.
//
// Tested by testdata/rule_test.cc.
#include <array>
#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/facts/debug_instructions.h"
#include "validate/facts/import_version.h"

namespace plumb {
namespace {

constexpr char kVoidResult[] = "the result type must be void, not {0}";

constexpr RuleTable R({
    {"debuginfo.instruction.version", "NonSemantic.Shader.DebugInfo 3",
     "version {1} of the set has no instruction {0}", "", Severity::kWarning},
    {"debuginfo.nonsemantic.instruction-number", "NonSemantic.DebugPrintf 2",
     "the set has no instruction {0}", "", Severity::kWarning},
    {"debuginfo.instruction.extra-operands",
     "NonSemantic.Shader.DebugInfo Version Compatibility",
     "in version 101 of the set, the instruction has at most {0} operand{0s}"},
    {"debuginfo.debugprintf.result-type", "NonSemantic.DebugPrintf 2",
     kVoidResult},
    {"debuginfo.debugprintf.format-string", "NonSemantic.DebugPrintf 2",
     "operand Format must be an OpString, not {0}"},
    {"debuginfo.debugbreak.result-type", "NonSemantic.DebugBreak 2",
     kVoidResult},
});

constexpr ImportOf kSets(ExtInstSet::kNonSemanticShaderDebugInfo,
                         ExtInstSet::kNonSemanticShaderDebugInfo100,
                         ExtInstSet::kNonSemanticDebugPrintf,
                         ExtInstSet::kNonSemanticDebugBreak,
                         ExtInstSet::kNonSemanticGraphDebugInfo);

uint32_t VersionOf(const CheckContext& c) {
  return VersionIn(ImportName(c.module(), c.inst().id(operand::ExtInst::kSet)))
      .value_or(0);
}

constexpr uint32_t kLastVersion = 101;

void CheckUnknown(const CheckContext& c, ExtInstSet set) {
  constexpr OperandIndex kInstruction = operand::ExtInst::kInstruction;
  const uint32_t number = c.inst().operand_word(kInstruction);
  if (DialectOf(set) == DebugDialect::kNone) {
    c.Report(R("debuginfo.nonsemantic.instruction-number"), kInstruction,
             {number});
  } else if (const uint32_t version = VersionOf(c); version <= kLastVersion) {
    c.Report(R("debuginfo.instruction.version"), kInstruction,
             {number, version});
  }
}

// Only a later version may add operands.  Version 100 has its own grammar.
void CheckExtraOperands(const CheckContext& c, grammar::ExtInst row) {
  const absl::Span<const grammar::OperandPattern> patterns =
      grammar::Operands(grammar::Info(row));
  const bool repeats = !patterns.empty() &&
                       patterns.back().quantifier == grammar::Quantifier::kAny;
  const auto allowed = static_cast<uint32_t>(patterns.size());
  const OperandIndex first_extra = operand::ExtInst::kOperands + allowed;
  if (repeats || c.inst().operand_count() <= first_extra ||
      VersionOf(c) > kLastVersion) {
    return;
  }
  c.Report(R("debuginfo.instruction.extra-operands"), first_extra, {allowed});
}

void CheckNumber(const CheckContext& c) {
  const ExtInstSet set = c.inst().ext_inst_set();
  if (!kSets.Intersects(set)) return;
  const grammar::ExtInst row = grammar::ExtInstFromNumber(
      set, c.inst().operand_word(operand::ExtInst::kInstruction));
  if (row == grammar::ExtInst::kNone) {
    CheckUnknown(c, set);
  } else if (set == ExtInstSet::kNonSemanticShaderDebugInfo) {
    CheckExtraOperands(c, row);
  }
}

constexpr uint32_t kOnly[] = {1};
constexpr Instructions kPrintf = {ExtInstSet::kNonSemanticDebugPrintf, kOnly};
constexpr Instructions kBreak = {ExtInstSet::kNonSemanticDebugBreak, kOnly};

void CheckFormat(const CheckContext& c) {
  constexpr OperandIndex kFormat =
      grammar::ext_operand::NonSemanticDebugPrintf::DebugPrintf::kFormat;
  const Id format = c.inst().id(kFormat);
  if (c.module().def(format) == kNoInst ||
      IsDefinedBy(c.module(), format, Op::kString)) {
    return;
  }
  c.Report(R("debuginfo.debugprintf.format-string"), kFormat, {format});
}

constexpr Op kExtInsts[] = {Op::kExtInst, Op::kExtInstWithForwardRefsKHR};
constexpr Check kChecks[] = {{kExtInsts, CheckNumber, Requires(kSets)},
                             {kPrintf, CheckFormat}};
constexpr OperandRule kOperandRules[] = {
    {kPrintf,
     operand::ExtInst::kResultType,
     {.shape = type_trait::kVoid},
     &R("debuginfo.debugprintf.result-type")},
    {kBreak,
     operand::ExtInst::kResultType,
     {.shape = type_trait::kVoid},
     &R("debuginfo.debugbreak.result-type")},
};

}  // namespace

extern constinit const Family kInstructionNumbers(R, kChecks, kOperandRules);

}  // namespace plumb
