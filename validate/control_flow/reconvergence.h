// Control flow under the execution mode MaximallyReconvergesKHR.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_RECONVERGENCE_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_RECONVERGENCE_H_

#include "validate/family.h"

namespace plumb {

extern const Family kReconvergence;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_RECONVERGENCE_H_
