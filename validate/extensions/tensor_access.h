// Instructions that read, write and measure tensors (SPV_ARM_tensors).
#ifndef PLUMB_VALIDATE_EXTENSIONS_TENSOR_ACCESS_H_
#define PLUMB_VALIDATE_EXTENSIONS_TENSOR_ACCESS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kTensorAccess;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_TENSOR_ACCESS_H_
