// Scopes of cooperative matrix types.
#ifndef PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_SCOPE_H_
#define PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_SCOPE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kCooperativeScope;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_EXTENSIONS_COOPERATIVE_SCOPE_H_
