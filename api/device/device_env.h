// The target environment of a device.
//
// Tested by testdata/cli/val_device.case and api/c/options_test.cc.
#ifndef PLUMB_API_DEVICE_DEVICE_ENV_H_
#define PLUMB_API_DEVICE_DEVICE_ENV_H_

#include <optional>

#include "core/device/device.h"
#include "core/target_env.h"

namespace plumb {

// Sets `env` to that of the version of the device, if both are possible: there
// is no other one, and the device states its version.  Returns whether it is
// one of Vulkan now.
bool CompleteEnv(const Device& device, std::optional<TargetEnv>* env);

}  // namespace plumb

#endif  // PLUMB_API_DEVICE_DEVICE_ENV_H_
