// OpLifetimeStart and OpLifetimeStop; see lifetime.cc.
#ifndef PLUMB_VALIDATE_CONTROL_FLOW_LIFETIME_H_
#define PLUMB_VALIDATE_CONTROL_FLOW_LIFETIME_H_

#include "validate/family.h"

namespace plumb {

extern const Family kLifetime;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_CONTROL_FLOW_LIFETIME_H_
