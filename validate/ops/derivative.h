// Derivative instructions.
#ifndef PLUMB_VALIDATE_OPS_DERIVATIVE_H_
#define PLUMB_VALIDATE_OPS_DERIVATIVE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kDerivative;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_DERIVATIVE_H_
