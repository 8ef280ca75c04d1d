// Arrays that hold lines of cooperative matrices.
#ifndef PLUMB_VALIDATE_OPS_MATRIX_ARRAY_H_
#define PLUMB_VALIDATE_OPS_MATRIX_ARRAY_H_

#include "validate/family.h"

namespace plumb {

extern const Family kMatrixArrays;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_MATRIX_ARRAY_H_
