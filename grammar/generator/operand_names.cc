// Operands by name.  See operand_names.h.
#include "grammar/generator/operand_names.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/reader.h"

namespace plumb::grammar::generator {
namespace {

// The name of an operand, before repeated names are numbered.
std::string BaseName(const Operand& operand, const Kind& kind) {
  if (kind.name == "IdResultType") return "ResultType";
  if (kind.name == "IdResult") return "Result";
  std::string name = OperandIdentifier(operand.name);
  if (!name.empty()) return name;
  // The kind of an <id> or a literal is not a useful name.
  const bool is_plain =
      kind.category == Category::kId || kind.category == Category::kLiteral;
  if (!is_plain) return kind.name;
  return operand.quantifier == Quantifier::kAny ? "Operands" : "Operand";
}

// `names` in order; the second of equal ones gets the suffix 2, and so on.
std::vector<std::string> Distinct(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names) {
    std::string distinct = name;
    for (int n = 2;
         std::find(result.begin(), result.end(), distinct) != result.end();
         ++n) {
      distinct = absl::StrCat(name, n);
    }
    result.push_back(distinct);
  }
  return result;
}

// Whether an operand of this kind may have parameters.
bool BringsOperands(const Kind& kind) {
  return kind.name == "LiteralExtInstInteger" ||
         kind.name == "LiteralSpecConstantOpInteger" ||
         std::any_of(kind.enumerants.begin(), kind.enumerants.end(),
                     [](const Enumerant& e) { return !e.parameters.empty(); });
}

// A composite is as many operands as it has parts.
uint32_t SizeOf(const Kind& kind) {
  return kind.category == Category::kComposite
             ? static_cast<uint32_t>(kind.bases.size())
             : 1;
}

std::vector<NamedOperand> OperandsOf(const Instruction& instruction,
                                     const Model& model) {
  std::vector<std::string> names;
  for (const Operand& operand : instruction.operands) {
    names.push_back(BaseName(operand, model.kinds[operand.kind]));
  }
  names = Distinct(names);
  std::vector<NamedOperand> operands;
  uint32_t position = 0;
  bool is_fixed = true;  // whether all instructions have the next one here
  for (size_t i = 0; i < names.size(); ++i) {
    const Operand& operand = instruction.operands[i];
    const Kind& kind = model.kinds[operand.kind];
    is_fixed &= operand.quantifier == Quantifier::kOne;
    operands.push_back({names[i], position, is_fixed});
    position += SizeOf(kind);
    is_fixed &= !BringsOperands(kind);
  }
  return operands;
}

// The instruction with a name, or nullptr.
template <typename Instructions>
auto* Find(Instructions& instructions, absl::string_view name) {
  for (auto& instruction : instructions) {
    const auto is_it = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (instruction.name == name || is_it(instruction.aliases) ||
        is_it(instruction.placeholders)) {
      return &instruction;
    }
  }
  return static_cast<decltype(instructions.data())>(nullptr);
}

bool HasName(const std::vector<NamedOperand>& operands,
             const std::string& name) {
  return std::any_of(operands.begin(), operands.end(),
                     [&](const NamedOperand& o) { return o.name == name; });
}

// Gives operands of core instructions the names in `document`.
void Rename(const JsonObject& document, Model* model) {
  for (const auto& [name, object] : document.Members("operand_names")) {
    Instruction* instruction = Find(model->instructions, name);
    if (instruction == nullptr) {
      object.Error("no such instruction");
      continue;
    }
    for (const std::string& from : object.Keys()) {
      const auto it = std::find_if(
          instruction->operand_names.begin(), instruction->operand_names.end(),
          [&](const NamedOperand& o) { return o.name == from; });
      const std::string to = object.String(from.c_str());
      if (it == instruction->operand_names.end()) {
        if (instruction->known) object.Error("no operand '" + from + "'");
      } else if (!IsName(to) || HasName(instruction->operand_names, to)) {
        object.Error("'" + to + "' is no new name");
      } else {
        it->name = to;
      }
    }
  }
}

// Adds the overlay's names for an instruction that the grammar has at least by
// number.
void Merge(const std::vector<NamedOperand>& newer, Instruction* instruction) {
  for (const NamedOperand& operand : newer) {
    if (!HasName(instruction->operand_names, operand.name)) {
      instruction->operand_names.push_back(operand);
    }
  }
}

// Reads a list of names; the position of each is its index.  A name with a
// question mark is that of an operand that is not mandatory.
std::vector<NamedOperand> ReadNames(const JsonObject& object, const char* key) {
  std::vector<NamedOperand> operands;
  for (const std::string& entry : object.Strings(key)) {
    absl::string_view stem = entry;
    const bool mandatory = !absl::ConsumeSuffix(&stem, "?");
    const std::string name(stem);
    if (!IsName(name)) object.Error(absl::StrCat("'", name, "' is no name"));
    if (HasName(operands, name)) {
      object.Error(absl::StrCat("'", name, "' comes twice in ", key));
    }
    operands.push_back(
        {name, static_cast<uint32_t>(operands.size()), mandatory});
  }
  return operands;
}

void ReadOverlay(const JsonObject& document, Model* model) {
  for (const auto& [section, object] : document.Members("instructions")) {
    const auto set = std::find_if(model->sets.begin(), model->sets.end(),
                                  [&name = section](const ExtInstSet& s) {
                                    return s.identifier == name;
                                  });
    const bool is_core = section == "Core";
    if (!is_core && set == model->sets.end()) {
      object.Error("no such set in ext_inst_sets.json");
      continue;
    }
    std::vector<Instruction>& instructions =
        is_core ? model->instructions : set->instructions;
    for (const std::string& name : object.Keys()) {
      std::vector<NamedOperand> operands = ReadNames(object, name.c_str());
      Instruction* instruction = Find(instructions, name);
      if (instruction != nullptr) {
        Merge(operands, instruction);
      } else if (is_core) {
        object.Error(absl::StrCat("no instruction '", name, "'"));
      } else {
        set->unknown_operands.push_back({name, std::move(operands)});
      }
    }
  }
}

constexpr char kTop[] = R"(// Generated by grammar/generator; do not edit.
//
// The operands of every instruction, by name: operand::Load::kPointer; and how
// many operands instructions have.
//
// Counted as Inst counts (operand_index.h).  The type of a constant tells
// whether all instructions have the operand at its number.  An operand after
// one that may be left out, or that may have parameters, has the number that it
// has if that one is present without parameters.
#ifndef PLUMB_GRAMMAR_OPERANDS_H_
#define PLUMB_GRAMMAR_OPERANDS_H_

#include "grammar/enums.h"
#include "grammar/operand_index.h"

namespace plumb::grammar {

namespace operand {
)";

constexpr char kMiddle[] = R"(}  // namespace operand

// The same for the instructions of extended sets: ext_operand::GlslStd450::
// FMix::kX.  They convert to the number in the OpExtInst.
namespace ext_operand {
)";

constexpr char kCounts[] = R"(}  // namespace ext_operand

// How many operands instructions have: see operand_counts.h.
namespace internal {

// By row of the grammar.
inline constexpr OperandCounts kOperandCounts[] = {
)";

constexpr char kExtCounts[] = R"(};

// Sorted by set and number.
struct ExtOperandCounts {
  ExtInstSet set;
  uint32_t number;
  OperandCounts counts;
};
inline constexpr ExtOperandCounts kExtOperandCounts[] = {
)";

constexpr char kBottom[] = R"(};

}  // namespace internal

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERANDS_H_
)";

std::string NamespaceOf(absl::string_view instruction) {
  std::string name(instruction);
  name[0] = absl::ascii_toupper(static_cast<unsigned char>(name[0]));
  return name;
}

// `type` is the type of a mandatory operand.
void WriteNamespace(absl::string_view name, absl::string_view type,
                    const std::vector<NamedOperand>& operands,
                    std::string* out) {
  absl::StrAppend(out, "namespace ", name, " {\n");
  for (const NamedOperand& operand : operands) {
    absl::StrAppend(out, "inline constexpr ",
                    operand.mandatory ? "" : "Optional", type, " ",
                    Enumerator(operand.name), "{", operand.position, "};\n");
  }
  absl::StrAppend(out, "}  // namespace ", name, "\n");
}

// The two numbers of an OperandCounts.  `base` operands precede the
// instruction's own; `may_grow` tells that it may have more operands than in
// the grammar.
std::string Counts(const Instruction& instruction, const Model& model,
                   uint32_t base, bool may_grow) {
  constexpr uint32_t kUnlimited = 0xff;
  if (!instruction.known) return absl::StrCat(kUnlimited, ", ", kUnlimited);
  uint32_t least = base;
  uint32_t most = base;
  bool is_fixed = true;
  bool is_unlimited = may_grow;
  for (const Operand& operand : instruction.operands) {
    const Kind& kind = model.kinds[operand.kind];
    is_fixed &= operand.quantifier == Quantifier::kOne;
    is_unlimited |=
        operand.quantifier == Quantifier::kAny || BringsOperands(kind);
    if (is_fixed) least += SizeOf(kind);
    most += SizeOf(kind);
    is_fixed &= !BringsOperands(kind);
  }
  return absl::StrCat(least, ", ", is_unlimited ? kUnlimited : most);
}

void WriteInstruction(const Instruction& instruction, absl::string_view type,
                      std::string* out) {
  const auto name_of = [](absl::string_view name) {
    return NamespaceOf(absl::StripPrefix(name, "Op"));
  };
  const std::string name = name_of(instruction.name);
  WriteNamespace(name, type, instruction.operand_names, out);
  for (const auto* names : {&instruction.aliases, &instruction.placeholders}) {
    for (const std::string& alias : *names) {
      absl::StrAppend(out, "namespace ", name_of(alias), " = ", name, ";\n");
    }
  }
}

void WriteExtCounts(const Model& model, std::string* out) {
  // Result type, result, set and instruction.
  constexpr uint32_t kBase = 4;
  for (const ExtInstSet& set : model.sets) {
    // A later version of a non-semantic set may have added operands.
    const bool may_grow =
        set.versioned && absl::StartsWith(set.name, "NonSemantic.");
    for (const Instruction& instruction : set.instructions) {
      absl::StrAppend(out, "    {ExtInstSet::", Enumerator(set.identifier),
                      ", ", instruction.opcode, ", {",
                      Counts(instruction, model, kBase, may_grow), "}},\n");
    }
  }
}

// `operands` as an entry of the overlay.
std::string OverlayEntry(absl::string_view name,
                         const std::vector<NamedOperand>& operands) {
  const auto quoted = [](std::string* out, const NamedOperand& operand) {
    absl::StrAppend(out, "\"", operand.name, operand.mandatory ? "\"" : "?\"");
  };
  return absl::StrCat("      \"", name, "\": [",
                      absl::StrJoin(operands, ", ", quoted), "]");
}

// The entries for names of `newer` that `older` does not have.
std::string Newer(const std::vector<Instruction>& older,
                  const std::vector<Instruction>& newer) {
  std::vector<std::string> entries;
  for (const Instruction& instruction : newer) {
    const Instruction* old = Find(older, instruction.name);
    const bool has_all =
        old != nullptr &&
        std::all_of(instruction.operand_names.begin(),
                    instruction.operand_names.end(),
                    [&](const NamedOperand& o) {
                      return HasName(old->operand_names, o.name);
                    });
    if (!has_all) {
      entries.push_back(
          OverlayEntry(instruction.name, instruction.operand_names));
    }
  }
  return absl::StrJoin(entries, ",\n");
}

}  // namespace

void NameOperands(const File& facts, const File& newer, Model* model,
                  Report* report) {
  for (Instruction& instruction : model->instructions) {
    instruction.operand_names = OperandsOf(instruction, *model);
  }
  for (ExtInstSet& set : model->sets) {
    for (Instruction& instruction : set.instructions) {
      instruction.operand_names = OperandsOf(instruction, *model);
    }
  }
  const auto exceptions = JsonObject::Parse(facts.name, facts.text, report);
  if (exceptions) Rename(*exceptions, model);
  const auto overlay = JsonObject::Parse(newer.name, newer.text, report);
  if (overlay) ReadOverlay(*overlay, model);
}

std::string WriteOperands(const Model& model) {
  std::string out = kTop;
  for (const Instruction& instruction : model.instructions) {
    WriteInstruction(instruction, "OperandIndex", &out);
  }
  out += kMiddle;
  for (const ExtInstSet& set : model.sets) {
    absl::StrAppend(&out, "namespace ", set.identifier, " {\n");
    for (const Instruction& instruction : set.instructions) {
      WriteInstruction(instruction, "ExtOperandIndex", &out);
    }
    for (const UnknownOperands& unknown : set.unknown_operands) {
      WriteNamespace(NamespaceOf(unknown.name), "ExtOperandIndex",
                     unknown.operands, &out);
    }
    absl::StrAppend(&out, "}  // namespace ", set.identifier, "\n");
  }
  out += kCounts;
  for (const Instruction& instruction : model.instructions) {
    absl::StrAppend(&out, "    {", Counts(instruction, model, 0, false),
                    "},\n");
  }
  out += kExtCounts;
  WriteExtCounts(model, &out);
  out += kBottom;
  return out;
}

std::string WriteOperandOverlay(const Model& older, const Model& newer) {
  std::vector<std::string> sections;
  const auto add = [&](absl::string_view name, const std::string& entries) {
    if (entries.empty()) return;
    sections.push_back(
        absl::StrCat("    \"", name, "\": {\n", entries, "\n    }"));
  };
  add("Core", Newer(older.instructions, newer.instructions));
  for (const ExtInstSet& set : newer.sets) {
    const auto old = std::find_if(
        older.sets.begin(), older.sets.end(),
        [&](const ExtInstSet& s) { return s.identifier == set.identifier; });
    const std::vector<Instruction> none;
    add(set.identifier,
        Newer(old == older.sets.end() ? none : old->instructions,
              set.instructions));
  }
  return absl::StrCat(
      "{\n  \"about\": \"Operands that code may name though the grammar it is "
      "built with may be too old for them, in the order of each instruction; "
      "written by //grammar/generator:newer_operands.\",\n"
      "  \"instructions\": {\n",
      absl::StrJoin(sections, ",\n"), "\n  }\n}\n");
}

}  // namespace plumb::grammar::generator
