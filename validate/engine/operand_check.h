// The interpreter of operand rules (operand_rule.h).
//
// Tested by operand_check_test.cc and testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_OPERAND_CHECK_H_
#define PLUMB_VALIDATE_ENGINE_OPERAND_CHECK_H_

#include "absl/types/span.h"
#include "validate/engine/check_context.h"
#include "validate/engine/operand_rule.h"

namespace plumb {

// A Signature, and of which of its patterns a row of the type table says
// whether a type fits (TypePattern::IsRowOnly).
struct BoundSignature {
  const Signature* signature;
  bool result_row_only;
  bool operands_row_only;
};
inline BoundSignature Bind(const Signature& signature) {
  return {&signature, signature.result.IsRowOnly(),
          signature.operands.IsRowOnly()};
}

// Judges an instruction by a row; reports at most one violation.  True if the
// row holds.  O(operands).
bool CheckSignature(const CheckContext& c, const BoundSignature& bound);

// An OperandRule with the number that its operand has in some instruction.
struct BoundOperandRule {
  const OperandRule* rule;
  OperandIndex operand;
  bool always;    // its rule applies to every version and environment
  bool row_only;  // a row of the type table says whether a type fits
};
inline BoundOperandRule Bind(const OperandRule& rule, OperandIndex operand) {
  return {&rule, operand, rule.rule->when == Scope(), rule.type.IsRowOnly()};
}

// Judges an instruction by all its rows whose rules apply (which is up to the
// caller to say, once for a module); reports at most one violation of each
// operand, and nothing behind a wrong result type.  True if all hold.
// O(rows), and O(rows before it about the same operand) for a wrong one.
bool CheckOperandRules(const CheckContext& c,
                       absl::Span<const BoundOperandRule> rows);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPERAND_CHECK_H_
