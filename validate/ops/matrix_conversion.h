// Conversions of cooperative matrices.
#ifndef PLUMB_VALIDATE_OPS_MATRIX_CONVERSION_H_
#define PLUMB_VALIDATE_OPS_MATRIX_CONVERSION_H_

#include "validate/family.h"

namespace plumb {

extern const Family kMatrixConversion;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_MATRIX_CONVERSION_H_
