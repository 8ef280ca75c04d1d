// What modules import and export.
#ifndef PLUMB_VALIDATE_FUNCTION_LINKAGE_H_
#define PLUMB_VALIDATE_FUNCTION_LINKAGE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLinkage;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FUNCTION_LINKAGE_H_
