// Cooperative matrices in memory that tensor layouts address.
#ifndef PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_TENSOR_H_
#define PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_TENSOR_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCooperativeTensor;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_TENSOR_H_
