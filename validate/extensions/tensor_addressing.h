// Tensor layouts and views (SPV_NV_tensor_addressing).
#ifndef PLUMB_VALIDATE_EXTENSIONS_TENSOR_ADDRESSING_H_
#define PLUMB_VALIDATE_EXTENSIONS_TENSOR_ADDRESSING_H_

#include "validate/family.h"

namespace plumb {

extern const Family kTensorAddressing;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_TENSOR_ADDRESSING_H_
