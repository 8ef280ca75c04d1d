// Capabilities for kinds of access to images; see image_capabilities.cc.
#ifndef PLUMB_VALIDATE_FEATURES_IMAGE_CAPABILITIES_H_
#define PLUMB_VALIDATE_FEATURES_IMAGE_CAPABILITIES_H_

#include "validate/family.h"

namespace plumb {

extern const Family kImageCapabilities;

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FEATURES_IMAGE_CAPABILITIES_H_
