// The options shared by the programs.
//
// The names of limits and relaxations come from the tables of
// core/option_names.h, so all programs have all of them.
//
// Tested by options_test.cc and testdata/cli.
#ifndef PLUMB_CLI_OPTIONS_H_
#define PLUMB_CLI_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/session.h"
#include "cli/baseline_use.h"
#include "cli/build_files.h"
#include "cli/device_option.h"
#include "cli/fix_option.h"
#include "cli/input_file.h"
#include "cli/input_list.h"
#include "cli/result_cache.h"
#include "cli/rule_options.h"
#include "cli/target_env_options.h"
#include "cli/terminal.h"

namespace CLI {
class App;
}  // namespace CLI

namespace plumb {

enum class ReportFormat : uint8_t {
  // On standard error:
  kText,
  kConcise,  // one line for each diagnostic
  // On standard output:
  kJson,    // JSON Lines
  kSarif,   // a SARIF log
  kJUnit,   // JUnit XML
  kGitHub,  // commands of GitHub's workflows
};

// A file for a report.
struct ReportFile {
  // Without one, the file has the report that would be on the terminal.
  std::optional<ReportFormat> format;
  std::string path;
};

struct CommonOptions {
  SessionOptions session;
  EnvOfPath env_of_path;     // instead of that of the session
  uint32_t max_errors = 20;  // that are shown per input, warnings included,
                             // errors first; 0: all
  ColorMode color = ColorMode::kAuto;
  ReportFormat format = ReportFormat::kText;
  bool report_on_stderr = false;  // standard output is taken
  std::vector<ReportFile> reports;
  bool quiet = false;           // no report on the terminal
  bool links = false;           // text names the pages of rules
  std::string rules_url;        // where these pages are; empty: where they are
                                // installed, or else the specification
  bool total_of_valid = false;  // totals, too, if nothing was wrong
  bool summary = false;         // with what rules were broken, and times
  InputFilter filter;
  uint64_t max_size = kDefaultMaxInputSize;  // of an input, in bytes
  BaselineOptions baseline;
  BuildFileOptions build_files;
  FixOptions fix;
  ResultCacheOptions cache;
  std::string deciding;  // DecidingOptions() and the device, where there is a
                         // cache
  RuleOptions rules;
  DeviceOptions device;
};

// Whether a file has the report that would be on the terminal.
bool HasMainReportFile(const CommonOptions& options);

// Whether standard output has a report.
bool PrintsOnStdout(const CommonOptions& options);

// Adds the options to `app`, which stores them in `options`.
void AddCommonOptions(CLI::App* app, CommonOptions* options);

// Adds only the options for many inputs: --jobs, --include, --exclude,
// --summary.
void AddBatchOptions(CLI::App* app, CommonOptions* options);

// Adds only --max-size, which AddBatchOptions() does, too.
void AddMaxSize(CLI::App* app, CommonOptions* options);

// Adds only --verbose, for programs that write files.
void AddVerbose(CLI::App* app, CommonOptions* options);

// Adds only --quiet.
void AddQuiet(CLI::App* app, CommonOptions* options);

// Adds only --jobs.
void AddJobs(CLI::App* app, CommonOptions* options);

// Adds only --color: auto, always or never.
void AddColor(CLI::App* app, CommonOptions* options);

// Adds only --max-errors.
void AddMaxErrors(CLI::App* app, CommonOptions* options);

// Adds --spec, for programs that validate.
void AddSpecialization(CLI::App* app, CommonOptions* options);

// Adds --cache and --cache-size.
void AddCache(CLI::App* app, CommonOptions* options);

// The given options (including those of a file) that can affect results, with
// their values: all except those known not to.
std::string DecidingOptions(const CLI::App& app);

// Answers --rules and --explain on standard output.  Returns the exit status,
// or nullopt if neither was given.
std::optional<int> PrintRuleInformation(absl::string_view program,
                                        const CommonOptions& options);

}  // namespace plumb

#endif  // PLUMB_CLI_OPTIONS_H_
