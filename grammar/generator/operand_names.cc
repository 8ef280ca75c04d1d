// Operands by name.  See operand_names.h.
#include "grammar/generator/operand_names.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/reader.h"

namespace plumb::grammar::generator {
namespace {

// What an operand is called, before names that come twice are told apart.
std::string BaseName(const Operand& operand, const Kind& kind) {
  if (kind.name == "IdResultType") return "ResultType";
  if (kind.name == "IdResult") return "Result";
  std::string name = OperandIdentifier(operand.name);
  if (!name.empty()) return name;
  // The kind of an <id> or a literal says nothing.
  const bool is_plain =
      kind.category == Category::kId || kind.category == Category::kLiteral;
  if (!is_plain) return kind.name;
  return operand.quantifier == Quantifier::kAny ? "Operands" : "Operand";
}

// `names` in their order, the second of equal ones with a 2 behind it and so
// on.
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

std::vector<Constant> OperandsOf(const Instruction& instruction,
                                 const Model& model) {
  std::vector<std::string> names;
  for (const Operand& operand : instruction.operands) {
    names.push_back(BaseName(operand, model.kinds[operand.kind]));
  }
  names = Distinct(names);
  std::vector<Constant> constants;
  uint32_t position = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    constants.emplace_back(names[i], position);
    // A composite is as many operands as it has parts.
    const Kind& kind = model.kinds[instruction.operands[i].kind];
    position += kind.category == Category::kComposite
                    ? static_cast<uint32_t>(kind.bases.size())
                    : 1;
  }
  return constants;
}

// The instruction that goes by `name`, or nullptr.
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

bool HasName(const std::vector<Constant>& operands, const std::string& name) {
  return std::any_of(operands.begin(), operands.end(),
                     [&](const Constant& c) { return c.first == name; });
}

// Gives operands of core instructions the names that `document` has for them.
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
          [&](const Constant& c) { return c.first == from; });
      const std::string to = object.String(from.c_str());
      if (it == instruction->operand_names.end()) {
        if (instruction->known) object.Error("no operand '" + from + "'");
      } else if (!IsName(to) || HasName(instruction->operand_names, to)) {
        object.Error("'" + to + "' is no new name");
      } else {
        it->first = to;
      }
    }
  }
}

// Adds the overlay's names for an instruction that the grammar knows by number
// at least.
void Merge(const std::vector<Constant>& newer, Instruction* instruction) {
  for (const Constant& constant : newer) {
    if (!HasName(instruction->operand_names, constant.first)) {
      instruction->operand_names.push_back(constant);
    }
  }
}

// A list of names; the position of each is its place.
std::vector<Constant> ReadNames(const JsonObject& object, const char* key) {
  std::vector<Constant> constants;
  for (const std::string& name : object.Strings(key)) {
    if (!IsName(name)) object.Error(absl::StrCat("'", name, "' is no name"));
    if (HasName(constants, name)) {
      object.Error(absl::StrCat("'", name, "' comes twice in ", key));
    }
    constants.emplace_back(name, static_cast<uint32_t>(constants.size()));
  }
  return constants;
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
      std::vector<Constant> operands = ReadNames(object, name.c_str());
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
// The operands of every instruction, by name: operand::Load::kPointer.
//
// Counted as Inst counts (operand_index.h).  An operand behind one that may be
// left out, or that may have parameters, has the number that it has if there
// are none of the former's parameters and it is there.
#ifndef PLUMB_GRAMMAR_OPERANDS_H_
#define PLUMB_GRAMMAR_OPERANDS_H_

#include "grammar/operand_index.h"

namespace plumb::grammar {

namespace operand {
)";

constexpr char kMiddle[] = R"(}  // namespace operand

// The same for the instructions of extended sets: ext_operand::GlslStd450::
// FMix::kX.  They convert to the number in the OpExtInst.
namespace ext_operand {
)";

constexpr char kBottom[] = R"(}  // namespace ext_operand

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERANDS_H_
)";

std::string NamespaceOf(absl::string_view instruction) {
  std::string name(instruction);
  name[0] = absl::ascii_toupper(static_cast<unsigned char>(name[0]));
  return name;
}

void WriteNamespace(absl::string_view name, absl::string_view type,
                    const std::vector<Constant>& operands, std::string* out) {
  absl::StrAppend(out, "namespace ", name, " {\n");
  for (const auto& [operand, position] : operands) {
    absl::StrAppend(out, "inline constexpr ", type, " ", Enumerator(operand),
                    "{", position, "};\n");
  }
  absl::StrAppend(out, "}  // namespace ", name, "\n");
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

// `operands` as an entry of the overlay.
std::string OverlayEntry(absl::string_view name,
                         const std::vector<Constant>& operands) {
  const auto quoted = [](std::string* out, const Constant& operand) {
    absl::StrAppend(out, "\"", operand.first, "\"");
  };
  return absl::StrCat("      \"", name, "\": [",
                      absl::StrJoin(operands, ", ", quoted), "]");
}

// The entries for what `newer` names and `older` does not.
std::string Newer(const std::vector<Instruction>& older,
                  const std::vector<Instruction>& newer) {
  std::vector<std::string> entries;
  for (const Instruction& instruction : newer) {
    const Instruction* old = Find(older, instruction.name);
    const bool has_all =
        old != nullptr &&
        std::all_of(instruction.operand_names.begin(),
                    instruction.operand_names.end(), [&](const Constant& c) {
                      return HasName(old->operand_names, c.first);
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
