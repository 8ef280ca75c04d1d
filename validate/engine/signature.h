// Shapes of results and operands, as data: the rules that most instructions
// share ("the result is an integer scalar or vector", "each operand has the
// type of the result") are rows of a table, judged by one interpreter.
//
// A row of the table is the rule; what does not fit is a check of its own (see
// family.h).  The interpreter is signature.cc.
#ifndef PLUMB_VALIDATE_ENGINE_SIGNATURE_H_
#define PLUMB_VALIDATE_ENGINE_SIGNATURE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/rule.h"
#include "core/type_table.h"
#include "grammar/grammar.h"

namespace plumb {

// Types that a position takes.
struct TypePattern {
  TypeTraits shape = 0;      // one of these traits; 0: any type
  TypeTraits component = 0;  // and one of these, if not 0
  TypeTraits never = 0;      // and none of these
  uint32_t width = 0;        // and this width of component, if not 0

  bool Matches(const TypeInfo& type) const {
    if (type.traits == type_trait::kPoisoned) return true;
    return (shape == 0 || type.Is(shape)) &&
           (component == 0 || type.Is(component)) && !type.Is(never) &&
           (width == 0 || type.width == width);
  }
};

// What ties the operands to the result, or to each other.
enum class Relation : uint8_t {
  kNone,
  kResultType,      // each operand has the type of the result
  kSameCount,       // … as many components as the result
  kSameCountWidth,  // … and components as wide as those of the result
  kEachOther,       // all operands have the type of the first one
};

struct Signature {
  absl::Span<const grammar::Op> ops;

  // The result type, and the rule it follows; arguments: the type.
  TypePattern result = {};
  const Rule* result_rule = nullptr;

  // The types of `operand_count` operands from `first_operand` on, which are
  // <id>s; a count of 0 means all that are there.  Operands are counted with
  // the result type and the result.  Arguments: the type, the operand's name.
  TypePattern operands = {};
  const Rule* operand_rule = nullptr;
  uint8_t first_operand = 2;
  uint8_t operand_count = 0;

  // Arguments: the operand's type, the type it is compared with, the operand's
  // name.
  Relation relation = Relation::kNone;
  const Rule* relation_rule = nullptr;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_SIGNATURE_H_
