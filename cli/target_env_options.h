// The environments that modules are written for: one for all, and others by
// path, so that one command judges a corpus for several.
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
#include "core/target_env.h"
#include "re2/re2.h"
#include "re2/set.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

class EnvOfPath {
 public:
  // Takes settings "REGEX=ENV" instead of what it had: modules with a path that
  // the expression matches a part of are for the environment.  An error says
  // what is wrong.
  absl::Status Set(const std::vector<std::string>& settings);

  // The environment of the last setting that matches; none: no one does.
  // O(path), whatever the number of settings.  Any number of threads may ask.
  std::optional<TargetEnv> Of(absl::string_view path) const;

 private:
  // What a path may begin with, for its environment.
  struct Beginning {
    std::string text;
    TargetEnv env;
  };

  // Asked instead of the expressions, if all of those say no more and they are
  // few: that takes a small part of the time, and threads do not write to it.
  std::vector<Beginning> beginnings_;
  std::shared_ptr<const RE2::Set> expressions_;  // null: there are none
  std::vector<TargetEnv> envs_;                  // by number of expression
};

// Adds --target-env.
void AddTargetEnv(CLI::App* app, std::optional<TargetEnv>* env);

// Adds --target-env-of, which can be given repeatedly.
void AddTargetEnvOf(CLI::App* app, EnvOfPath* envs);

}  // namespace plumb

#endif  // PLUMB_CLI_TARGET_ENV_OPTIONS_H_
