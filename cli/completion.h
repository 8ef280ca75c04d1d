// Shell completion scripts, generated from a program's options.
//
// Tested by completion_test.cc.
#ifndef PLUMB_CLI_COMPLETION_H_
#define PLUMB_CLI_COMPLETION_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

enum class Shell : uint8_t { kBash, kZsh, kFish };

// "bash", "zsh" or "fish".
std::optional<Shell> ParseShell(absl::string_view name);

// The script.  It completes the names of options, files, the values of options
// with fixed words (their type is "a
// b
// c"), environments ("ENV") and rules ("RULE"), which the script gets from the
// program.
std::string Completion(const CLI::App& app, Shell shell);

}  // namespace plumb

#endif  // PLUMB_CLI_COMPLETION_H_
