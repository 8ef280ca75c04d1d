// What the language server reads beside the messages of the client.
//
// Tested by settings_test.cc.
#ifndef PLUMB_CLI_LSP_FILES_H_
#define PLUMB_CLI_LSP_FILES_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "api/session.h"

namespace plumb::lsp {

// Options of a document, and what was wrong with the file that they came from.
struct DocumentSettings {
  SessionOptions options;
  std::string rules_url;  // of the rule reference; empty: the specification
  std::string problem;    // for a person; empty if nothing was
};

// There are no files: for a server in a page.  DiskFiles (disk_files.h) are
// those of a machine.
class Files {
 public:
  Files() = default;
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  virtual ~Files() = default;

  // What the configuration of its folder states for a path.
  virtual DocumentSettings SettingsFor(const std::string& /*path*/) {
    return {};
  }
  // Passes the bytes of a binary to `use`, or returns why it cannot be read.
  virtual absl::Status Read(
      const std::string& path,
      absl::FunctionRef<void(absl::string_view bytes)> /*use*/) {
    return absl::NotFoundError("file not found: '" + path + "'");
  }
  // Reads configurations again, which may have changed.
  virtual void Forget() {}
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_FILES_H_
