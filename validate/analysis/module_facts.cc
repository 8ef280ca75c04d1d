#include "validate/analysis/module_facts.h"

#include "core/call_context.h"

namespace plumb {

void ModuleFacts::Build(const Module& module,
                        const Specialization& specialization) {
  module_ = &module;
  provided_ = 0;
  pointers_.Clear();
  uses_.Clear();
  features_.Build(module);
  ThrowIfCancelled();
  types_.Build(module);
  ThrowIfCancelled();
  constants_.Build(module, types_, specialization);
  memory_model_.Build(module);
  ThrowIfCancelled();
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
