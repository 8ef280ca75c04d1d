// Pipe instructions (section 3.32.23).
#ifndef PLUMB_VALIDATE_OPS_PIPE_H_
#define PLUMB_VALIDATE_OPS_PIPE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kPipe;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_OPS_PIPE_H_
