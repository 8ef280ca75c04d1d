// Target environments: one for all modules, and others by path, so that one
// command can validate a corpus for several.
//
//   spv-val shaders --target-env vulkan1.3 --target-env-of '/legacy/=vulkan1.0'
//
// Tested by target_env_options_test.cc and
// testdata/cli/batch_environments.case.
#ifndef PLUMB_CLI_TARGET_ENV_OPTIONS_H_
#define PLUMB_CLI_TARGET_ENV_OPTIONS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/target_env.h"
#include "re2/re2.h"
#include "re2/set.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

class EnvOfPath {
 public:
  // Replaces the settings by "REGEX=ENV" settings: a module whose path contains
  // a match has the environment.  The error message states what is wrong.
  absl::Status Set(const std::vector<std::string>& settings);

  // The environment of the last setting that matches; nullopt if none does.
  // O(path), for any number of settings.  Thread-safe.
  std::optional<TargetEnv> Find(absl::string_view path) const;

  // The environments of the settings.
  absl::Span<const TargetEnv> envs() const { return envs_; }

 private:
  // A beginning of paths and its environment.
  struct PathPrefix {
    std::string text;
    TargetEnv env;
  };

  // Used instead of the expressions if these state only a few beginnings:
  // faster, and without shared writes between threads.
  std::vector<PathPrefix> prefixes_;
  std::shared_ptr<const RE2::Set> expressions_;  // null: there are none
  std::vector<TargetEnv> envs_;                  // by number of expression
};

// Adds --target-env.
void AddTargetEnv(CLI::App* app, std::optional<TargetEnv>* env);

// Adds --target-env-of, which can be repeated.
void AddTargetEnvOf(CLI::App* app, EnvOfPath* envs);

}  // namespace plumb

#endif  // PLUMB_CLI_TARGET_ENV_OPTIONS_H_
