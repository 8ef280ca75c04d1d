// The overlay files.  See overlay.h.
#include "grammar/generator/overlay.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "grammar/generator/entries.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/reader.h"

namespace plumb::grammar::generator {
namespace {

// The names that the grammar has for the enumerants of a kind, or for the
// instructions of a set, with their numbers.
template <typename Entry, typename Number>
std::map<std::string, uint32_t> NamesOf(const std::vector<Entry>& entries,
                                        Number number) {
  std::map<std::string, uint32_t> names;
  for (const Entry& entry : entries) {
    names[entry.name] = number(entry);
    for (const std::string& alias : entry.aliases) names[alias] = number(entry);
  }
  return names;
}

// Checks the constants of one object and returns those that are not in `have`.
std::vector<Constant> Missing(const std::map<std::string, uint32_t>& have,
                              const std::vector<Constant>& constants,
                              const JsonObject& object) {
  std::vector<Constant> missing;
  for (const auto& [name, number] : constants) {
    if (!IsName(name)) {
      object.Error(absl::StrCat("'", name, "' is not a name"));
      continue;
    }
    const auto it = have.find(name);
    if (it == have.end()) {
      missing.emplace_back(name, number);
    } else if (it->second != number) {
      object.report()->Note(object.file(), name,
                            absl::StrCat("is ", number, " here, but ",
                                         it->second, " in the grammar"));
    }
  }
  return missing;
}

void AddInstructions(const JsonObject& document, Model* model) {
  const std::vector<Constant> missing =
      Missing(NamesOf(model->instructions,
                      [](const Instruction& i) { return i.opcode; }),
              document.Numbers("opcodes"), document);
  std::map<uint32_t, size_t> rows;
  for (size_t i = 0; i < model->instructions.size(); ++i) {
    rows[model->instructions[i].opcode] = i;
  }
  for (const auto& [name, opcode] : missing) {
    const auto [it, is_new] = rows.emplace(opcode, model->instructions.size());
    if (!is_new) {
      model->instructions[it->second].placeholders.push_back(name);
      continue;
    }
    if (opcode > 0xffff) document.Error(name + " must fit in 16 bits");
    Instruction instruction;
    instruction.name = name;
    instruction.opcode = opcode;
    instruction.op_class = "Reserved";
    instruction.need.min_version = kNeverCore;
    instruction.known = false;
    model->instructions.push_back(std::move(instruction));
  }
  std::sort(model->instructions.begin(), model->instructions.end(),
            [](const Instruction& a, const Instruction& b) {
              return a.opcode < b.opcode;
            });
}

void AddKinds(const JsonObject& document, Model* model) {
  for (const auto& [name, object] : document.Members("kinds")) {
    auto it = std::find_if(
        model->kinds.begin(), model->kinds.end(),
        [&name = name](const Kind& kind) { return kind.identifier == name; });
    if (it == model->kinds.end()) {
      Kind kind;
      kind.name = kind.identifier = name;
      kind.category = ReadCategory(object);
      model->kinds.push_back(std::move(kind));
      it = model->kinds.end() - 1;
    }
    it->placeholders = Missing(
        NamesOf(it->enumerants, [](const Enumerant& e) { return e.value; }),
        object.Numbers("enumerants"), object);
  }
}

void AddExtInsts(const JsonObject& document, Model* model) {
  for (const auto& [name, object] : document.Members("ext_inst_sets")) {
    const auto it = std::find_if(model->sets.begin(), model->sets.end(),
                                 [&name = name](const ExtInstSet& set) {
                                   return set.identifier == name;
                                 });
    if (it == model->sets.end()) {
      object.Error("no such set in ext_inst_sets.json");
      continue;
    }
    it->placeholders =
        Missing(NamesOf(it->instructions,
                        [](const Instruction& i) { return i.opcode; }),
                object.Numbers("instructions"), object);
  }
}

bool HasName(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The enumerant with a name, or nullptr if a newer grammar has it.
Enumerant* FindEnumerant(const std::string& name, const JsonObject& object,
                         Kind* kind) {
  for (Enumerant& enumerant : kind->enumerants) {
    if (enumerant.name == name || HasName(enumerant.aliases, name)) {
      return &enumerant;
    }
  }
  for (const auto& [newer, value] : kind->placeholders) {
    if (newer != name) continue;
    for (Enumerant& enumerant : kind->enumerants) {
      if (enumerant.value == value) return &enumerant;
    }
    return nullptr;
  }
  object.Error(absl::StrCat("no enumerant '", name, "'"));
  return nullptr;
}

}  // namespace

std::map<std::string, ExtInstSet> ReadSets(const File& file, Report* report) {
  std::map<std::string, ExtInstSet> sets;
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return sets;
  for (const auto& [middle, object] : document->AllMembers()) {
    ExtInstSet set;
    set.name = object.String("name");
    set.identifier = object.String("identifier");
    if (object.HasString("identifier") && !IsName(set.identifier)) {
      object.Error(absl::StrCat("'", set.identifier, "' is not a name"));
    }
    set.versioned = object.Bool("versioned");
    sets.emplace(middle, std::move(set));
  }
  return sets;
}

void AddPlaceholders(const File& file, Model* model, Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  std::vector<std::string> classes = document->Strings("classes");
  classes.push_back("Reserved");  // of the placeholder rows
  for (const std::string& name : classes) {
    if (std::find(model->classes.begin(), model->classes.end(), name) ==
        model->classes.end()) {
      model->classes.push_back(name);
    }
  }
  for (const std::string& name : document->Strings("extensions")) {
    if (!IsName(name)) document->Error(absl::StrCat(name, " is not a name"));
    model->extensions.push_back(name);
  }
  AddInstructions(*document, model);
  AddKinds(*document, model);
  AddExtInsts(*document, model);
}

void CorrectParameters(const File& file, Model* model, Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  Scope scope;
  for (size_t i = 0; i < model->kinds.size(); ++i) {
    scope.kinds.emplace(model->kinds[i].identifier, static_cast<int>(i));
  }
  for (const auto& [name, object] : document->Members("parameters")) {
    const auto kind = scope.kinds.find(name);
    if (kind == scope.kinds.end()) {
      object.Error("no such operand kind");
      continue;
    }
    for (const std::string& enumerant : object.Keys()) {
      Enumerant* const found =
          FindEnumerant(enumerant, object, &model->kinds[kind->second]);
      if (found == nullptr) continue;
      found->parameters = ReadOperands(object, enumerant.c_str(), scope);
    }
  }
}

}  // namespace plumb::grammar::generator
