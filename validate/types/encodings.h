// Floating-point encodings other than IEEE 754 (extensions).
#ifndef PLUMB_VALIDATE_TYPES_ENCODINGS_H_
#define PLUMB_VALIDATE_TYPES_ENCODINGS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kFloatEncodings;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_ENCODINGS_H_
