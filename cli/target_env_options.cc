// See target_env_options.h.
#include "cli/target_env_options.h"

#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

absl::Status NoSuchEnv(absl::string_view name) {
  return absl::InvalidArgumentError(
      absl::StrCat("there is no environment '", name, "'; there are ",
                   TargetEnvNames(", ")));
}

void Refuse(const char* option, const absl::Status& status) {
  throw CLI::ValidationError(option, std::string(status.message()));
}

}  // namespace

absl::Status EnvOfPath::Add(absl::string_view setting) {
  // An expression may have an equals sign, an environment has none.
  const size_t equals = setting.rfind('=');
  if (equals == absl::string_view::npos || equals == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", setting, "' is not REGEX=ENV"));
  }
  const absl::string_view name = setting.substr(equals + 1);
  const std::optional<TargetEnv> env = ParseTargetEnv(name);
  if (!env.has_value()) return NoSuchEnv(name);
  const std::string pattern(setting.substr(0, equals));
  auto expression = std::make_shared<const RE2>(pattern, RE2::Quiet);
  if (!expression->ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", pattern,
                     "' is not a regular expression: ", expression->error()));
  }
  settings_.emplace_back(std::move(expression), *env);
  return absl::OkStatus();
}

std::optional<TargetEnv> EnvOfPath::Of(absl::string_view path) const {
  const std::string text(path);
  for (auto setting = settings_.rbegin(); setting != settings_.rend();
       ++setting) {
    if (RE2::PartialMatch(text, *setting->first)) return setting->second;
  }
  return std::nullopt;
}

void AddTargetEnv(CLI::App* app, std::optional<TargetEnv>* env) {
  app->add_option_function<std::string>(
         "--target-env",
         [env](const std::string& name) {
           *env = ParseTargetEnv(name);
           if (!env->has_value()) Refuse("--target-env", NoSuchEnv(name));
         },
         "The environment that the module is written for (default: spv1.6, "
         "which takes every version): " +
             TargetEnvNames(", "))
      ->type_name("ENV");
}

void AddTargetEnvOf(CLI::App* app, EnvOfPath* envs) {
  app->add_option_function<std::vector<std::string>>(
         "--target-env-of",
         [envs](const std::vector<std::string>& settings) {
           for (const std::string& setting : settings) {
             const absl::Status status = envs->Add(setting);
             if (!status.ok()) Refuse("--target-env-of", status);
           }
         },
         "The environment of the modules with a path that this matches, instead "
         "of --target-env.  Can be given repeatedly; the last that matches "
         "counts")
      ->type_name("REGEX=ENV")
      ->allow_extra_args(false);
}

}  // namespace plumb
