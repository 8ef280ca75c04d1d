#include "cli/lsp/completion.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/lsp/hover.h"
#include "cli/lsp/operand_walker.h"
#include "cli/lsp/snippets.h"
#include "core/constant.h"
#include "core/op_role.h"
#include "validate/facts/section.h"

namespace plumb::lsp {
namespace {

using grammar::Category;
using grammar::ExtInstSet;
using grammar::Op;
using grammar::OperandClass;
using grammar::OperandPattern;
using grammar::Quantifier;

enum ItemKind {
  kFunction = 3,
  kVariable = 6,
  kModule = 9,
  kEnum = 13,
  kKeyword = 14,
  kSnippet = 15,
  kReference = 18,
  kEnumMember = 20,
  kConstant = 21,
  kTypeParameter = 25,
};
constexpr int kSnippetFormat = 2;

// The cursor in a text: the statement that it is in, and the part of a token
// before it, which completion replaces.
struct Cursor {
  size_t offset;
  Extent typed;        // empty between tokens
  uint32_t statement;  // whose operand is written; kNone: an instruction
                       // begins here
  bool has_result;     // "%x =" precedes
  uint32_t preceding;  // the statement before an instruction that begins here
};

// Whether only blanks, or "%id =", precede an offset in its line.
bool StartsInstruction(absl::string_view line, bool* has_result) {
  line = absl::StripAsciiWhitespace(line);
  *has_result = false;
  if (line.empty()) return true;
  if (line.front() != '%' || line.back() != '=') return false;
  line.remove_suffix(1);
  line = absl::StripTrailingAsciiWhitespace(line);
  *has_result = !absl::StrContains(line, ' ');
  return *has_result;
}

Cursor CursorAt(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const Positions& positions = document->positions();
  Cursor cursor = {offset, {offset, offset}, kNone, false, kNone};
  const uint32_t token = index.TokenAt(offset);
  if (token != kNone) {
    const IndexedToken& t = index.tokens()[token];
    if (t.kind != TokenKind::kEquals && t.kind != TokenKind::kPunctuation) {
      cursor.typed = ExtentOf(t);
    }
  }
  const size_t begin = positions.LineBegin(positions.LineOf(offset));
  const absl::string_view before =
      index.text().substr(begin, cursor.typed.begin - begin);
  if (StartsInstruction(before, &cursor.has_result)) {
    // What is typed does not count as a statement that precedes.
    cursor.preceding = begin == 0 ? kNone : index.StatementAt(begin - 1);
    return cursor;
  }
  cursor.statement = index.StatementAt(offset);
  return cursor;
}

// Whether the offset is in a comment, where nothing is completed.
bool IsInComment(const Document& document, size_t offset) {
  const Positions& positions = document.positions();
  const size_t begin = positions.LineBegin(positions.LineOf(offset));
  bool in_string = false;
  for (size_t i = begin; i < offset; ++i) {
    const char c = document.text()[i];
    if (c == '"') in_string = !in_string;
    if (c == ';' && !in_string) return true;
  }
  return false;
}

// Collects the items of a list.
class ItemList {
 public:
  ItemList(const Document& document, Extent replaced)
      : range_(RangeJson(document, replaced)) {}

  // `rank` 0 comes first.
  Json& Add(absl::string_view label, ItemKind kind, absl::string_view detail,
            absl::string_view inserted, int rank = 1) {
    items_.push_back(
        {{"label", std::string(label)},
         {"kind", kind},
         {"sortText", absl::StrCat(rank, label)},
         // Clients filter by what is typed.
         {"filterText", std::string(label)},
         {"textEdit",
          {{"range", range_}, {"newText", std::string(inserted)}}}});
    if (!detail.empty()) items_.back()["detail"] = std::string(detail);
    return items_.back();
  }
  Json Take() {
    return {{"isIncomplete", false}, {"items", std::move(items_)}};
  }

 private:
  const Json range_;
  Json items_ = Json::array();
};

// --- Opcodes ---

// The places that are possible behind a statement in a function.
bool MayFollowInFunction(Op previous, Placement placement) {
  if (previous == Op::kFunction || previous == Op::kFunctionParameter) {
    return placement == Placement::kParameter ||
           placement == Placement::kLabel || placement == Placement::kLine ||
           placement == Placement::kFunctionEnd;
  }
  if (previous != grammar::kNoOp && IsTerminator(previous)) {
    return placement == Placement::kLabel || placement == Placement::kLine ||
           placement == Placement::kFunctionEnd;
  }
  if (previous == Op::kSelectionMerge || previous == Op::kLoopMerge) {
    return placement == Placement::kTerminator;
  }
  switch (placement) {
    case Placement::kPhi:
      return previous == Op::kLabel || previous == Op::kPhi ||
             previous == Op::kLine;
    case Placement::kBlock:
    case Placement::kDeclarationOrBlock:
    case Placement::kLine:
    case Placement::kExtInst:
    case Placement::kMerge:
    case Placement::kTerminator:
      return true;
    default:
      return false;
  }
}

// The section of a statement; kNone if it may be in several.
Section SectionOf(const Statement& s) {
  if (s.op == grammar::kNoOp) return Section::kNone;
  const Placement placement = PlacementOf(s.op);
  if (IsSectionOnly(placement)) return static_cast<Section>(placement);
  if (placement == Placement::kFunction) return Section::kFunction;
  return placement == Placement::kDeclarationOrBlock ? Section::kDeclaration
                                                     : Section::kNone;
}

// Opcodes that may stand behind one statement and before the next one.
class OpcodeFilter {
 public:
  OpcodeFilter(const TextIndex& index, uint32_t preceding) {
    const absl::Span<const Statement> all = index.statements();
    if (preceding != kNone) {
      const Statement& s = all[preceding];
      previous_ = s.op;
      in_function_ = s.function != kNone && s.op != Op::kFunctionEnd;
      for (uint32_t i = preceding + 1; i-- > 0 && first_ == Section::kNone;) {
        first_ = all[i].op == Op::kFunctionEnd ? Section::kFunction
                                               : SectionOf(all[i]);
      }
    }
    for (uint32_t i = preceding + 1; i < all.size(); ++i) {
      last_ = SectionOf(all[i]);
      if (last_ != Section::kNone) break;
    }
    if (last_ == Section::kNone || last_ < first_) last_ = Section::kFunction;
  }

  bool Allows(Op op) const {
    const Placement placement = PlacementOf(op);
    if (in_function_) return MayFollowInFunction(previous_, placement);
    if (placement == Placement::kDeclarationOrBlock ||
        placement == Placement::kLine || placement == Placement::kExtInst) {
      return first_ <= Section::kDeclaration && last_ >= Section::kDeclaration;
    }
    if (placement == Placement::kFunction) return last_ == Section::kFunction;
    const auto section = static_cast<Section>(placement);
    return IsSectionOnly(placement) && section >= first_ && section <= last_;
  }
  bool in_function() const { return in_function_; }

 private:
  Op previous_ = grammar::kNoOp;
  bool in_function_ = false;
  Section first_ = Section::kNone, last_ = Section::kNone;
};

// "Result Type, Operand 1, [Memory Operands]"
std::string OperandNames(absl::Span<const OperandPattern> patterns) {
  std::string text;
  for (const OperandPattern& pattern : patterns) {
    if (pattern.kind == Kind::kIdResult) continue;
    if (!text.empty()) text += ", ";
    const bool is_optional = pattern.quantifier != Quantifier::kOne;
    absl::StrAppend(&text, is_optional ? "[" : "", TitleOf(pattern),
                    pattern.quantifier == Quantifier::kAny ? "…" : "",
                    is_optional ? "]" : "");
  }
  return text;
}

void AddOpcodes(const OpcodeFilter& filter, bool has_result, bool with_snippets,
                ItemList* list) {
  for (uint32_t row = 0; row < grammar::kOpCount; ++row) {
    const Op op = static_cast<Op>(row);
    const grammar::OpInfo& info = grammar::Info(op);
    if (!filter.Allows(op) || (has_result && !info.has_result)) continue;
    const absl::string_view name = grammar::NameOf(op);
    const bool needs_result = info.has_result && !has_result;
    const std::string inserted = !needs_result ? std::string(name)
                                 : with_snippets
                                     ? absl::StrCat("%${1:id} = ", name, " $0")
                                     : absl::StrCat("% = ", name);
    Json& item = list->Add(name, kKeyword,
                           OperandNames(grammar::Operands(info)), inserted);
    if (needs_result && with_snippets) {
      item["insertTextFormat"] = kSnippetFormat;
    }
    if (std::string needs = RequirementMarkdown(info.requirement);
        !needs.empty()) {
      item["documentation"] = MarkdownJson(absl::StrCat("Requires ", needs));
    }
  }
}

void AddSnippets(const OpcodeFilter& filter, ItemList* list) {
  for (const Snippet& snippet : Snippets()) {
    if (snippet.in_function != filter.in_function()) continue;
    Json& item = list->Add(snippet.name, kSnippet, snippet.description,
                           snippet.text, /*rank=*/0);
    item["insertTextFormat"] = kSnippetFormat;
  }
}

// --- Operands ---

void AddEnumerants(Kind kind, ItemList* list) {
  for (const grammar::EnumerantInfo& info : grammar::Enumerants(kind)) {
    const absl::string_view name = grammar::Text(info.name);
    Json& item = list->Add(name, kEnumMember, grammar::NameOf(kind), name);
    if (std::string needs = RequirementMarkdown(info.requirement);
        !needs.empty()) {
      item["documentation"] = MarkdownJson(absl::StrCat("Requires ", needs));
    }
  }
}

void AddExtInsts(ExtInstSet set, ItemList* list) {
  if (set == ExtInstSet::kNone) return;
  const grammar::ExtInstSetInfo& info = grammar::Info(set);
  for (uint32_t i = 0; i < info.instruction_count; ++i) {
    const auto inst = static_cast<grammar::ExtInst>(info.first_instruction + i);
    const grammar::ExtInstInfo& row = grammar::Info(inst);
    const absl::string_view name = grammar::Text(row.name);
    list->Add(name, kFunction, OperandNames(grammar::Operands(row)), name);
  }
}

void AddStrings(Op op, ItemList* list) {
  const auto add = [list](absl::string_view name) {
    list->Add(name, kModule, "", absl::StrCat("\"", name, "\""));
  };
  if (op == Op::kExtension) {
    for (int i = 0; i < grammar::ExtensionCount(); ++i) {
      add(grammar::NameOf(static_cast<grammar::Extension>(i)));
    }
  } else if (op == Op::kExtInstImport) {
    for (const grammar::ExtInstSetInfo& set : grammar::ExtInstSets()) {
      add(grammar::Text(set.name));
    }
  }
}

bool IsOfClass(const Statement& s, OperandClass id_class) {
  const Op op = s.op;
  if (op == grammar::kNoOp) return true;
  switch (id_class) {
    case OperandClass::kType:
      return RoleOf(op) == OpRole::kType;
    case OperandClass::kLabel:
      return op == Op::kLabel;
    case OperandClass::kFunction:
      return op == Op::kFunction;
    case OperandClass::kConstant:
      return MakesConstant(op) || op == Op::kUndef;
    case OperandClass::kString:
      return op == Op::kString;
    case OperandClass::kImport:
      return op == Op::kExtInstImport;
    case OperandClass::kGroup:
      return op == Op::kDecorationGroup;
    case OperandClass::kObject:
      return grammar::Info(op).has_result_type && op != Op::kFunction;
    default:
      return true;
  }
}

ItemKind ItemKindOf(Op op) {
  if (op == grammar::kNoOp) return kVariable;
  if (RoleOf(op) == OpRole::kType) return kTypeParameter;
  if (MakesConstant(op)) return kConstant;
  if (op == Op::kFunction) return kFunction;
  return op == Op::kLabel ? kReference : kVariable;
}

// The name that the first operand of a statement has, its result type.
uint32_t ResultTypeOf(const TextIndex& index, const Statement& s) {
  if (s.op == grammar::kNoOp || !grammar::Info(s.op).has_result_type) {
    return kNone;
  }
  const auto operands = index.OperandsOf(s);
  return operands.empty() ? kNone : operands[0].name;
}

void AddIds(Document* document, uint32_t statement, OperandClass id_class,
            ItemList* list) {
  Analysis& analysis = document->analysis();
  const TextIndex& index = analysis.index();
  const Statement& user = index.statements()[statement];
  const uint32_t wanted_type = ResultTypeOf(index, user);
  const bool may_be_later = id_class == OperandClass::kLabel ||
                            id_class == OperandClass::kFunction ||
                            user.function == kNone || user.op == Op::kPhi;
  for (uint32_t n = 0; n < index.names().size(); ++n) {
    const IndexedName& name = index.names()[n];
    const Statement* const definition = index.DefinitionOf(n);
    if (definition == nullptr || definition == &user) continue;
    if (!IsOfClass(*definition, id_class)) continue;
    const bool is_local =
        definition->function != kNone && definition->op != Op::kFunction;
    if (is_local && user.function != kNone &&
        definition->function != user.function) {
      continue;
    }
    if (name.definition > statement && !may_be_later) continue;
    const uint32_t type = ResultTypeOf(index, *definition);
    const bool fits = wanted_type != kNone && type == wanted_type;
    const std::string label = absl::StrCat("%", name.text);
    std::string detail(definition->op == grammar::kNoOp
                           ? ""
                           : grammar::NameOf(definition->op));
    if (const Id id = analysis.IdOf(n); id != kNoId) {
      const Id type_id = analysis.module().type_of(id);
      if (type_id != kNoId) detail = analysis.TypeText(type_id);
    }
    list->Add(label, ItemKindOf(definition->op), detail, label, fits ? 0 : 1);
  }
}

// The slot of the token at the cursor, or of the one that would be there.
std::optional<OperandSlot> SlotAt(const TextIndex& index,
                                  const Statement& statement,
                                  const Cursor& cursor, ExtInstSet* set) {
  OperandWalker walker(index, statement);
  for (const IndexedToken& token : index.OperandsOf(statement)) {
    if (token.begin >= cursor.typed.begin) break;
    walker.Take(token);
  }
  const std::optional<OperandSlot> slot = walker.Next();
  *set = walker.ext_inst_set();
  return slot;
}

// Of "A|B", the part at the cursor.
Extent PartOfMask(const TextIndex& index, const Cursor& cursor) {
  Extent part = cursor.typed;
  const absl::string_view before = index.text().substr(
      part.begin, std::max(cursor.offset, part.begin) - part.begin);
  const size_t bar = before.rfind('|');
  if (bar != before.npos) part.begin += bar + 1;
  const size_t next = index.text().substr(0, part.end).find('|', part.begin);
  if (next != absl::string_view::npos) part.end = next;
  return part;
}

Json OperandCompletion(Document* document, const Cursor& cursor) {
  const TextIndex& index = document->analysis().index();
  const Statement& statement = index.statements()[cursor.statement];
  ExtInstSet set = ExtInstSet::kNone;
  const std::optional<OperandSlot> slot =
      SlotAt(index, statement, cursor, &set);
  if (!slot.has_value()) return ItemList(*document, cursor.typed).Take();
  const Kind kind = slot->pattern.kind;
  const Category category = grammar::Info(kind).category;
  ItemList list(*document, category == Category::kBitEnum
                               ? PartOfMask(index, cursor)
                               : cursor.typed);
  if (category == Category::kValueEnum || category == Category::kBitEnum) {
    AddEnumerants(kind, &list);
  } else if (category == Category::kId) {
    AddIds(document, cursor.statement, slot->id_class, &list);
  } else if (kind == Kind::kLiteralExtInstInteger) {
    AddExtInsts(set, &list);
  } else if (kind == Kind::kLiteralString) {
    AddStrings(statement.op, &list);
  }
  return list.Take();
}

}  // namespace

Json CompletionJson(Document* document, size_t offset, bool with_snippets) {
  if (IsInComment(*document, offset)) {
    return ItemList(*document, {offset, offset}).Take();
  }
  const Cursor cursor = CursorAt(document, offset);
  const TextIndex& index = document->analysis().index();
  if (cursor.statement != kNone) return OperandCompletion(document, cursor);
  ItemList list(*document, cursor.typed);
  const OpcodeFilter filter(index, cursor.preceding);
  AddOpcodes(filter, cursor.has_result, with_snippets, &list);
  if (with_snippets && !cursor.has_result) AddSnippets(filter, &list);
  return list.Take();
}

Json SignatureHelpJson(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const uint32_t at = index.StatementAt(offset);
  if (at == kNone || IsInComment(*document, offset)) return nullptr;
  const Statement& statement = index.statements()[at];
  if (statement.op == grammar::kNoOp ||
      offset <= index.tokens()[statement.opcode_token].end) {
    return nullptr;
  }
  OperandWalker walker(index, statement);
  std::vector<OperandPattern> patterns;
  for (const IndexedToken& token : index.OperandsOf(statement)) {
    if (token.end >= offset) break;
    const auto slot = walker.Next();
    if (!slot.has_value()) break;
    patterns.push_back(slot->pattern);
    walker.Take(token);
  }
  const size_t active = patterns.size();
  for (const OperandPattern& pattern : walker.Rest()) {
    patterns.push_back(pattern);
  }
  std::string label(grammar::NameOf(statement.op));
  Json parameters = Json::array();
  for (const OperandPattern& pattern : patterns) {
    std::string name =
        absl::StrCat(TitleOf(pattern), ": ", grammar::NameOf(pattern.kind),
                     pattern.quantifier == Quantifier::kOptional ? "?"
                     : pattern.quantifier == Quantifier::kAny    ? "…"
                                                                 : "");
    absl::StrAppend(&label, parameters.empty() ? " " : ", ", name);
    parameters.push_back({{"label", std::move(name)}});
  }
  return {
      {"signatures", Json::array({{{"label", std::move(label)},
                                   {"parameters", std::move(parameters)}}})},
      {"activeSignature", 0},
      {"activeParameter", active}};
}

}  // namespace plumb::lsp
