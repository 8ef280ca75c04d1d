#include "cli/lsp/annotations.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/constant.h"
#include "core/module.h"
#include "core/op_role.h"

namespace plumb::lsp {
namespace {

using grammar::Op;

// --- Semantic tokens ---

// In the order of the legend.
enum TokenType : uint32_t {
  kKeyword,
  kType,
  kFunction,
  kVariable,
  kParameter,
  kEnumMember,
  kNumber,
  kString,
  kLabel,
  kMacro,
  kNamespace,
  kNoType,
};
constexpr const char* kTypeNames[] = {
    "keyword", "type",   "function", "variable", "parameter", "enumMember",
    "number",  "string", "label",    "macro",    "namespace"};
static_assert(std::size(kTypeNames) == kNoType);

enum Modifier : uint32_t { kDeclaration = 1, kReadonly = 2 };
constexpr const char* kModifierNames[] = {"declaration", "readonly"};

TokenType TypeOfName(const TextIndex& index, uint32_t name) {
  const Statement* const definition = index.DefinitionOf(name);
  if (definition == nullptr || definition->op == grammar::kNoOp) {
    return kVariable;
  }
  switch (definition->op) {
    case Op::kFunction:
      return kFunction;
    case Op::kFunctionParameter:
      return kParameter;
    case Op::kLabel:
      return kLabel;
    case Op::kExtInstImport:
      return kNamespace;
    default:
      return RoleOf(*definition) == OpRole::kType ? kType : kVariable;
  }
}

TokenType TypeOfToken(const TextIndex& index, uint32_t token,
                      const Statement& statement) {
  const IndexedToken& t = index.tokens()[token];
  switch (t.kind) {
    case TokenKind::kId:
      return t.name == kNone ? kVariable : TypeOfName(index, t.name);
    case TokenKind::kWord:
      if (token == statement.opcode_token) return kKeyword;
      return statement.op != grammar::kNoOp && IsExtInst(statement.op)
                 ? kMacro
                 : kEnumMember;
    case TokenKind::kNumber:
    case TokenKind::kImmediate:
      return kNumber;
    case TokenKind::kString:
      return kString;
    default:
      return kNoType;
  }
}

uint32_t ModifiersOf(const TextIndex& index, uint32_t token,
                     const Statement& statement) {
  const uint32_t name = index.tokens()[token].name;
  if (name == kNone) return 0;
  uint32_t modifiers = 0;
  if (statement.result != kNone && token == statement.first_token) {
    modifiers |= kDeclaration;
  }
  const Statement* const definition = index.DefinitionOf(name);
  if (definition != nullptr && definition->op != grammar::kNoOp &&
      MakesConstant(definition->op)) {
    modifiers |= kReadonly;
  }
  return modifiers;
}

// Encodes tokens, each relative to the one before it.
class TokenEncoder {
 public:
  explicit TokenEncoder(const Positions& positions) : positions_(positions) {}

  void Add(Extent extent, TokenType type, uint32_t modifiers) {
    // A token must not span lines.
    while (extent.begin < extent.end) {
      const uint32_t line = positions_.LineOf(extent.begin);
      const size_t end = std::min(extent.end, positions_.LineEnd(line));
      if (end > extent.begin)
        AddInLine(line, extent.begin, end, type, modifiers);
      if (line + 1 == positions_.line_count()) break;
      extent.begin = positions_.LineBegin(line + 1);
    }
  }
  Json Take() { return {{"data", std::move(data_)}}; }

 private:
  void AddInLine(uint32_t line, size_t begin, size_t end, TokenType type,
                 uint32_t modifiers) {
    const auto character = static_cast<uint32_t>(
        positions_.UnitsIn(positions_.LineBegin(line), begin));
    data_.push_back(line - line_);
    data_.push_back(line == line_ ? character - character_ : character);
    data_.push_back(positions_.UnitsIn(begin, end));
    data_.push_back(static_cast<uint32_t>(type));
    data_.push_back(modifiers);
    line_ = line;
    character_ = character;
  }

  const Positions& positions_;
  Json data_ = Json::array();
  uint32_t line_ = 0, character_ = 0;
};

// --- Inlay hints ---

enum HintKind { kTypeHint = 1, kParameterHint = 2 };

Json HintJson(const Document& document, size_t offset, std::string label,
              HintKind kind) {
  return {{"position", ToJson(document.positions().At(offset))},
          {"label", std::move(label)},
          {"kind", kind},
          {"paddingLeft", kind == kParameterHint}};
}

// The names of the members of structures, by structure and number.
using MemberNames =
    absl::flat_hash_map<std::pair<uint32_t, uint32_t>, absl::string_view>;

// The structure and member that an instruction is about.
bool ReadMember(const TextIndex& index, const Statement& s,
                std::pair<uint32_t, uint32_t>* member) {
  const auto operands = index.OperandsOf(s);
  if (operands.size() < 3 || operands[0].name == kNone) return false;
  member->first = operands[0].name;
  return absl::SimpleAtoi(index.TextOf(operands[1]), &member->second);
}

MemberNames ReadMemberNames(const TextIndex& index) {
  MemberNames names;
  for (const Statement& s : index.statements()) {
    if (s.function != kNone) break;
    std::pair<uint32_t, uint32_t> member;
    if (s.op != Op::kMemberName || !ReadMember(index, s, &member)) continue;
    absl::string_view name = index.TextOf(index.OperandsOf(s)[2]);
    if (name.size() < 2 || name.front() != '"') continue;
    names.emplace(member, name.substr(1, name.size() - 2));
  }
  return names;
}

// The type of a result that its own statement does not show to a reader.
std::string TypeHint(Analysis* analysis, const Statement& s) {
  const InstIndex at = analysis->InstOf(s);
  if (at == kNoInst) return "";
  const Id type =
      analysis->module().type_of(analysis->module().record(at).result);
  return type == kNoId ? "" : absl::StrCat(": ", analysis->TypeText(type));
}

std::string ValueHint(Analysis* analysis, const Statement& s) {
  const bool is_written = s.op == Op::kConstant || s.op == Op::kSpecConstant ||
                          s.op == Op::kConstantTrue ||
                          s.op == Op::kConstantFalse ||
                          s.op == Op::kConstantNull;
  if (s.result == kNone || is_written || !MakesConstant(s.op)) return "";
  const Id id = analysis->IdOf(s.result);
  std::string value = id == kNoId ? "" : analysis->ValueText(id);
  return value.empty() ? "" : absl::StrCat("= ", value);
}

}  // namespace

Json SemanticTokensLegend() {
  return {{"tokenTypes", kTypeNames}, {"tokenModifiers", kModifierNames}};
}

Json SemanticTokensJson(Document* document, Extent extent) {
  const TextIndex& index = document->analysis().index();
  TokenEncoder encoder(document->positions());
  for (const Statement& s : index.statements()) {
    if (index.EndOf(s) < extent.begin) continue;
    if (index.BeginOf(s) > extent.end) break;
    for (uint32_t t = s.first_token; t < s.end_token; ++t) {
      const TokenType type = TypeOfToken(index, t, s);
      if (type == kNoType) continue;
      encoder.Add(ExtentOf(index.tokens()[t]), type, ModifiersOf(index, t, s));
    }
  }
  return encoder.Take();
}

Json InlayHintsJson(Document* document, Extent extent) {
  Analysis& analysis = document->analysis();
  const TextIndex& index = analysis.index();
  const MemberNames members = ReadMemberNames(index);
  Json hints = Json::array();
  for (const Statement& s : index.statements()) {
    if (index.EndOf(s) < extent.begin || s.op == grammar::kNoOp) continue;
    if (index.BeginOf(s) > extent.end) break;
    std::pair<uint32_t, uint32_t> member;
    if (s.op == Op::kMemberDecorate && ReadMember(index, s, &member)) {
      const auto name = members.find(member);
      if (name == members.end()) continue;
      hints.push_back(HintJson(*document, index.OperandsOf(s)[1].end,
                               std::string(name->second), kParameterHint));
      continue;
    }
    if (std::string value = ValueHint(&analysis, s); !value.empty()) {
      hints.push_back(HintJson(*document, index.EndOf(s), std::move(value),
                               kParameterHint));
    } else if (s.function != kNone && s.result != kNone) {
      std::string type = TypeHint(&analysis, s);
      if (type.empty()) continue;
      hints.push_back(HintJson(*document, index.tokens()[s.first_token].end,
                               std::move(type), kTypeHint));
    }
  }
  return hints;
}

}  // namespace plumb::lsp
