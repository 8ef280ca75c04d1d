// Literal numbers (section 2.2.1).
#ifndef PLUMB_VALIDATE_TYPES_LITERALS_H_
#define PLUMB_VALIDATE_TYPES_LITERALS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLiteralNumbers;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TYPES_LITERALS_H_
