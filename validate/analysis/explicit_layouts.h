// The types with an explicit layout: each member of a structure has an offset,
// each array a stride, each matrix a stride and an order, at any depth (section
// 2.2.2), whatever their values.
//
// An array of blocks needs no stride.  Non-composite types, vectors, and
// matrices that are not members have an explicit layout.
//
// Cost: linear in the members of structures, times a logarithm in the
// decorations of each; one byte per id.
//
// Tested by explicit_layouts_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_EXPLICIT_LAYOUTS_H_
#define PLUMB_VALIDATE_ANALYSIS_EXPLICIT_LAYOUTS_H_

#include <cstdint>
#include <vector>

#include "core/index.h"
#include "core/module.h"
#include "core/type_table.h"
#include "validate/analysis/decorations.h"

namespace plumb {

class ExplicitLayouts {
 public:
  // Keeps its memory.
  void Build(const Module& module, const TypeTable& types,
             const Decorations& decorations);

  // Whether a type has an explicit layout; true for non-types.  O(1).
  bool Has(Id type) const { return (FlagsOf(type) & kLacking) == 0; }

 private:
  // Flags of a type.
  static constexpr uint8_t kLacking = 1;  // it is not laid out
  static constexpr uint8_t kMatrix = 2;   // it is made of arrays of matrices

  uint8_t FlagsOf(Id type) const {
    return type.value < flags_.size() ? flags_[type.value] : 0;
  }

  std::vector<uint8_t> flags_;  // by id
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_EXPLICIT_LAYOUTS_H_
