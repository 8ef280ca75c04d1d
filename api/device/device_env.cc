#include "api/device/device_env.h"

namespace plumb {

bool CompleteEnv(const Device& device, std::optional<TargetEnv>* env) {
  if (!env->has_value() && device.api_version() > 0) {
    *env = VulkanEnv(device.api_version());
  }
  return env->has_value() && Info(**env).api == Api::kVulkan;
}

}  // namespace plumb
