#include "cli/lsp/disk_files.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "cli/config_file.h"
#include "cli/device_option.h"
#include "cli/input_file.h"
#include "cli/options.h"

namespace plumb::lsp {

// The options that a file states, as spv-val reads them.
DiskFiles::Config DiskFiles::ReadConfig(const std::string& path) {
  CLI::App app;
  CommonOptions options;
  AddCommonOptions(&app, &options);
  AddSpecialization(&app, &options);
  AddDevice(&app, &options.device, &options.session.validator);
  AddConfigFile(&app);
  SetConfigFileFound(&app);
  Config config;
  try {
    // CLI11 takes arguments from the last to the first.
    app.parse(std::vector<std::string>{path, "--config"});
  } catch (const CLI::Error& error) {
    config.settings.problem = error.what();
    return config;
  }
  config.settings.options = std::move(options.session);
  config.settings.rules_url = std::move(options.rules_url);
  config.env_of_path = std::move(options.env_of_path);
  return config;
}

DocumentSettings DiskFiles::SettingsFor(const std::string& path) {
  const std::string file = path.empty() ? "" : FindConfigFile(path);
  if (file.empty()) return {.rules_url = installed_pages_};
  auto found = configs_.find(file);
  if (found == configs_.end()) {
    found = configs_.emplace(file, ReadConfig(file)).first;
  }
  DocumentSettings settings = found->second.settings;
  if (const auto env = found->second.env_of_path.Find(path)) {
    settings.options.env = env;
  }
  if (settings.rules_url.empty()) settings.rules_url = installed_pages_;
  return settings;
}

absl::Status DiskFiles::Read(
    const std::string& path,
    absl::FunctionRef<void(absl::string_view bytes)> use) {
  constexpr uint64_t kMaxSize = uint64_t{256} << 20;
  const absl::StatusOr<InputFile> file =
      InputFile::Open(path, {.max_size = kMaxSize});
  if (file.ok()) use(file->bytes());
  return file.status();
}

}  // namespace plumb::lsp
