// Values of integer and Boolean constant instructions (section 3.3.7).
//
// Tested by constant_test.cc.
#ifndef PLUMB_CORE_CONSTANT_H_
#define PLUMB_CORE_CONSTANT_H_

#include <cstdint>

#include "core/index.h"
#include "core/module.h"
#include "core/type_table.h"

namespace plumb {

// An integer or Boolean constant.
struct ScalarConstant {
  // False for non-constants, composites, floats and undefined values.
  bool known = false;
  // The value is a default that specialization may replace.
  bool specializable = false;
  // Sign-extended from the width of its type if the type is signed.
  int64_t value = 0;

  // Known, and nothing can change it.
  bool fixed() const { return known && !specializable; }
};

// Evaluates a constant instruction without its operands' values; rules use a
// ConstantTable (constant_table.h), which also evaluates OpSpecConstantOp.
// O(1).  Widths above 64 bits are not evaluated.
ScalarConstant EvaluateScalar(const Module& module, const TypeTable& types,
                              Id id);

// Whether `op` is one of the constant instructions, OpSpecConstantOp and
// OpUndef not counted.
inline bool IsConstant(grammar::Op op) {
  return Is(op, grammar::OpTrait::kConstant);
}
// Whether `op` is a specialization constant instruction.
inline bool IsSpecConstant(grammar::Op op) {
  return Is(op, grammar::OpTrait::kSpecConstant);
}
// Whether results of `op` are constants: IsConstant(), and OpSpecConstantOp.
inline bool MakesConstant(grammar::Op op) {
  return Is(op, grammar::OpTrait::kMakesConstant);
}

}  // namespace plumb

#endif  // PLUMB_CORE_CONSTANT_H_
