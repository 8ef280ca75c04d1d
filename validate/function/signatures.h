// Functions and calls against their function types.
#ifndef PLUMB_VALIDATE_FUNCTION_SIGNATURES_H_
#define PLUMB_VALIDATE_FUNCTION_SIGNATURES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kSignatures;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FUNCTION_SIGNATURES_H_
