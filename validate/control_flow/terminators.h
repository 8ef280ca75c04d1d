// Operands of the instructions that end blocks; see terminators.cc.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_TERMINATORS_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_TERMINATORS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kTerminators;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_TERMINATORS_H_
