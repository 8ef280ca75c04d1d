#include "validate/rules/debuginfo/debug_instructions.h"

#include "absl/algorithm/container.h"
#include "validate/engine/type_shape.h"
#include "validate/rules/extinst/import_version.h"

namespace plumb {
namespace {

using grammar::ExtInstSet;

constexpr OperandIndex kFirst = grammar::operand::ExtInst::kOperands;

// The layouts by number.
constexpr auto kLayoutOf = [] {
  std::array<const DebugLayout*, 128> layouts{};
  for (const DebugLayout& layout : kDebugLayouts) {
    layouts[static_cast<size_t>(layout.number)] = &layout;
  }
  return layouts;
}();

}  // namespace

bool ImportsDebug(const Module& module,
                  std::initializer_list<DebugDialect> dialects) {
  return absl::c_any_of(module.ext_inst_imports(), [&](InstIndex import) {
    const ExtInstSet set = module.ext_inst_set(module.record(import).result);
    return absl::c_linear_search(dialects, DialectOf(set));
  });
}

const DebugLayout* DebugLayoutOf(uint32_t number) {
  return number < kLayoutOf.size() ? kLayoutOf[number] : nullptr;
}

std::optional<DebugInst> DebugInst::OfExtended(const Module& module,
                                               InstIndex index) {
  namespace ext_inst = grammar::operand::ExtInst;
  const Inst inst = module.inst(index);
  if (inst.operand_count() <= ext_inst::kInstruction) return std::nullopt;
  const DebugDialect dialect =
      DialectOf(module.ext_inst_set(inst.id(ext_inst::kSet)));
  if (dialect == DebugDialect::kNone) return std::nullopt;
  return DebugInst(inst, dialect,
                   DebugLayoutOf(inst.operand_word(ext_inst::kInstruction)));
}

char DebugInst::LetterOf(OperandIndex operand) const {
  const absl::string_view letters = this->letters();
  if (letters.empty() || operand < kFirst) return '.';
  const uint32_t place = operand - kFirst;
  if (place < letters.size()) return letters[place];
  const size_t first = letters.size() - layout_->repeated;
  return letters[first + (place - first) % layout_->repeated];
}

OperandIndex DebugInst::Find(absl::string_view wanted) const {
  const size_t place = letters().find_first_of(wanted);
  if (place == absl::string_view::npos) return grammar::kNoOperand;
  const uint32_t operand = kFirst + static_cast<uint32_t>(place);
  return operand < inst_.operand_count() ? OperandIndex(operand)
                                         : grammar::kNoOperand;
}

std::optional<DebugInst> NamedBy(const Module& module, const DebugInst& inst,
                                 OperandIndex operand) {
  if (operand >= inst.inst().operand_count()) return std::nullopt;
  return DebugInst::Of(module, inst.inst().id(operand));
}

bool IsOfLaterVersion(const Module& module, const DebugInst& debug) {
  constexpr uint32_t kLastVersion = 101;
  if (debug.dialect() != DebugDialect::kShader) return false;
  const Id set = debug.inst().id(grammar::operand::ExtInst::kSet);
  return module.ext_inst_set(set) == ExtInstSet::kNonSemanticShaderDebugInfo &&
         VersionIn(ImportName(module, set)).value_or(0) > kLastVersion;
}

bool IsDebugInst(const Module& module, InstIndex index, DebugSet wanted) {
  const std::optional<DebugInst> debug = DebugInst::Of(module, index);
  return debug && debug->Is(wanted);
}

std::optional<uint32_t> DebugNumber(const ModuleContext& context,
                                    const DebugInst& inst,
                                    OperandIndex operand) {
  if (operand == grammar::kNoOperand ||
      operand >= inst.inst().operand_count()) {
    return std::nullopt;
  }
  return IsIdUse(inst.inst().kind(operand))
             ? FixedValue(context, inst.inst().id(operand))
             : std::optional(inst.inst().operand_word(operand));
}

std::optional<DebugInst> NamedType(const Module& module, Id type) {
  constexpr DebugSet kNames =
      AnyOf(Debug::kDebugTypedef, Debug::kDebugTypeQualifier);
  std::optional<DebugInst> debug = DebugInst::Of(module, type);
  while (debug && debug->Is(kNames)) {
    const OperandIndex base = debug->Find(debug_letter::kType);
    if (base == grammar::kNoOperand) return std::nullopt;
    const InstIndex named = module.def(debug->inst().id(base));
    // Names of what comes later could go round.
    if (named == kNoInst || named >= debug->inst().index()) return std::nullopt;
    debug = DebugInst::Of(module, named);
  }
  return debug;
}

}  // namespace plumb
