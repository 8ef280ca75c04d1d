// The options that the programs share, and how a command line is read.
//
// The names of limits and relaxations come from the tables of
// core/option_names.h, so that every program has all of them.
//
// Tested by options_test.cc and, as a user sees them, testdata/cli.
#ifndef PLUMB_CLI_OPTIONS_H_
#define PLUMB_CLI_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "api/session.h"
#include "cli/exit_status.h"
#include "cli/rule_options.h"
#include "cli/terminal.h"
#include "core/target_env.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

enum class ReportFormat : uint8_t {
  kText,  // on standard error
  kJson,  // JSON Lines on standard output
};

struct CommonOptions {
  SessionOptions session;
  uint32_t max_errors = 20;  // that are shown per input, warnings included;
                             // 0: all
  ColorMode color = ColorMode::kAuto;
  ReportFormat format = ReportFormat::kText;
  RuleOptions rules;
};

// Adds the options to `app`, which will store what it reads in `options`.
void AddCommonOptions(CLI::App* app, CommonOptions* options);

// Adds only --max-errors.
void AddMaxErrors(CLI::App* app, CommonOptions* options);

// Adds --spec, for programs that validate.
void AddSpecialization(CLI::App* app, CommonOptions* options);

// Adds --target-env alone.
void AddTargetEnv(CLI::App* app, std::optional<TargetEnv>* env);

inline constexpr absl::string_view kExitStatuses =
    "Exit status:\n"
    "  0  everything is valid\n"
    "  1  something is invalid\n"
    "  2  the command line is wrong, or a file cannot be read or written";

// Adds what every program has once its own options are there: --help, which
// ends with `examples` and `exit_statuses`, and --version.
void SetUpProgram(CLI::App* app, absl::string_view examples,
                  absl::string_view exit_statuses = kExitStatuses);

// Reads the command line.  Returns nothing if the program is to go on, or the
// status to leave with: --help and --version were answered on standard output,
// or what is wrong was said on standard error.
std::optional<int> ParseCommandLine(CLI::App* app, int argc,
                                    const char* const* argv);

// Runs the body of a program.  What only an exception can tell (memory is
// used up) is said, and the status is kExitTrouble.
int GuardedMain(absl::string_view program,
                int (*body)(int argc, const char* const* argv), int argc,
                const char* const* argv);

// Answers --rules and --explain on standard output.  Returns the status to
// leave with, or nothing if neither was given.
std::optional<int> AnswerAboutRules(absl::string_view program,
                                    const CommonOptions& options);

}  // namespace plumb

#endif  // PLUMB_CLI_OPTIONS_H_
