// Bit instructions.
#ifndef PLUMB_VALIDATE_OPS_BIT_H_
#define PLUMB_VALIDATE_OPS_BIT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBit;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_BIT_H_
