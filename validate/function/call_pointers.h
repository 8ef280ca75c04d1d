// Pointers as arguments of calls under logical addressing.
#ifndef PLUMB_VALIDATE_FUNCTION_CALL_POINTERS_H_
#define PLUMB_VALIDATE_FUNCTION_CALL_POINTERS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCallPointers;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FUNCTION_CALL_POINTERS_H_
