// Capabilities, extensions and versions that opcodes and enumerants require.
#ifndef PLUMB_VALIDATE_FEATURES_REQUIREMENTS_H_
#define PLUMB_VALIDATE_FEATURES_REQUIREMENTS_H_

#include "validate/family.h"

namespace plumb {

extern const Family kRequirements;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_REQUIREMENTS_H_
