// Primitive instructions (section 3.32.19).
#ifndef PLUMB_VALIDATE_OPS_PRIMITIVE_H_
#define PLUMB_VALIDATE_OPS_PRIMITIVE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kPrimitive;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_PRIMITIVE_H_
