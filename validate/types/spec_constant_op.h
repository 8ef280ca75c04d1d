// OpSpecConstantOp (section 3.32.7).
#ifndef PLUMB_VALIDATE_TYPES_SPEC_CONSTANT_OP_H_
#define PLUMB_VALIDATE_TYPES_SPEC_CONSTANT_OP_H_

#include "validate/family.h"

namespace plumb {

extern const Family kSpecConstantOp;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_SPEC_CONSTANT_OP_H_
