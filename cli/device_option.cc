#include "cli/device_option.h"

#include <utility>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "api/device/device_env.h"
#include "api/device/device_profile.h"
#include "cli/input_file.h"

namespace plumb {
namespace {

constexpr char kOption[] = "--device";

// The parts of "FILE:VP_NAME".
struct DeviceFile {
  std::string file;
  std::string profile;
};

DeviceFile Split(const std::string& text) {
  const size_t colon = text.rfind(":VP_");
  if (colon == std::string::npos) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

void Read(const std::string& text, DeviceOptions* options) {
  DeviceFile named = Split(text);
  if (named.file.empty() || named.file == "-") {
    throw CLI::ValidationError(kOption, "the name of a file is missing");
  }
  const absl::StatusOr<InputFile> file = InputFile::Open(named.file);
  if (!file.ok()) {
    throw CLI::ValidationError(kOption, std::string(file.status().message()));
  }
  absl::StatusOr<Device> device =
      ReadDeviceProfile(file->bytes(), named.profile);
  if (!device.ok()) {
    throw CLI::ValidationError(
        kOption, absl::StrCat(named.file, ": ", device.status().message()));
  }
  options->file = std::move(named.file);
  options->content = std::string(file->bytes());
  options->device = std::make_shared<const Device>(*std::move(device));
}

}  // namespace

void AddDevice(CLI::App* app, DeviceOptions* options,
               ValidatorOptions* validator) {
  app->add_option_function<std::string>(
         kOption,
         [options, validator](const std::string& text) {
           Read(text, options);
           validator->device = options->device.get();
         },
         "Also check the features and limits of a device: those in this file, "
         "a Vulkan profile (JSON).  FILE:VP_NAME selects one of several "
         "profiles.  The default of --target-env is then the version of the "
         "profile; the environment must be one of Vulkan")
      ->type_name("FILE");
  app->add_flag("--device-template", options->print_template,
                "Write a profile with all features and limits that --device "
                "checks to standard output")
      ->configurable(false);
}

absl::Status SetEnvOfDevice(const DeviceOptions& options,
                            const EnvOfPath& env_of_path,
                            std::optional<TargetEnv>* env) {
  if (options.device == nullptr) return absl::OkStatus();
  const auto is_vulkan = [](TargetEnv e) {
    return Info(e).api == Api::kVulkan;
  };
  if (CompleteEnv(*options.device, env) ||
      absl::c_any_of(env_of_path.envs(), is_vulkan)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      kOption, ": the target environment must be one of Vulkan, ",
      env->has_value()
          ? absl::StrCat("not ", Info(**env).name)
          : absl::StrCat("but ", options.file,
                         " has no api-version, and there is no --target-env")));
}

}  // namespace plumb
