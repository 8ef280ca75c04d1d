// Uses of ids: definitions come first, dominate and have the right class.
#ifndef PLUMB_VALIDATE_SSA_USES_H_
#define PLUMB_VALIDATE_SSA_USES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kUses;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_SSA_USES_H_
