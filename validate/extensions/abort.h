// The instruction that ends an invocation with a message (SPV_KHR_abort).
#ifndef PLUMB_VALIDATE_EXTENSIONS_ABORT_H_
#define PLUMB_VALIDATE_EXTENSIONS_ABORT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kAbort;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_ABORT_H_
