#include "cli/lsp/outline.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/explain/spec_link.h"
#include "cli/lsp/operand_walker.h"
#include "core/constant.h"
#include "core/op_role.h"

namespace plumb::lsp {
namespace {

using grammar::Op;

Extent ExtentOf(const TextIndex& index, const Statement& s) {
  return {index.BeginOf(s), index.EndOf(s)};
}

// The content of a string token.
absl::string_view Unquoted(absl::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

std::string ResultText(const TextIndex& index, const Statement& s) {
  return s.result == kNone ? ""
                           : absl::StrCat("%", index.names()[s.result].text);
}

std::optional<SymbolKind> KindOf(const Statement& s) {
  if (s.op == grammar::kNoOp) return std::nullopt;
  if (s.op == Op::kTypeStruct) return SymbolKind::kStruct;
  if (RoleOf(s) == OpRole::kType) return SymbolKind::kTypeParameter;
  if (MakesConstant(s.op)) return SymbolKind::kConstant;
  if (RoleOf(s) == OpRole::kVariable) return SymbolKind::kVariable;
  if (RoleOf(s) == OpRole::kEntryPoint) return SymbolKind::kEvent;
  return std::nullopt;
}

// A symbol whose name is that of a result, or of an entry point.
struct Symbol {
  std::string name, detail;
  SymbolKind kind;
  Extent extent, selection;
};

std::optional<Symbol> SymbolOf(Document* document, const Statement& s) {
  const std::optional<SymbolKind> kind = KindOf(s);
  if (!kind.has_value()) return std::nullopt;
  Analysis& analysis = document->analysis();
  const TextIndex& index = analysis.index();
  Symbol symbol = {ResultText(index, s), std::string(grammar::NameOf(s.op)),
                   *kind, ExtentOf(index, s),
                   plumb::lsp::ExtentOf(index.tokens()[s.first_token])};
  if (*kind == SymbolKind::kEvent) {
    const auto operands = index.OperandsOf(s);
    for (const IndexedToken& operand : operands) {
      if (operand.kind != TokenKind::kString) continue;
      symbol.name = std::string(Unquoted(index.TextOf(operand)));
      symbol.selection = plumb::lsp::ExtentOf(operand);
      break;
    }
    if (!operands.empty()) {
      symbol.detail = std::string(index.TextOf(operands[0]));
    }
  } else if (const InstIndex at = analysis.InstOf(s); at != kNoInst) {
    const InstRecord& record = analysis.module().record(at);
    const Id type = analysis.module().type_of(record.result);
    const std::string value = analysis.ValueText(record.result);
    symbol.detail = analysis.TypeText(type == kNoId ? record.result : type);
    if (!value.empty()) absl::StrAppend(&symbol.detail, " ", value);
  }
  // A client refuses symbols without a name.
  if (symbol.name.empty()) symbol.name = "(unnamed)";
  return symbol;
}

Json ToJson(const Document& document, const Symbol& symbol) {
  return {{"name", symbol.name},
          {"detail", symbol.detail},
          {"kind", static_cast<int>(symbol.kind)},
          {"range", RangeJson(document, symbol.extent)},
          {"selectionRange", RangeJson(document, symbol.selection)}};
}

// The statements of each block of a function: a label and what follows it.
std::vector<IndexedFunction> BlocksOf(const TextIndex& index,
                                      const IndexedFunction& function) {
  std::vector<IndexedFunction> blocks;
  for (uint32_t i = function.first; i < function.end; ++i) {
    const Op op = index.statements()[i].op;
    if (op == Op::kLabel) blocks.push_back({i, i});
    if (!blocks.empty() && op != Op::kFunctionEnd) blocks.back().end = i + 1;
  }
  return blocks;
}

Extent ExtentOf(const TextIndex& index, const IndexedFunction& statements) {
  return {index.BeginOf(index.statements()[statements.first]),
          index.EndOf(index.statements()[statements.end - 1])};
}

Json FunctionSymbol(Document* document, uint32_t f) {
  const TextIndex& index = document->analysis().index();
  const IndexedFunction& function = index.functions()[f];
  const Statement& head = index.statements()[function.first];
  Json blocks = Json::array();
  for (const IndexedFunction& block : BlocksOf(index, function)) {
    const Statement& label = index.statements()[block.first];
    const std::string name = ResultText(index, label);
    blocks.push_back(ToJson(
        *document, {name.empty() ? "(unnamed)" : name, "block",
                    SymbolKind::kKey, ExtentOf(index, block),
                    plumb::lsp::ExtentOf(index.tokens()[label.first_token])}));
  }
  Json json = ToJson(*document,
                     {FunctionTitle(document, f), ResultText(index, head),
                      SymbolKind::kFunction, ExtentOf(index, function),
                      plumb::lsp::ExtentOf(index.tokens()[head.first_token])});
  json["children"] = std::move(blocks);
  return json;
}

// The name that a statement gives to an id, if it does.
absl::string_view NameGivenBy(const TextIndex& index, const Statement& s,
                              uint32_t name) {
  const bool is_entry = RoleOf(s) == OpRole::kEntryPoint;
  if (s.op != Op::kName && !is_entry) return "";
  const auto operands = index.OperandsOf(s);
  const size_t id = is_entry ? 1 : 0;
  if (operands.size() < id + 2 || operands[id].name != name) return "";
  return Unquoted(index.TextOf(operands[id + 1]));
}

// A fold of whole lines; null for less than two.
void AddFold(const Document& document, Extent extent, absl::string_view kind,
             Json* folds) {
  const uint32_t first = document.positions().LineOf(extent.begin);
  const uint32_t last = document.positions().LineOf(extent.end);
  if (first >= last) return;
  Json fold = {{"startLine", first}, {"endLine", last}};
  if (!kind.empty()) fold["kind"] = std::string(kind);
  folds->push_back(std::move(fold));
}

// From the label of a header block to what precedes its merge block.
void AddConstructFolds(const Document& document, const TextIndex& index,
                       const IndexedFunction& function, Json* folds) {
  uint32_t label = kNone;
  for (uint32_t i = function.first; i < function.end; ++i) {
    const Statement& s = index.statements()[i];
    if (s.op == Op::kLabel) label = i;
    if (s.op != Op::kSelectionMerge && s.op != Op::kLoopMerge) continue;
    const auto operands = index.OperandsOf(s);
    if (label == kNone || operands.empty() || operands[0].name == kNone) {
      continue;
    }
    const uint32_t merge = index.names()[operands[0].name].definition;
    if (merge == kNone || merge <= i || merge >= function.end) continue;
    AddFold(document,
            {index.BeginOf(index.statements()[label]),
             index.EndOf(index.statements()[merge - 1])},
            "region", folds);
  }
}

void AddCommentFolds(const Document& document, Json* folds) {
  const Positions& positions = document.positions();
  const absl::string_view text = document.text();
  uint32_t first = kNone;
  for (uint32_t line = 0; line <= positions.line_count(); ++line) {
    bool is_comment = false;
    if (line < positions.line_count()) {
      const size_t begin = positions.LineBegin(line);
      is_comment =
          absl::StartsWith(absl::StripLeadingAsciiWhitespace(text.substr(
                               begin, positions.LineEnd(line) - begin)),
                           ";");
    }
    if (is_comment && first == kNone) first = line;
    if (!is_comment && first != kNone) {
      AddFold(document,
              {positions.LineBegin(first), positions.LineEnd(line - 1)},
              "comment", folds);
      first = kNone;
    }
  }
}

}  // namespace

std::string FunctionTitle(Document* document, uint32_t function) {
  const TextIndex& index = document->analysis().index();
  const Statement& head = index.statements()[index.functions()[function].first];
  if (head.result == kNone) return "(unnamed)";
  for (const uint32_t token : index.UsesOf(head.result)) {
    const Statement& s = index.statements()[index.StatementOfToken(token)];
    const absl::string_view name = NameGivenBy(index, s, head.result);
    if (!name.empty()) return std::string(name);
  }
  return ResultText(index, head);
}

Json DocumentSymbolsJson(Document* document) {
  const TextIndex& index = document->analysis().index();
  Json symbols = Json::array();
  for (uint32_t i = 0; i < index.statements().size(); ++i) {
    const Statement& s = index.statements()[i];
    if (s.function != kNone) {
      symbols.push_back(FunctionSymbol(document, s.function));
      i = index.functions()[s.function].end - 1;
    } else if (const auto symbol = SymbolOf(document, s)) {
      symbols.push_back(ToJson(*document, *symbol));
    }
  }
  return symbols;
}

Json WorkspaceSymbolsJson(Document* document, absl::string_view query) {
  const TextIndex& index = document->analysis().index();
  const std::string wanted = absl::AsciiStrToLower(query);
  Json found = Json::array();
  const auto add = [&](const std::string& name, SymbolKind kind,
                       Extent extent) {
    if (!absl::StrContains(absl::AsciiStrToLower(name), wanted)) return;
    found.push_back({{"name", name},
                     {"kind", static_cast<int>(kind)},
                     {"location", LocationJson(*document, extent)}});
  };
  for (const Statement& s : index.statements()) {
    if (s.function != kNone) continue;
    if (const auto symbol = SymbolOf(document, s)) {
      add(symbol->name, symbol->kind, symbol->selection);
    }
  }
  for (uint32_t f = 0; f < index.functions().size(); ++f) {
    const Statement& head = index.statements()[index.functions()[f].first];
    add(FunctionTitle(document, f), SymbolKind::kFunction,
        plumb::lsp::ExtentOf(index.tokens()[head.first_token]));
  }
  return found;
}

Json FoldingRangesJson(Document* document) {
  const TextIndex& index = document->analysis().index();
  Json folds = Json::array();
  AddCommentFolds(*document, &folds);
  for (const IndexedFunction& function : index.functions()) {
    AddFold(*document, ExtentOf(index, function), "region", &folds);
    AddConstructFolds(*document, index, function, &folds);
  }
  return folds;
}

Json SelectionRangeJson(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  // From the largest to the smallest.
  std::vector<Extent> extents = {{0, document->text().size()}};
  const uint32_t statement = index.StatementAt(offset);
  if (const uint32_t f = index.FunctionOf(statement); f != kNone) {
    extents.push_back(ExtentOf(index, index.functions()[f]));
    for (const IndexedFunction& block : BlocksOf(index, index.functions()[f])) {
      if (block.first <= statement && statement < block.end) {
        extents.push_back(ExtentOf(index, block));
      }
    }
  }
  if (statement != kNone) {
    extents.push_back(ExtentOf(index, index.statements()[statement]));
  }
  if (const uint32_t token = index.TokenAt(offset); token != kNone) {
    extents.push_back(plumb::lsp::ExtentOf(index.tokens()[token]));
  }
  Json range;
  for (const Extent& extent : extents) {
    if (extent.begin > offset || extent.end < offset) continue;
    Json inner = {{"range", RangeJson(*document, extent)}};
    if (!range.is_null()) inner["parent"] = std::move(range);
    range = std::move(inner);
  }
  return range;
}

Json DocumentLinksJson(Document* document) {
  const TextIndex& index = document->analysis().index();
  Json links = Json::array();
  for (const Statement& s : index.statements()) {
    if (s.function != kNone) break;
    if (s.op != Op::kExtension && s.op != Op::kExtInstImport) continue;
    const auto operands = index.OperandsOf(s);
    if (operands.empty()) continue;
    std::string target = SectionLink(Unquoted(index.TextOf(operands[0])));
    if (target.empty()) continue;
    links.push_back(
        {{"range", RangeJson(*document, plumb::lsp::ExtentOf(operands[0]))},
         {"target", std::move(target)}});
  }
  return links;
}

}  // namespace plumb::lsp
