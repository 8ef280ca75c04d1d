// --device and --device-template: the device that modules are for.
//
// Tested by testdata/cli/val_device.case.
#ifndef PLUMB_CLI_DEVICE_OPTION_H_
#define PLUMB_CLI_DEVICE_OPTION_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "cli/target_env_options.h"
#include "core/device/device.h"
#include "core/options.h"
#include "core/target_env.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

struct DeviceOptions {
  std::string file;     // as given, without the name of the profile
  std::string content;  // of the file: results depend on it
  std::shared_ptr<const Device> device;
  bool print_template = false;
};

// Adds the options to `app`, which stores them in `options`, and the device in
// `validator`; `options` must outlive `validator`.
void AddDevice(CLI::App* app, DeviceOptions* options,
               ValidatorOptions* validator);

// Makes `env` the Vulkan version of the device if it is empty.  Returns an
// error if there is a device, but no environment is a Vulkan environment.
absl::Status SetEnvOfDevice(const DeviceOptions& options,
                            const EnvOfPath& env_of_path,
                            std::optional<TargetEnv>* env);

}  // namespace plumb

#endif  // PLUMB_CLI_DEVICE_OPTION_H_
