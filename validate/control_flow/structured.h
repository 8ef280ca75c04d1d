// Structured control flow: headers, merge blocks, loops and their exits.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_STRUCTURED_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_STRUCTURED_H_

#include "validate/family.h"

namespace plumb {

extern const Family kStructured;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_STRUCTURED_H_
