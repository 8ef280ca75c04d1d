// How documents are validated: by the plumb.json of their folder, and by what
// the client states.
//
// Tested by settings_test.cc.
#ifndef PLUMB_CLI_LSP_SETTINGS_H_
#define PLUMB_CLI_LSP_SETTINGS_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "cli/lsp/files.h"
#include "cli/lsp/protocol.h"
#include "core/target_env.h"

namespace plumb::lsp {

class Settings {
 public:
  // `files` outlives this.
  explicit Settings(Files* files) : files_(files) {}

  // Takes the settings of the client, {"targetEnv": "vulkan1.3", "pedantic":
  // true, "rulesUrl": "https://example.org/rules"}: members that are missing or
  // wrong have their defaults.  Returns what is wrong, or "".
  std::string Set(const Json& settings);

  // The options for a text.  The environment is that of plumb.json, or else of
  // a comment in the text, or else of the client.
  DocumentSettings For(const std::string& path, absl::string_view text);

 private:
  Files* const files_;
  std::optional<TargetEnv> env_;
  bool pedantic_ = false;
  std::string rules_url_;
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_SETTINGS_H_
