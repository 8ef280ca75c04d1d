// Finds the part of a built-in that a pointer points to.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_ELEMENT_H_
#define PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_ELEMENT_H_

#include <array>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "grammar/operand_index.h"
#include "validate/engine/module_context.h"

namespace plumb {

// An index of an access chain into an array that is a built-in, or that is an
// element of an array of them.
struct ElementStep {
  InstIndex chain;
  OperandIndex operand;
  Id array;  // the type being indexed
};

// A built-in, or the part of it that indexes select.
class BuiltInElement {
 public:
  // The target of `pointer`; empty if it is not part of a built-in variable or
  // member, or if it is unknown, as for function parameters.  Follows a few
  // access chains only: O(operands of these).
  static std::optional<BuiltInElement> At(const ModuleContext& context,
                                          Id pointer);

  grammar::BuiltIn builtin() const { return builtin_; }
  // The indexes, the outermost first, including those into vectors.
  absl::Span<const ElementStep> steps() const {
    return absl::MakeConstSpan(steps_.data(), step_count_);
  }
  // The type that the pointer points to.
  Id type() const { return type_; }

 private:
  // Primitives or vertices, views, and components.
  static constexpr uint32_t kMaxSteps = 4;

  // Follows the indexes of a chain; false if their target is unknown.
  bool Follow(const ModuleContext& context, const Inst& chain);

  bool found_ = false;  // a variable or member that is a built-in
  grammar::BuiltIn builtin_ = {};
  Id type_;
  uint32_t step_count_ = 0;
  std::array<ElementStep, kMaxSteps> steps_ = {};
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_BUILTIN_BUILTIN_ELEMENT_H_
