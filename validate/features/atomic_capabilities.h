// Capabilities for atomic instructions; see atomic_capabilities.cc.
#ifndef PLUMB_VALIDATE_FEATURES_ATOMIC_CAPABILITIES_H_
#define PLUMB_VALIDATE_FEATURES_ATOMIC_CAPABILITIES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kAtomicCapabilities;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_ATOMIC_CAPABILITIES_H_
