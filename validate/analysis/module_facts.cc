#include "validate/analysis/module_facts.h"

namespace plumb {

void ModuleFacts::Build(const Module& module,
                        const Specialization& specialization) {
  module_ = &module;
  provided_ = 0;
  pointers_.Clear();
  uses_.Clear();
  features_.Build(module);
  types_.Build(module);
  constants_.Build(module, types_, specialization);
  memory_model_.Build(module);
  decorations_.Build(module);
  images_.Build(module, types_);
  entry_points_.Build(module);
}

void ModuleFacts::Provide(FactSet facts) {
  const FactSet missing = facts & ~provided_;
  if ((missing & fact::kPointers) != 0) {
    pointers_.Build(*module_, types_, memory_model_);
  }
  if ((missing & fact::kUses) != 0) uses_.Build(*module_);
  provided_ |= facts;
}

}  // namespace plumb
