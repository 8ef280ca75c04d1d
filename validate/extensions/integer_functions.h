// Numeric instructions that extensions add to the core's.
#ifndef PLUMB_VALIDATE_EXTENSIONS_INTEGER_FUNCTIONS_H_
#define PLUMB_VALIDATE_EXTENSIONS_INTEGER_FUNCTIONS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kIntegerFunctions;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_INTEGER_FUNCTIONS_H_
