// Capabilities for access to built-in variables; see builtin_access.cc.
#ifndef PLUMB_VALIDATE_FEATURES_BUILTIN_ACCESS_H_
#define PLUMB_VALIDATE_FEATURES_BUILTIN_ACCESS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kBuiltInAccess;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_BUILTIN_ACCESS_H_
