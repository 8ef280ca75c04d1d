// From the files to the model.  See reader.h.
#include "grammar/generator/reader.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "grammar/generator/operand_classes.h"
#include "grammar/generator/operand_names.h"
#include "grammar/generator/overlay.h"
#include "grammar/generator/snapshot_reader.h"
#include "grammar/generator/traits.h"

namespace plumb::grammar::generator {
namespace {

// Adds each extension that an entry of the model names.
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
  std::map<std::string, ExtInstSet> sets = ReadSets(inputs.sets, report);
  ReadSnapshot(inputs.snapshot, &sets, &model, report);
  for (auto& [key, set] : sets) model.sets.push_back(std::move(set));
  if (!report->ok()) return model;
  AddFacts(inputs.facts, &model, report);
  AddTraits(inputs.facts, &model, report);
  NameOperands(inputs.facts, &model, report);
  AddOperandClasses(inputs.classes, &model, report);
  CollectExtensions(&model);
  return model;
}

}  // namespace plumb::grammar::generator
