#include "testdata/module_setting.h"

#include <fstream>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "api/device/device_profile.h"
#include "api/text_suppressions.h"
#include "core/option_names.h"
#include "core/target_env.h"

namespace plumb {

std::string ReadTestFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream buffer;
  buffer << in.rdbuf();
  return buffer.str();
}

ModuleSetting ReadModuleSetting(absl::string_view text) {
  ModuleSetting setting;
  TextSuppressions comments;
  comments.Read(text);
  setting.pipeline = comments.pipeline();
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, "; env: ")) {
      const auto env = ParseTargetEnv(line);
      if (!env) setting.error = absl::StrCat("unknown environment ", line);
      setting.options.env = env.value_or(kDefaultTargetEnv);
    } else if (absl::ConsumePrefix(&line, "; options: ")) {
      for (absl::string_view option :
           absl::StrSplit(line, ' ', absl::SkipEmpty())) {
        if (!SetValidatorOption(option, &setting.options)) {
          setting.error = absl::StrCat("unknown option ", option);
        }
      }
    } else if (absl::ConsumePrefix(&line, "; device: ")) {
      const auto device =
          ReadDeviceProfile(ReadTestFile(std::string(line)), "");
      if (!device.ok()) {
        setting.error = absl::StrCat(line, ": ", device.status().message());
        continue;
      }
      setting.device = std::make_shared<const Device>(*device);
      setting.options.device = setting.device.get();
    } else if (!absl::StartsWith(line, ";")) {
      break;
    }
  }
  return setting;
}

}  // namespace plumb
