// The interpreter of signatures.
//
// Tested by signature_test.cc and testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_SIGNATURE_CHECK_H_
#define PLUMB_VALIDATE_ENGINE_SIGNATURE_CHECK_H_

#include "validate/engine/check_context.h"
#include "validate/engine/signature.h"

namespace plumb {

// Judges an instruction by a row; reports at most one violation.  True if the
// row holds.  O(operands).
bool CheckSignature(const CheckContext& c, const Signature& signature);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_SIGNATURE_CHECK_H_
