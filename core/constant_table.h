// Values of a module's integer and Boolean constants, including results of
// OpSpecConstantOp (sections 2.12 and 3.3.7).
//
// Results of OpSpecConstantOp are evaluated once, in module order, so that the
// values of their operands are in the table already.  Scalars and vectors are
// stored; a part of another composite is found by following the instructions
// that constructed it.  All other constants are read from their instructions.
//
// A value is unknown if its operation has an undefined result (division by
// zero, a shift by the width or more).
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
  // Evaluates the constants of a module.  Constants in `specialization` have
  // the given values and can no longer be specialized.  The arguments must
  // outlive this table.  Linear in the global instructions; reuses its memory.
  void Build(const Module& module, const TypeTable& types,
             const Specialization& specialization);

  // The value of an integer or Boolean scalar.  O(1); O(log n) for results of
  // OpSpecConstantOp and with a specialization.
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
