// Scripts that complete a program's command lines in shells, made of its
// options.
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

// The script.  It offers the names of options, files, and the values of options
// that take one of a few words (their type is "a|b|c"), an environment ("ENV")
// or a rule ("RULE"); rules are asked of the program itself.
std::string Completion(const CLI::App& app, Shell shell);

}  // namespace plumb

#endif  // PLUMB_CLI_COMPLETION_H_
