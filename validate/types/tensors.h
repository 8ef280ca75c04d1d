// Tensors (SPV_ARM_tensors).
#ifndef PLUMB_VALIDATE_TYPES_TENSORS_H_
#define PLUMB_VALIDATE_TYPES_TENSORS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kTensorTypes;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_TENSORS_H_
