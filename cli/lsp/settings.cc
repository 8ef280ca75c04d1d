#include "cli/lsp/settings.h"

#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "api/text_suppressions.h"
#include "cli/config_file.h"
#include "cli/device_option.h"
#include "cli/options.h"

namespace plumb::lsp {
// The options that a file states, as spv-val reads them.
Settings::File Settings::ReadFile(const std::string& config) {
  CLI::App app;
  CommonOptions options;
  AddCommonOptions(&app, &options);
  AddSpecialization(&app, &options);
  AddDevice(&app, &options.device, &options.session.validator);
  AddConfigFile(&app);
  SetConfigFileFound(&app);
  File file;
  try {
    // CLI11 takes arguments from the last to the first.
    app.parse(std::vector<std::string>{config, "--config"});
  } catch (const CLI::Error& error) {
    file.settings.problem = error.what();
    return file;
  }
  file.settings.options = std::move(options.session);
  file.env_of_path = std::move(options.env_of_path);
  return file;
}

std::string Settings::Set(const Json& settings) {
  env_.reset();
  pedantic_ = false;
  if (!settings.is_object()) return "";
  std::string problem;
  if (const auto env = settings.find("targetEnv");
      env != settings.end() && env->is_string() &&
      !env->get_ref<const std::string&>().empty()) {
    const auto& name = env->get_ref<const std::string&>();
    env_ = ParseTargetEnv(name);
    if (!env_.has_value()) {
      problem = absl::StrCat("targetEnv: there is no environment '", name, "'");
    }
  }
  if (const auto pedantic = settings.find("pedantic");
      pedantic != settings.end() && pedantic->is_boolean()) {
    pedantic_ = pedantic->get<bool>();
  }
  return problem;
}

const Settings::File& Settings::FileAt(const std::string& config) {
  auto found = files_.find(config);
  if (found == files_.end()) {
    found = files_.emplace(config, ReadFile(config)).first;
  }
  return found->second;
}

DocumentSettings Settings::For(const std::string& path,
                               absl::string_view text) {
  DocumentSettings settings;
  const std::string config = path.empty() ? "" : FindConfigFile(path);
  if (!config.empty()) {
    const File& file = FileAt(config);
    settings = file.settings;
    if (const auto env = file.env_of_path.Find(path)) {
      settings.options.env = env;
    }
  }
  settings.options.rules.reports_pedantic |= pedantic_;
  // The server shows all that it is told to.
  settings.options.max_diagnostics = DiagnosticList::kDefaultCapacity;
  if (settings.options.env.has_value()) return settings;
  TextSuppressions comments;
  comments.Read(text);
  if (!comments.env().has_value()) settings.options.env = env_;
  return settings;
}

}  // namespace plumb::lsp
