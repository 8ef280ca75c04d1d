// The common part of all programs: parsing the command line, and the answers to
// --help, --version, --man and --completion.
//
// Tested by options_test.cc and testdata/cli.
#ifndef PLUMB_CLI_COMMAND_LINE_H_
#define PLUMB_CLI_COMMAND_LINE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/version.h"
#include "cli/exit_status.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plumb {

inline constexpr absl::string_view kExitStatuses =
    "Exit status:\n  0  all inputs are valid\n  1  an input is invalid\n  2  "
    "the command line is wrong, or a file cannot be read or written";

// Adds the operands of a program: any number of names of inputs, each taken as
// it is.
CLI::Option* AddInputNames(CLI::App* app, const std::string& operand,
                           std::vector<std::string>* names,
                           const std::string& help);

// Adds the common options after a program's own: --help, which ends with
// `examples` and `exit_statuses`, --version, --man and --completion.  If an
// option is repeated, the last value counts, unless it takes a list.
void SetUpProgram(CLI::App* app, absl::string_view examples,
                  absl::string_view exit_statuses = kExitStatuses);

// A check for options and positionals that are file names: the error, or "".
std::string CheckFileName(const std::string& name);

// Parses the command line.  Returns nullopt to continue, or the exit status: a
// request such as --help was answered on standard output, or an error was
// printed on standard error.
//
// "--color" alone is "--color=always", "--no-color" is "--color=never", as in
// other disassemblers.
std::optional<int> ParseCommandLine(CLI::App* app, int argc,
                                    const char* const* argv);

// Runs the body of a program.  Prints exceptions (out of memory) and returns
// kExitTrouble for them.  The status depends on the name that the program is
// called by (compat_name.h).
int GuardedMain(absl::string_view program,
                int (*body)(int argc, const char* const* argv), int argc,
                const char* const* argv);

}  // namespace plumb

#endif  // PLUMB_CLI_COMMAND_LINE_H_
