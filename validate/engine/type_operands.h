// Operands of type declarations that the type table (core/type_table.h) does
// not keep: floating-point encodings, and sizes that are <id>s of constants.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_TYPE_OPERANDS_H_
#define PLUMB_VALIDATE_ENGINE_TYPE_OPERANDS_H_

#include <cstdint>
#include <optional>

#include "core/constant.h"
#include "core/module.h"
#include "core/type_table.h"
#include "grammar/operands.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_shape.h"

namespace plumb {

// Whether two constants can have the same value, possibly after specialization.
// O(log constants).
inline bool MayBeEqual(const ModuleContext& context, Id a, Id b) {
  if (a == b) return true;
  const ScalarConstant left = context.constants().Scalar(a);
  const ScalarConstant right = context.constants().Scalar(b);
  return !left.fixed() || !right.fixed() || left.value == right.value;
}

// The type of the components of a scalar, vector or cooperative matrix type.
inline Id ComponentOf(const ModuleContext& context, Id type) {
  const TypeInfo& info = context.types().Get(type);
  return info.Is(type_trait::kScalar) ? type : info.element;
}

// Whether two scalar or vector types can have the same number of components,
// possibly after specialization.
inline bool MayHaveSameCount(const ModuleContext& context, Id a, Id b) {
  const TypeTable& types = context.types();
  if (types.Get(a).Is(type_trait::kVector) !=
      types.Get(b).Is(type_trait::kVector)) {
    return false;
  }
  const std::optional<uint32_t> a_count = CountOf(context, a);
  const std::optional<uint32_t> b_count = CountOf(context, b);
  return !a_count.has_value() || !b_count.has_value() || *a_count == *b_count;
}

// The encoding operand of the component type; nullopt for IEEE 754 and for
// types that are not floating-point.  O(1).
inline std::optional<grammar::FPEncoding> EncodingOf(
    const ModuleContext& context, Id type) {
  namespace operand = grammar::operand::TypeFloat;
  const InstIndex def = context.module().def(ComponentOf(context, type));
  if (def == kNoInst) return std::nullopt;
  const Inst component = context.module().inst(def);
  if (component.op() != grammar::Op::kTypeFloat) return std::nullopt;
  const auto encoding = component.Find(operand::kFloatingPointEncoding);
  if (!encoding) return std::nullopt;
  return grammar::FPEncoding{component.operand_word(*encoding)};
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TYPE_OPERANDS_H_
