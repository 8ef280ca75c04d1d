// The analyses of a module, each computed once, in order of dependency.
//
// Build() computes what every module needs.  Large analyses that few rules use
// are computed on demand: the caller of the rules knows which apply, and calls
// Provide() with everything they use before functions are checked.  Afterwards
// nothing changes, and any number of threads may read.
//
// The header of each analysis states its cost;
// docs/contributor/architecture.md lists them.
//
// Tested by module_facts_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_MODULE_FACTS_H_
#define PLUMB_VALIDATE_ANALYSIS_MODULE_FACTS_H_

#include <cassert>
#include <cstdint>

#include "core/constant_table.h"
#include "core/feature_set.h"
#include "core/module.h"
#include "core/specialization.h"
#include "core/type_table.h"
#include "validate/analysis/decorations.h"
#include "validate/analysis/entry_points.h"
#include "validate/analysis/images.h"
#include "validate/analysis/memory_model.h"
#include "validate/analysis/pointers.h"
#include "validate/analysis/uses.h"

namespace plumb {

// Facts that are made on demand, as a set.
using FactSet = uint32_t;
namespace fact {
inline constexpr FactSet kPointers = 1u << 0;
inline constexpr FactSet kUses = 1u << 1;
}  // namespace fact

class ModuleFacts {
 public:
  ModuleFacts() = default;
  ModuleFacts(const ModuleFacts&) = delete;
  ModuleFacts& operator=(const ModuleFacts&) = delete;

  // Replaces the facts of the previous module and reuses the memory.  Both
  // arguments must outlive this.
  void Build(const Module& module, const Specialization& specialization);

  // Computes the requested analyses that do not exist yet.  Must not be called
  // while functions are being checked.
  void Provide(FactSet facts);

  const FeatureSet& features() const { return features_; }
  const TypeTable& types() const { return types_; }
  const ConstantTable& constants() const { return constants_; }
  const MemoryModel& memory_model() const { return memory_model_; }
  const Decorations& decorations() const { return decorations_; }
  const Images& images() const { return images_; }
  const EntryPoints& entry_points() const { return entry_points_; }
  // Requires Provide(); empty otherwise.
  const Pointers& pointers() const {
    assert((provided_ & fact::kPointers) != 0);
    return pointers_;
  }
  const Uses& uses() const {
    assert((provided_ & fact::kUses) != 0);
    return uses_;
  }

  // See TypeTable.
  void PoisonType(Id type) { types_.Poison(type); }

 private:
  const Module* module_ = nullptr;
  FactSet provided_ = 0;
  FeatureSet features_;
  TypeTable types_;
  ConstantTable constants_;
  MemoryModel memory_model_;
  Decorations decorations_;
  Images images_;
  EntryPoints entry_points_;
  Pointers pointers_;
  Uses uses_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_MODULE_FACTS_H_
