// Instructions that calculate with cooperative matrices as a whole.
#ifndef PLUMB_VALIDATE_OPS_COOPERATIVE_MATRIX_H_
#define PLUMB_VALIDATE_OPS_COOPERATIVE_MATRIX_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCooperativeMatrix;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_COOPERATIVE_MATRIX_H_
