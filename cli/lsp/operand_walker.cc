#include "cli/lsp/operand_walker.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/module.h"

namespace plumb::lsp {
namespace {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::ExtInst;
using grammar::ExtInstSet;
using grammar::Kind;
using grammar::Op;
using grammar::OperandClass;
using grammar::OperandPattern;
using grammar::Quantifier;

// Whether a nested instruction leaves an operand to the one around it.
bool IsBeforeOpcode(Kind kind) {
  return kind == Kind::kIdResult || kind == Kind::kIdResultType;
}

}  // namespace

OperandWalker::OperandWalker(const TextIndex& index, const Statement& statement)
    : index_(index), is_ext_inst_(IsExtInst(statement.op)) {
  if (statement.op != grammar::kNoOp) {
    Push(grammar::Operands(grammar::Info(statement.op)), statement.op);
  }
}

template <typename Owner>
void OperandWalker::Push(absl::Span<const OperandPattern> patterns,
                         const Owner& owner, uint32_t first) {
  for (auto i = static_cast<uint32_t>(patterns.size()); i-- > first;) {
    pending_.push_back(
        {patterns[i],
         {grammar::ClassOf(owner, i, 0), grammar::ClassOf(owner, i, 1)}});
  }
}

std::optional<OperandSlot> OperandWalker::Next() {
  while (!pending_.empty() && pending_.back().pattern.kind == Kind::kIdResult) {
    pending_.pop_back();
    ++number_;
  }
  if (pending_.empty()) return std::nullopt;
  const Pending& next = pending_.back();
  OperandPattern pattern = next.pattern;
  OperandClass id_class = next.classes[0];
  const grammar::KindInfo& info = grammar::Info(pattern.kind);
  if (info.category == Category::kComposite) {
    pattern.kind = grammar::Bases(info)[0];
  }
  if (!IsIdKind(pattern.kind)) id_class = OperandClass::kNone;
  if (pattern.kind == Kind::kIdResultType) id_class = OperandClass::kType;
  return OperandSlot{pattern, id_class, number_};
}

void OperandWalker::Take(const IndexedToken& token) {
  if (!Next().has_value()) return;
  ++number_;
  const Pending taken = pending_.back();
  const OperandPattern& pattern = taken.pattern;
  if (pattern.quantifier != Quantifier::kAny) pending_.pop_back();
  const absl::string_view text = index_.TextOf(token);
  const grammar::KindInfo& info = grammar::Info(pattern.kind);
  switch (info.category) {
    case Category::kComposite: {
      const absl::Span<const Kind> bases = grammar::Bases(info);
      for (size_t i = bases.size(); i-- > 1;) {
        // An id behind a literal is the first id of the pair.
        const bool is_second_id = IsIdKind(bases[0]);
        pending_.push_back({{bases[i], Quantifier::kOne, pattern.name},
                            {taken.classes[is_second_id ? 1 : 0]}});
      }
      return;
    }
    case Category::kValueEnum:
    case Category::kBitEnum:
      return PushParameters(pattern.kind, text);
    case Category::kId:
      if (is_ext_inst_ && set_ == ExtInstSet::kNone) NoteImport(token);
      return;
    case Category::kLiteral:
      break;
  }
  if (pattern.kind == Kind::kLiteralExtInstInteger) PushExtInst(text);
  if (pattern.kind == Kind::kLiteralSpecConstantOpInteger) PushNested(text);
}

std::vector<OperandPattern> OperandWalker::Rest() const {
  std::vector<OperandPattern> rest;
  for (size_t i = pending_.size(); i-- > 0;) {
    if (pending_[i].pattern.kind != Kind::kIdResult) {
      rest.push_back(pending_[i].pattern);
    }
  }
  return rest;
}

void OperandWalker::PushParameters(Kind kind, absl::string_view text) {
  std::vector<const EnumerantInfo*> infos;
  for (const absl::string_view name : absl::StrSplit(text, '|')) {
    const EnumerantInfo* const info = grammar::EnumerantByName(kind, name);
    if (info != nullptr) infos.push_back(info);
  }
  // In the words, the parameters of lower bits come first.
  std::sort(infos.begin(), infos.end(),
            [](const EnumerantInfo* a, const EnumerantInfo* b) {
              return a->value > b->value;
            });
  for (const EnumerantInfo* info : infos) {
    Push(grammar::Parameters(*info), *info);
  }
}

void OperandWalker::PushExtInst(absl::string_view name) {
  if (set_ == ExtInstSet::kNone) return;
  ExtInst inst = grammar::ExtInstFromName(set_, name);
  uint32_t number = 0;
  if (inst == ExtInst::kNone && absl::SimpleAtoi(name, &number)) {
    inst = grammar::ExtInstFromNumber(set_, number);
  }
  if (inst == ExtInst::kNone) return;
  // They replace what any extended instruction can have.
  pending_.clear();
  Push(grammar::Operands(grammar::Info(inst)), inst);
}

void OperandWalker::PushNested(absl::string_view name) {
  const Op op = grammar::OpFromName(absl::StrCat("Op", name));
  if (op == grammar::kNoOp) return;
  const absl::Span<const OperandPattern> patterns =
      grammar::Operands(grammar::Info(op));
  uint32_t first = 0;
  while (first < patterns.size() && IsBeforeOpcode(patterns[first].kind)) {
    ++first;
  }
  pending_.clear();
  Push(patterns, op, first);
}

void OperandWalker::NoteImport(const IndexedToken& token) {
  if (token.name == kNone) return;
  const Statement* const import = index_.DefinitionOf(token.name);
  if (import != nullptr) set_ = ImportedSet(index_, *import);
}

absl::string_view TitleOf(const OperandPattern& pattern) {
  switch (pattern.kind) {
    case Kind::kIdResult:
      return "Result";
    case Kind::kIdResultType:
      return "Result Type";
    default:
      return grammar::NameOf(pattern);
  }
}

ExtInstSet ImportedSet(const TextIndex& index, const Statement& statement) {
  if (statement.op != Op::kExtInstImport) return ExtInstSet::kNone;
  const absl::Span<const IndexedToken> operands = index.OperandsOf(statement);
  if (operands.empty() || operands[0].kind != TokenKind::kString) {
    return ExtInstSet::kNone;
  }
  absl::string_view name = index.TextOf(operands[0]);
  absl::ConsumePrefix(&name, "\"");
  absl::ConsumeSuffix(&name, "\"");
  return grammar::ExtInstSetFromName(name);
}

}  // namespace plumb::lsp
