#include "cli/lsp/hover.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "api/resolve/arg_text.h"
#include "cfg/structure.h"
#include "cli/drawing/drawing.h"
#include "cli/lsp/operand_walker.h"
#include "core/op_role.h"
#include "grammar/grammar.h"
#include "validate/analysis/memory_model.h"
#include "validate/analysis/type_layouts.h"

namespace plumb::lsp {
namespace {

using grammar::Category;
using grammar::EnumerantInfo;
using grammar::Op;
using grammar::OperandPattern;
using grammar::Quantifier;

constexpr size_t kMaxLine = 200;
constexpr size_t kMaxRows = 64;

std::string CodeBlock(absl::string_view code) {
  const bool is_cut = code.size() > kMaxLine;
  return absl::StrCat("```spirv\n", code.substr(0, kMaxLine), is_cut ? "…" : "",
                      "\n```\n");
}

// Text between back quotes, which it has none of.
std::string Code(absl::string_view text) {
  std::string code = "`";
  for (const char c : text.substr(0, kMaxLine)) {
    code += c == '`' || c == '\n' || c == '|' ? '\'' : c;
  }
  return code + "`";
}

absl::string_view SuffixOf(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::kOptional:
      return " (optional)";
    case Quantifier::kAny:
      return " (any number)";
    case Quantifier::kOne:
      break;
  }
  return "";
}

// --- Opcodes ---

// The operands of an instruction, each with its first word.
std::string OperandTable(Document* document, const Statement& statement) {
  Analysis& analysis = document->analysis();
  const TextIndex& index = analysis.index();
  const InstIndex at = analysis.InstOf(statement);
  absl::Span<const Operand> read;
  if (at != kNoInst) read = analysis.module().operands(at);
  std::string table = "| word | operand | kind | here |\n|---:|---|---|---|\n";
  const auto add = [&](uint32_t number, const OperandPattern& pattern,
                       absl::string_view text) {
    absl::StrAppend(&table, "| ",
                    number < read.size() ? absl::StrCat(read[number].word)
                                         : absl::StrCat(number + 1),
                    " | ", TitleOf(pattern), SuffixOf(pattern.quantifier),
                    " | ", grammar::NameOf(pattern.kind), " | ",
                    text.empty() ? "" : Code(text), " |\n");
  };
  const auto& patterns = grammar::Operands(grammar::Info(statement.op));
  for (size_t i = 0; i < patterns.size() && i < 2; ++i) {
    if (patterns[i].kind != Kind::kIdResult) continue;
    const absl::string_view result =
        statement.result == kNone ? "" : index.names()[statement.result].text;
    if (i == 0) add(0, patterns[i], absl::StrCat("%", result));
  }
  OperandWalker walker(index, statement);
  size_t rows = 0;
  for (const IndexedToken& token : index.OperandsOf(statement)) {
    const auto slot = walker.Next();
    if (!slot.has_value() || ++rows > kMaxRows) break;
    add(slot->number, slot->pattern, index.TextOf(token));
    if (slot->number == 0 && statement.result != kNone && patterns.size() > 1 &&
        patterns[1].kind == Kind::kIdResult) {
      add(1, patterns[1],
          absl::StrCat("%", index.names()[statement.result].text));
    }
    walker.Take(token);
  }
  if (const auto missing = walker.Next();
      missing.has_value() && rows <= kMaxRows) {
    add(missing->number, missing->pattern, "");
  }
  return table;
}

std::string OpcodeMarkdown(Document* document, const Statement& statement) {
  const grammar::OpInfo& info = grammar::Info(statement.op);
  std::string text = absl::StrCat("**", grammar::NameOf(statement.op), "** (",
                                  info.opcode, ")\n\n");
  if (std::string needs = RequirementMarkdown(info.requirement);
      !needs.empty()) {
    absl::StrAppend(&text, "Requires ", needs, "\n\n");
  }
  if (info.operand_count > 0) text += OperandTable(document, statement);
  return text;
}

// --- Ids ---

std::string DecorationsMarkdown(Document* document, Id id) {
  Analysis& analysis = document->analysis();
  std::string text;
  size_t rows = 0;
  analysis.decorations().ForEachOf(id, [&](const Decorated& d) {
    const Statement* const s = analysis.StatementOf(d.statement);
    if (s == nullptr || ++rows > kMaxRows) return;
    const TextIndex& index = analysis.index();
    const absl::string_view line = index.text().substr(
        index.BeginOf(*s), index.EndOf(*s) - index.BeginOf(*s));
    absl::StrAppend(&text, "- ", Code(line), "\n");
  });
  return text;
}

TypeLayouts LayoutsOf(Analysis* analysis, MemoryModel* memory_model) {
  memory_model->Build(analysis->module());
  TypeLayouts layouts;
  layouts.Build(analysis->module(), analysis->types(), analysis->constants(),
                analysis->decorations(), *memory_model);
  return layouts;
}

// The members of a structure with offsets, or the size and stride of an array;
// empty for what has no layout.
std::string LayoutMarkdown(Document* document, Id type) {
  Analysis& analysis = document->analysis();
  const TypeInfo& info = analysis.types().Get(type);
  if (!info.Is(type_trait::kAggregate) || info.poisoned()) return "";
  MemoryModel memory_model;
  const TypeLayouts layouts = LayoutsOf(&analysis, &memory_model);
  if (!info.Is(type_trait::kStruct)) {
    const StatedNumber stride = layouts.StrideOf(type);
    if (!stride.known) return "";
    return absl::StrCat("stride ", stride.value, " bytes\n");
  }
  std::vector<MemberLayout> members;
  layouts.ReadMembers(type, &members);
  std::string text;
  for (size_t i = 0; i < members.size() && i < kMaxRows; ++i) {
    if (!members[i].offset.known) return "";
    const TypeLayout layout = layouts.With(members[i].matrix, members[i].type);
    absl::StrAppend(&text, "| ", i, " | ", members[i].offset.value, " | ",
                    layout.unbounded ? "…" : absl::StrCat(layout.size), " | ",
                    Code(analysis.TypeText(members[i].type)), " |\n");
  }
  if (text.empty()) return "";
  return absl::StrCat(
      "\n| member | offset | size | type |\n|---:|---:|---:|---|\n", text);
}

// The type that the layout of an object is of: what its pointer points to, or
// its own.
Id LaidOutType(Analysis* analysis, Id id) {
  const Id of_value = analysis->module().type_of(id);
  const Id type = of_value == kNoId ? id : of_value;
  const TypeInfo& info = analysis->types().Get(type);
  return info.Is(type_trait::kPointer) && !info.poisoned() ? info.element
                                                           : type;
}

std::string DominanceMarkdown(const drawing::DrawnFunction& function,
                              cfg::BlockIndex block) {
  const cfg::Structure& structure = function.structure;
  if (!structure.dominators().reachable(block)) return "unreachable\n";
  std::string text;
  const cfg::BlockIndex dominator =
      structure.dominators().immediate_dominator(block);
  if (dominator != cfg::kNoBlock && dominator != block) {
    absl::StrAppend(&text, "dominated by ",
                    Code(function.names[dominator.value]), "\n\n");
  }
  const cfg::ConstructIndex construct = structure.innermost(block);
  if (construct != cfg::kNoConstruct && construct != cfg::kFunctionConstruct) {
    absl::StrAppend(&text, "in ",
                    Code(drawing::ConstructTitle(function, construct)), "\n");
  }
  return text;
}

// The immediate dominator and the innermost construct of a block.
std::string BlockMarkdown(Document* document, const Statement& label) {
  Analysis& analysis = document->analysis();
  const Module& module = analysis.module();
  const InstIndex at = analysis.InstOf(label);
  if (at == kNoInst) return "";
  const absl::Span<const FunctionRange> functions = module.functions();
  for (uint32_t f = 0; f < functions.size(); ++f) {
    if (at < functions[f].first || at >= functions[f].last) continue;
    const drawing::Drawing drawing = analysis.Draw("", f);
    const drawing::DrawnFunction& function = drawing.functions.front();
    const std::string name =
        absl::StrCat("%", analysis.index().names()[label.result].text);
    for (uint32_t b = 0; b < function.blocks.size(); ++b) {
      if (function.names[b] != name) continue;
      return DominanceMarkdown(function, cfg::BlockIndex(b));
    }
  }
  return "";
}

std::string IdMarkdown(Document* document, uint32_t name) {
  Analysis& analysis = document->analysis();
  const TextIndex& index = analysis.index();
  const Statement* const definition = index.DefinitionOf(name);
  if (definition == nullptr) {
    return absl::StrCat(Code(absl::StrCat("%", index.names()[name].text)),
                        " has no definition\n");
  }
  std::string text = CodeBlock(index.text().substr(
      index.BeginOf(*definition),
      index.EndOf(*definition) - index.BeginOf(*definition)));
  const Id id = analysis.IdOf(name);
  if (id != kNoId) {
    const Module& module = analysis.module();
    const Id type = module.type_of(id);
    if (type != kNoId) {
      absl::StrAppend(&text, "type ", Code(analysis.TypeText(type)), "\n\n");
    } else if (RoleOf(*definition) == OpRole::kType) {
      absl::StrAppend(&text, Code(analysis.TypeText(id)), "\n\n");
    }
    if (std::string value = analysis.ValueText(id); !value.empty()) {
      absl::StrAppend(&text, "value ", Code(value), "\n\n");
    }
    text += DecorationsMarkdown(document, id);
    text += LayoutMarkdown(document, LaidOutType(&analysis, id));
    if (definition->op == Op::kLabel) {
      text += BlockMarkdown(document, *definition);
    }
  }
  const uint32_t uses = index.names()[name].use_count - 1;
  absl::StrAppend(&text, "\n", uses, uses == 1 ? " use\n" : " uses\n");
  return text;
}

// --- Other operands ---

std::string EnumerantMarkdown(Kind kind, absl::string_view text) {
  std::string markdown;
  for (const absl::string_view name : absl::StrSplit(text, '|')) {
    const EnumerantInfo* const info = grammar::EnumerantByName(kind, name);
    if (info == nullptr) continue;
    absl::StrAppend(&markdown, "**", grammar::Text(info->name), "** (",
                    grammar::NameOf(kind), " ", info->value, ")\n\n");
    if (std::string needs = RequirementMarkdown(info->requirement);
        !needs.empty()) {
      absl::StrAppend(&markdown, "Requires ", needs, "\n\n");
    }
  }
  return markdown;
}

std::string ExtInstMarkdown(grammar::ExtInstSet set, absl::string_view name) {
  const grammar::ExtInst inst = grammar::ExtInstFromName(set, name);
  if (inst == grammar::ExtInst::kNone) return "";
  const grammar::ExtInstInfo& info = grammar::Info(inst);
  std::string text =
      absl::StrCat("**", name, "** (", grammar::Text(grammar::Info(set).name),
                   " ", info.number, ")\n\n");
  for (const OperandPattern& pattern : grammar::Operands(info)) {
    absl::StrAppend(&text, "- ", TitleOf(pattern), SuffixOf(pattern.quantifier),
                    "\n");
  }
  return text;
}

std::string OperandMarkdown(Document* document, const Statement& statement,
                            const IndexedToken& token) {
  const TextIndex& index = document->analysis().index();
  OperandWalker walker(index, statement);
  for (const IndexedToken& operand : index.OperandsOf(statement)) {
    const auto slot = walker.Next();
    if (!slot.has_value()) return "";
    if (operand.begin != token.begin) {
      walker.Take(operand);
      continue;
    }
    const absl::string_view text = index.TextOf(token);
    const Category category = grammar::Info(slot->pattern.kind).category;
    if (slot->pattern.kind == Kind::kLiteralExtInstInteger) {
      return ExtInstMarkdown(walker.ext_inst_set(), text);
    }
    if (category == Category::kValueEnum || category == Category::kBitEnum) {
      return EnumerantMarkdown(slot->pattern.kind, text);
    }
    return absl::StrCat(TitleOf(slot->pattern), " (",
                        grammar::NameOf(slot->pattern.kind), ")\n");
  }
  return "";
}

}  // namespace

std::string RequirementMarkdown(uint16_t requirement) {
  const grammar::Requirement& needs = grammar::RequirementAt(requirement);
  return RequirementText(
      requirement, {.capability = needs.capability_count > 0,
                    .version = needs.extension_count > 0 ||
                               (needs.min_version > 0 &&
                                needs.min_version != grammar::kNeverCore)});
}

Json HoverJson(Document* document, size_t offset) {
  const TextIndex& index = document->analysis().index();
  const uint32_t at = index.TokenAt(offset);
  if (at == kNone) return nullptr;
  const IndexedToken& token = index.tokens()[at];
  const Statement& statement = index.statements()[index.StatementOfToken(at)];
  std::string text;
  if (token.name != kNone) {
    text = IdMarkdown(document, token.name);
  } else if (at == statement.opcode_token) {
    if (statement.op == grammar::kNoOp) return nullptr;
    text = OpcodeMarkdown(document, statement);
  } else {
    text = OperandMarkdown(document, statement, token);
  }
  if (text.empty()) return nullptr;
  return {{"contents", MarkdownJson(text)},
          {"range", RangeJson(*document, ExtentOf(token))}};
}

}  // namespace plumb::lsp
