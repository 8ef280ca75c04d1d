// Patterns of numbers that instructions of several families take, beside those
// of type_pattern.h.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_NUMBER_PATTERNS_H_
#define PLUMB_VALIDATE_ENGINE_NUMBER_PATTERNS_H_

#include "core/type_table.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_pattern.h"

namespace plumb {

// The same as a pattern, but with a signedness of 0.
constexpr TypePattern Unsigned(TypePattern integers) {
  integers.never |= type_trait::kSigned;
  return integers;
}
// The same as a pattern, but with the encoding of IEEE 754.
constexpr TypePattern Ieee754(TypePattern floats) {
  floats.never |= type_trait::kOtherEncoding;
  return floats;
}

inline constexpr TypePattern kUint64 = Unsigned(kInt64);
inline constexpr TypePattern kUint32Vector2 =
    Unsigned(Vector(type_trait::kInt, 32, 2));

// Whether a type holds 64 unsigned bits in one number or in two.
inline bool IsUint64OrPair(const ModuleContext& context, Id type) {
  return Fits(context, kUint64, type) || Fits(context, kUint32Vector2, type);
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_NUMBER_PATTERNS_H_
