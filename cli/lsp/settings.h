// How documents are validated: by the plumb.json of their folder, and by what
// the client states.
//
// Tested by settings_test.cc.
#ifndef PLUMB_CLI_LSP_SETTINGS_H_
#define PLUMB_CLI_LSP_SETTINGS_H_

#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "api/session.h"
#include "cli/lsp/protocol.h"
#include "cli/target_env_options.h"
#include "core/target_env.h"

namespace plumb::lsp {

// Options of a document, and what was wrong with the file that they came from.
struct DocumentSettings {
  SessionOptions options;
  std::string problem;  // for a person; empty if nothing was
};

class Settings {
 public:
  // Takes the settings of the client, {"targetEnv": "vulkan1.3", "pedantic":
  // true}: members that are missing or wrong have their defaults.  Returns what
  // is wrong, or "".
  std::string Set(const Json& settings);

  // The options for a text.  The environment is that of plumb.json, or else of
  // a comment in the text, or else of the client.
  DocumentSettings For(const std::string& path, absl::string_view text);

  // Reads files again, which may have changed.
  void Forget() { files_.clear(); }

 private:
  // What a plumb.json states.
  struct File {
    DocumentSettings settings;
    EnvOfPath env_of_path;
  };

  static File ReadFile(const std::string& config);
  const File& FileAt(const std::string& config);

  std::optional<TargetEnv> env_;
  bool pedantic_ = false;
  std::map<std::string, File> files_;  // by path
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_SETTINGS_H_
