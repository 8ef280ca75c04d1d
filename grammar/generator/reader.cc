// From the files to the model.  See reader.h.
#include "grammar/generator/reader.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "grammar/generator/entries.h"
#include "grammar/generator/json_object.h"
#include "grammar/generator/naming.h"
#include "grammar/generator/operand_classes.h"
#include "grammar/generator/operand_names.h"
#include "grammar/generator/overlay.h"
#include "grammar/generator/traits.h"

namespace plumb::grammar::generator {
namespace {

void ReadCore(const File& file, Model* model, Scope* scope, Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  document->Require("instruction_printing_class");
  for (const JsonObject& object :
       document->Objects("instruction_printing_class")) {
    model->classes.push_back(object.String("tag"));
  }
  document->Require("operand_kinds");
  ReadKinds(*document, "", model, scope);
  for (const char* kind : {"Capability", "IdResult", "IdResultType"}) {
    if (scope->kinds.count(kind) == 0) {
      document->Error(absl::StrCat("operand kind '", kind, "' is missing"));
    }
  }
  model->instructions = ReadInstructions(*document, *scope, &model->classes);
}

// "extinst.glsl.std.450.grammar.json" -> "glsl.std.450".
std::string MiddleOf(absl::string_view file) {
  const size_t slash = file.rfind('/');
  if (slash != absl::string_view::npos) file.remove_prefix(slash + 1);
  absl::ConsumePrefix(&file, "extinst.");
  absl::ConsumeSuffix(&file, ".grammar.json");
  return std::string(file);
}

void ReadExtInst(const File& file, std::map<std::string, ExtInstSet>* sets,
                 const Scope& core, Model* model, Report* report) {
  const auto document = JsonObject::Parse(file.name, file.text, report);
  if (!document) return;
  const std::string middle = MiddleOf(file.name);
  auto it = sets->find(middle);
  if (it == sets->end()) {
    ExtInstSet set;
    set.name = middle;
    set.identifier = CamelCase(middle);
    report->Note(
        file.name, middle,
        absl::StrCat("not listed in ext_inst_sets.json; imported as \"",
                     set.name, "\""));
    it = sets->emplace(middle, std::move(set)).first;
  }
  ExtInstSet& set = it->second;
  set.known = true;
  Scope scope = core;
  ReadKinds(*document, set.identifier, model, &scope);
  set.instructions = ReadInstructions(*document, scope, nullptr);
}

// Every extension that the model names.
void CollectExtensions(Model* model) {
  std::set<std::string> names(model->extensions.begin(),
                              model->extensions.end());
  const auto add = [&](const Need& need) {
    names.insert(need.extensions.begin(), need.extensions.end());
  };
  for (const Instruction& i : model->instructions) add(i.need);
  for (const Kind& kind : model->kinds) {
    for (const Enumerant& e : kind.enumerants) add(e.need);
  }
  for (const ExtInstSet& set : model->sets) {
    for (const Instruction& i : set.instructions) add(i.need);
  }
  model->extensions.assign(names.begin(), names.end());
}

}  // namespace

Model ReadModel(const Inputs& inputs, Report* report) {
  Model model;
  Scope scope;
  ReadCore(inputs.core, &model, &scope, report);

  std::map<std::string, ExtInstSet> sets = ReadSets(inputs.sets, report);
  std::vector<const File*> files;
  for (const File& file : inputs.ext_inst) files.push_back(&file);
  std::sort(files.begin(), files.end(), [](const File* a, const File* b) {
    return MiddleOf(a->name) < MiddleOf(b->name);
  });
  for (const File* file : files) {
    ReadExtInst(*file, &sets, scope, &model, report);
  }
  for (auto& [middle, set] : sets) model.sets.push_back(std::move(set));

  AddPlaceholders(inputs.names, &model, report);
  CorrectParameters(inputs.facts, &model, report);
  AddTraits(inputs.facts, &model, report);
  NameOperands(inputs.facts, inputs.operands, &model, report);
  AddOperandClasses(inputs.classes, &model, report);
  CollectExtensions(&model);
  return model;
}

}  // namespace plumb::grammar::generator
