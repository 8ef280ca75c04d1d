// Which types have an explicit layout: each member of a structure an offset,
// each array a stride, each matrix a stride and an order, at any depth (section
// 2.2.2).  What the numbers are plays no part.
//
// An array of blocks needs no stride.  What is no composite is laid out, and so
// is a vector, or a matrix that is no member.
//
// Cost: linear in the members of structures, with a logarithm in what is
// decorated of each; a byte an id.
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

  // Whether a type is laid out; true for what is no type.  O(1).
  bool Has(Id type) const { return (FlagsOf(type) & kLacking) == 0; }

 private:
  // Of a type.
  static constexpr uint8_t kLacking = 1;  // it is not laid out
  static constexpr uint8_t kMatrix = 2;   // it is made of arrays of matrices

  uint8_t FlagsOf(Id type) const {
    return type.value < flags_.size() ? flags_[type.value] : 0;
  }

  std::vector<uint8_t> flags_;  // by id
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_EXPLICIT_LAYOUTS_H_
