// Arithmetic instructions on scalars, vectors and cooperative matrices.
#ifndef PLUMB_VALIDATE_OPS_ARITHMETIC_H_
#define PLUMB_VALIDATE_OPS_ARITHMETIC_H_

#include "validate/family.h"

namespace plumb {

extern const Family kArithmetic;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_ARITHMETIC_H_
