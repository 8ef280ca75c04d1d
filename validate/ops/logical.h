// Relational and logical instructions.
#ifndef PLUMB_VALIDATE_OPS_LOGICAL_H_
#define PLUMB_VALIDATE_OPS_LOGICAL_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLogical;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_LOGICAL_H_
