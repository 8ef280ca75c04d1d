// --fix: applies the fixes of diagnostics to the inputs that are texts.
//
// Tested by testdata/cli/fix.case.
#ifndef PLUMB_CLI_FIX_OPTION_H_
#define PLUMB_CLI_FIX_OPTION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

struct FixOptions {
  bool is_on = false;
  bool as_diff = false;       // print differences instead of writing files
  bool with_guesses = false;  // fixes that are not safe, too

  bool writes() const { return is_on && !as_diff; }
};

// Adds --fix, --diff and --unsafe-fixes.
void AddFix(CLI::App* app, FixOptions* options);

// An error if options have no effect without --fix, or if standard input is
// among the files that it would change.
absl::Status CheckFix(const FixOptions& options,
                      const std::vector<std::string>& inputs);

// Replaces the file at `path`, from which `before` was read.  An error if it is
// not a regular file, does not consist of these bytes any more, or cannot be
// written; it is then as it was.
absl::Status WriteFixedText(const std::string& path, absl::string_view before,
                            const std::string& after);

}  // namespace plumb

#endif  // PLUMB_CLI_FIX_OPTION_H_
