#include "validate/analysis/debug_positions.h"

#include <algorithm>
#include <optional>

#include "absl/algorithm/container.h"
#include "grammar/ext_inst_enums.h"
#include "grammar/operands.h"

namespace plumb {
namespace {

namespace ext_inst = grammar::operand::ExtInst;
namespace shader = grammar::ext_operand::NonSemanticShaderDebugInfo;
using grammar::ExtInstSet;
using grammar::Op;
// OpenCL.DebugInfo.100 has a subset of these instructions, with the same
// numbers.
using Debug = grammar::NonSemanticShaderDebugInfo;

// Operands.
constexpr OperandIndex kFileOfSource = shader::DebugSource::kFile;
constexpr grammar::OptionalOperandIndex kInlinedInScope =
    shader::DebugScope::kInlinedAt;
constexpr OperandIndex kSourceOfLine = shader::DebugLine::kSource;
constexpr OperandIndex kLineStart = shader::DebugLine::kLineStart;
constexpr OperandIndex kColumnStart = shader::DebugLine::kColumnStart;
constexpr uint32_t kOperandsOfLine = 5;
constexpr OperandIndex kLineOfCall = shader::DebugInlinedAt::kLine;
constexpr OperandIndex kScopeOfCall = shader::DebugInlinedAt::kScope;
constexpr grammar::OptionalOperandIndex kNextCall =
    shader::DebugInlinedAt::kInlined;
constexpr uint32_t kOperandsOfCall = 2;  // at least

// Whether instructions of this set state source positions.
bool IsDebugInfo(ExtInstSet set) {
  return set == ExtInstSet::kNonSemanticShaderDebugInfo ||
         set == ExtInstSet::kNonSemanticShaderDebugInfo100 ||
         set == ExtInstSet::kOpenClDebugInfo100;
}

// The number of a debug instruction with at least `count` operands of its own;
// nullopt for other instructions.
std::optional<Debug> NumberOf(const Module& module, const Inst& inst,
                              uint32_t count) {
  if (!IsExtInst(inst.op())) return std::nullopt;
  if (inst.operand_count() < ext_inst::kOperands + count) return std::nullopt;
  if (!IsDebugInfo(inst.ext_inst_set())) {
    return std::nullopt;
  }
  return Debug{inst.operand_word(ext_inst::kInstruction)};
}

bool Is(const Module& module, InstIndex def, Debug number, uint32_t count) {
  return def != kNoInst && NumberOf(module, module.inst(def), count) == number;
}

// A number that is a literal in one set and a 32-bit OpConstant in the other; 0
// for anything else.
uint32_t NumberAt(const Module& module, const Inst& inst,
                  OperandIndex operand) {
  if (!IsIdUse(inst.kind(operand))) return inst.operand_word(operand);
  const InstIndex def = module.def(inst.id(operand));
  if (def == kNoInst || module.record(def).op != Op::kConstant) return 0;
  constexpr OperandIndex kValue = grammar::operand::Constant::kValue;
  const Inst constant = module.inst(def);
  return constant.operand_count() > kValue ? constant.operand_word(kValue) : 0;
}

// Whether any instruction can state source positions.
bool HasPositions(const Module& module) {
  if (module.Has(Op::kLine)) return true;
  return absl::c_any_of(module.ext_inst_imports(), [&](InstIndex import) {
    return IsDebugInfo(module.imported_set(import));
  });
}

// The operand of a scope that names its source; kNoOperand for other
// instructions.
OperandIndex SourceOfScope(Debug number) {
  switch (number) {
    case Debug::kDebugCompilationUnit:
      return shader::DebugCompilationUnit::kSource;
    case Debug::kDebugFunction:
      return shader::DebugFunction::kSource;
    case Debug::kDebugLexicalBlock:
      return shader::DebugLexicalBlock::kSource;
    case Debug::kDebugLexicalBlockDiscriminator:
      return shader::DebugLexicalBlockDiscriminator::kSource;
    case Debug::kDebugTypeComposite:
      return shader::DebugTypeComposite::kSource;
    default:
      return grammar::kNoOperand;
  }
}

}  // namespace

void DebugPositions::Build(const Module& module) {
  module_ = &module;
  changes_.clear();
  now_ = {};
  if (!HasPositions(module)) return;
  for (InstIndex i(0); i.value < module.size(); ++i) Step(i);
}

void DebugPositions::Step(InstIndex index) {
  const Op op = module_->record(index).op;
  switch (op) {
    case Op::kLine: {
      namespace line = grammar::operand::Line;
      const Inst inst = module_->inst(index);
      now_.file = inst.id(line::kFile);
      now_.line = inst.operand_word(line::kLine);
      now_.column = inst.operand_word(line::kColumn);
      return Note(index);
    }
    case Op::kNoLine:
      now_.ForgetLine();
      return Note(index);
    case Op::kExtInst:
    case Op::kExtInstWithForwardRefsKHR:
      return ReadDebugInfo(index);
    case Op::kFunctionEnd:
      now_ = {};
      return Note(index);
    default:
      if (!grammar::Is(op, grammar::OpTrait::kTerminator)) return;
      now_ = {};
      return Note(index + 1);
  }
}

void DebugPositions::ReadDebugInfo(InstIndex index) {
  const Inst inst = module_->inst(index);
  const std::optional<Debug> number = NumberOf(*module_, inst, 0);
  if (!number) return;
  switch (*number) {
    case Debug::kDebugScope: {
      const auto inlined = inst.Find(kInlinedInScope);
      now_.inlined = inlined ? inst.id(*inlined) : kNoId;
      break;
    }
    case Debug::kDebugNoScope:
      now_.inlined = kNoId;
      break;
    case Debug::kDebugLine:
      ReadDebugLine(inst);
      break;
    case Debug::kDebugNoLine:
      now_.ForgetLine();
      break;
    default:
      return;
  }
  Note(index);
}

void DebugPositions::ReadDebugLine(const Inst& inst) {
  if (!NumberOf(*module_, inst, kOperandsOfLine)) return;
  now_.file = FileOfSource(inst.id(kSourceOfLine));
  now_.line = NumberAt(*module_, inst, kLineStart);
  now_.column = NumberAt(*module_, inst, kColumnStart);
}

void DebugPositions::Note(InstIndex first) {
  now_.first = first;
  const bool holds_already = changes_.empty()
                                 ? now_.line == 0 && now_.inlined == kNoId
                                 : changes_.back().file == now_.file &&
                                       changes_.back().line == now_.line &&
                                       changes_.back().column == now_.column &&
                                       changes_.back().inlined == now_.inlined;
  if (!holds_already) changes_.push_back(now_);
}

const DebugPositions::Change* DebugPositions::FindChange(InstIndex inst) const {
  const auto after = std::upper_bound(
      changes_.begin(), changes_.end(), inst,
      [](InstIndex i, const Change& change) { return i < change.first; });
  return after == changes_.begin() ? nullptr : &*(after - 1);
}

SourcePosition DebugPositions::PositionOf(InstIndex inst) const {
  const Change* const change = FindChange(inst);
  if (change == nullptr || change->line == 0) return {};
  return {String(change->file), change->line, change->column};
}

std::vector<SourcePosition> DebugPositions::InlinedAt(InstIndex inst,
                                                      size_t limit) const {
  std::vector<SourcePosition> positions;
  const Change* const change = FindChange(inst);
  if (change == nullptr) return positions;
  InstIndex def = module_->def(change->inlined);
  while (positions.size() < limit &&
         Is(*module_, def, Debug::kDebugInlinedAt, kOperandsOfCall)) {
    const Inst at = module_->inst(def);
    positions.push_back({String(FileOfScope(at.id(kScopeOfCall))),
                         NumberAt(*module_, at, kLineOfCall), 0});
    const auto call = at.Find(kNextCall);
    if (!call) break;
    const InstIndex next = module_->def(at.id(*call));
    // A reference to a later instruction could form a cycle.
    if (next == kNoInst || next >= def) break;
    def = next;
  }
  return positions;
}

Id DebugPositions::FileOfSource(Id source) const {
  const InstIndex def = module_->def(source);
  return Is(*module_, def, Debug::kDebugSource, 1)
             ? module_->inst(def).id(kFileOfSource)
             : kNoId;
}

Id DebugPositions::FileOfScope(Id scope) const {
  const InstIndex def = module_->def(scope);
  if (def == kNoInst) return kNoId;
  const Inst inst = module_->inst(def);
  const std::optional<Debug> number = NumberOf(*module_, inst, 0);
  if (!number) return kNoId;
  const OperandIndex source = SourceOfScope(*number);
  return source < inst.operand_count() ? FileOfSource(inst.id(source)) : kNoId;
}

absl::string_view DebugPositions::String(Id id) const {
  const InstIndex def = module_->def(id);
  if (def == kNoInst || module_->record(def).op != Op::kString) return "";
  return module_->inst(def).string(grammar::operand::String::kString);
}

}  // namespace plumb
