// What is known of a module as a whole, each thing computed once, in the order
// in which one builds upon the other.
//
// What every module needs is there after Build().  What is as large as the
// module and asked by few rules is made when it is first provided for: whoever
// runs the rules knows which apply and calls Provide() with all that they ask,
// before functions are checked.  From then on nothing changes, and any number
// of threads may read.
//
// Costs stand at each analysis; docs/architecture.md has them in a table.
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

  // Replaces what was known of another module and keeps the memory.  Both must
  // outlive this.
  void Build(const Module& module, const Specialization& specialization);

  // Makes what is asked for and not there yet.  Not while functions are being
  // checked.
  void Provide(FactSet facts);

  const FeatureSet& features() const { return features_; }
  const TypeTable& types() const { return types_; }
  const ConstantTable& constants() const { return constants_; }
  const MemoryModel& memory_model() const { return memory_model_; }
  const Decorations& decorations() const { return decorations_; }
  const Images& images() const { return images_; }
  const EntryPoints& entry_points() const { return entry_points_; }
  // Must have been provided for; know of no pointer and no use otherwise.
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
