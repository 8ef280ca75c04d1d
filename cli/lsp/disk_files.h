// The files of the machine: plumb.json of the folder of a document, and
// binaries.
//
// Tested by settings_test.cc.
#ifndef PLUMB_CLI_LSP_DISK_FILES_H_
#define PLUMB_CLI_LSP_DISK_FILES_H_

#include <map>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "cli/lsp/files.h"
#include "cli/rule_pages.h"
#include "cli/target_env_options.h"

namespace plumb::lsp {

class DiskFiles : public Files {
 public:
  DocumentSettings SettingsFor(const std::string& path) override;
  absl::Status Read(
      const std::string& path,
      absl::FunctionRef<void(absl::string_view bytes)> use) override;
  void Forget() override { configs_.clear(); }

 private:
  // What a plumb.json states.
  struct Config {
    DocumentSettings settings;
    EnvOfPath env_of_path;
  };

  static Config ReadConfig(const std::string& path);

  const std::string installed_pages_ = InstalledRulePages();
  std::map<std::string, Config> configs_;  // by path
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_DISK_FILES_H_
