// Arithmetic instructions on vectors and matrices: products.
#ifndef PLUMB_VALIDATE_OPS_LINEAR_ALGEBRA_H_
#define PLUMB_VALIDATE_OPS_LINEAR_ALGEBRA_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLinearAlgebra;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_LINEAR_ALGEBRA_H_
