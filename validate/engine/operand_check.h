// The interpreter of operand rules (operand_rule.h).
//
// Tested by operand_check_test.cc and testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_OPERAND_CHECK_H_
#define PLUMB_VALIDATE_ENGINE_OPERAND_CHECK_H_

#include "absl/types/span.h"
#include "validate/engine/check_context.h"
#include "validate/engine/operand_rule.h"

namespace plumb {

// A Signature, and which of its patterns the type table's row decides
// (TypePattern::IsTraitsOnly).
struct BoundSignature {
  const Signature* signature;
  bool result_row_only;
  bool operands_row_only;
};
inline BoundSignature Bind(const Signature& signature) {
  return {&signature, signature.result.IsTraitsOnly(),
          signature.operands.IsTraitsOnly()};
}

// Judges an instruction by a row; reports at most one violation.  True if the
// row holds.  O(operands).
bool CheckSignature(const CheckContext& c, const BoundSignature& bound);

// An OperandRule with the number that its operand has in some instruction.
struct BoundOperandRule {
  const OperandRule* rule;
  OperandIndex operand;
  bool always;       // its rule applies to every version and environment
  bool traits_only;  // a row of the type table says whether a type fits
};
inline BoundOperandRule Bind(const OperandRule& rule, OperandIndex operand) {
  return {&rule, operand, rule.rule->when == Scope(), rule.type.IsTraitsOnly()};
}

// Checks an instruction against all its rows (the caller has selected those
// whose rules apply).  Reports at most one violation per operand, and none
// after a wrong result type.  Returns true if all hold.  O(rows), and for a
// wrong operand O(rows before it about the same operand).
bool CheckOperandRules(const CheckContext& c,
                       absl::Span<const BoundOperandRule> rows);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPERAND_CHECK_H_
