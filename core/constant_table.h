// The values of a module's integer and Boolean constants, those that
// OpSpecConstantOp computes included (sections 2.12 and 3.3.7).
//
// Results of OpSpecConstantOp are evaluated once, in module order: each finds
// what it computes with in the table.  Scalars and vectors are kept; of other
// composites a part is looked up by following the instructions that made them.
// All other constants are read from their instruction.
//
// Where the result of an operation is undefined (a division by zero, a shift
// by the width or more), the value is not known.
//
// Tested by constant_table_test.cc.
#ifndef PLUMB_CORE_CONSTANT_TABLE_H_
#define PLUMB_CORE_CONSTANT_TABLE_H_

#include <cstdint>
#include <vector>

#include "core/constant.h"
#include "core/index.h"
#include "core/module.h"
#include "core/specialization.h"
#include "core/type_table.h"

namespace plumb {

class ConstantTable {
 public:
  // Evaluates a module, whose constants in `specialization` have the values
  // given there and are no longer specializable.  All must outlive this.
  // Linear in the global instructions; keeps its memory.
  void Build(const Module& module, const TypeTable& types,
             const Specialization& specialization);

  // The value of an integer or Boolean scalar.  O(1), but O(log n) for results
  // of OpSpecConstantOp and where there is a specialization.
  ScalarConstant Scalar(Id id) const;
  // The value of a component of a vector, or of a part of another composite
  // that is an integer or Boolean scalar.
  ScalarConstant Component(Id id, uint32_t index) const;

 private:
  class Evaluator;
  class Path;
  // An evaluated result: its components, or itself if it is a scalar.
  struct Entry {
    InstIndex at;
    uint32_t first;  // into values_
    uint32_t count;
    bool is_scalar;
  };

  ScalarConstant Leaf(const Inst& inst) const;
  const Entry* Find(InstIndex at) const;
  ScalarConstant PartOf(Id id, Path path) const;
  // Takes one step towards the part of a composite that no entry is kept of.
  bool Follow(const Inst& op, Id* id, Path* path, bool* specializable) const;

  const Module* module_ = nullptr;
  const TypeTable* types_ = nullptr;
  const Specialization* specialization_ = nullptr;
  std::vector<Entry> entries_;  // sorted by place
  std::vector<ScalarConstant> values_;
};

}  // namespace plumb

#endif  // PLUMB_CORE_CONSTANT_TABLE_H_
