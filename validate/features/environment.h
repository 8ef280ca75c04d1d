// What the target environment takes: versions and capabilities.
#ifndef PLUMB_VALIDATE_FEATURES_ENVIRONMENT_H_
#define PLUMB_VALIDATE_FEATURES_ENVIRONMENT_H_

#include "validate/family.h"

namespace plumb {

extern const Family kEnvironment;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_ENVIRONMENT_H_
