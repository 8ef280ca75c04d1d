// Variable pointers into one buffer; see variable_pointers.cc.
#ifndef PLUMB_VALIDATE_FEATURES_VARIABLE_POINTERS_H_
#define PLUMB_VALIDATE_FEATURES_VARIABLE_POINTERS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kVariablePointers;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_VARIABLE_POINTERS_H_
