// Values of constant instructions (section 3.3.7), as far as rules need them:
// integers and Booleans.
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
  // False for anything else: no constant, a composite, a float, or an undefined
  // value.
  bool known = false;
  // The value is a default that specialization may replace.
  bool specializable = false;
  // Of the width of its type, sign-extended if the type is signed.
  int64_t value = 0;

  // Known, and nothing can change it.
  bool fixed() const { return known && !specializable; }
};

// What the instruction of a constant says by itself; rules ask a ConstantTable
// (constant_table.h), which knows results of OpSpecConstantOp, too.  O(1).
// Widths above 64 bits are not known.
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
