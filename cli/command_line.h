// What all programs do alike: how a command line is read, and what is answered
// to --help, --version, --man and --completion.
//
// Tested by command_line_test.cc and, as a user sees it, testdata/cli.
#ifndef PLUMB_CLI_COMMAND_LINE_H_
#define PLUMB_CLI_COMMAND_LINE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cli/exit_status.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace plumb {

inline constexpr absl::string_view kVersion = "0.1.0";

inline constexpr absl::string_view kExitStatuses =
    "Exit status:\n"
    "  0  everything is valid\n"
    "  1  something is invalid\n"
    "  2  the command line is wrong, or a file cannot be read or written";

// Adds the operands of a program: any number of names of inputs, each taken as
// it is.
CLI::Option* AddInputNames(CLI::App* app, const std::string& operand,
                           std::vector<std::string>* names,
                           const std::string& help);

// Adds what every program has once its own options are there: --help, which
// ends with `examples` and `exit_statuses`, --version, --man and --completion.
// Of an option that is given repeatedly the last one counts, unless it takes a
// list.
void SetUpProgram(CLI::App* app, absl::string_view examples,
                  absl::string_view exit_statuses = kExitStatuses);

// A check for options and positionals that are names of files: what is wrong
// with a name, or nothing.
std::string CheckFileName(const std::string& name);

// Reads the command line.  Returns nothing if the program is to go on, or the
// status to leave with: --help and the like were answered on standard output,
// or what is wrong was said on standard error.
//
// "--color" alone is "--color=always", "--no-color" is "--color=never", as
// other disassemblers spell it.
std::optional<int> ParseCommandLine(CLI::App* app, int argc,
                                    const char* const* argv);

// Runs the body of a program.  What only an exception can tell (memory is
// used up) is said, and the status is kExitTrouble.
int GuardedMain(absl::string_view program,
                int (*body)(int argc, const char* const* argv), int argc,
                const char* const* argv);

}  // namespace plumb

#endif  // PLUMB_CLI_COMMAND_LINE_H_
