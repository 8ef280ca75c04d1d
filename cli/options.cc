// See options.h.
#include "cli/options.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cli/command_line.h"
#include "cli/exit_status.h"
#include "cli/option_groups.h"
#include "cli/rule_pages.h"
#include "cli/terminal.h"
#include "core/option_names.h"

namespace plumb {
namespace {

constexpr uint32_t kMaxJobs = 1024;

// Name and value of an option with fixed words.
template <typename Enum>
struct Choice {
  const char* name;
  Enum value;
};

constexpr Choice<ColorMode> kColorModes[] = {
    {"auto", ColorMode::kAuto},
    {"always", ColorMode::kAlways},
    {"never", ColorMode::kNever},
};
constexpr Choice<ReportFormat> kReportFormats[] = {
    {"text", ReportFormat::kText},     {"json", ReportFormat::kJson},
    {"sarif", ReportFormat::kSarif},   {"junit", ReportFormat::kJUnit},
    {"github", ReportFormat::kGitHub}, {"concise", ReportFormat::kConcise},
};

template <typename Enum, size_t N>
void AddChoice(CLI::App* app, const char* option,
               const Choice<Enum> (&choices)[N], Enum* value,
               const std::string& help) {
  std::string names;
  for (const Choice<Enum>& choice : choices) {
    absl::StrAppend(&names, names.empty() ? "" : "|", choice.name);
  }
  app->add_option_function<std::string>(
         option,
         [&choices, value, option, names](const std::string& name) {
           for (const Choice<Enum>& choice : choices) {
             if (name != choice.name) continue;
             *value = choice.value;
             return;
           }
           throw CLI::ValidationError(
               option, absl::StrCat("'", name, "' is not one of ", names));
         },
         help)
      ->type_name(names);
}

// An option for a number of at most `max`.  CLI11's own message states neither
// the error nor the requirement.
template <typename Store>
CLI::Option* AddNumber(CLI::App* app, const std::string& option, uint32_t max,
                       const std::string& help, Store store) {
  return app
      ->add_option_function<std::string>(
          option,
          [option = option.substr(option.find("--")), max,
           store](const std::string& text) {
            uint32_t number = 0;
            if (!absl::SimpleAtoi(text, &number) || number > max) {
              throw CLI::ValidationError(
                  option,
                  absl::StrCat("'", text, "' is not a number from 0 to ", max));
            }
            store(number);
          },
          help)
      ->type_name("N");
}

// "512", "16K", "100M" or "4G"; nullopt for anything else, or if it is too
// large.
std::optional<uint64_t> ParseSize(absl::string_view text) {
  int shift = 0;
  for (const char* unit : {"K", "M", "G"}) {
    shift += 10;
    if (!absl::ConsumeSuffix(&text, unit)) continue;
    uint64_t number = 0;
    const bool is_number =
        absl::SimpleAtoi(text, &number) && number <= UINT64_MAX >> shift;
    return is_number ? std::make_optional(number << shift) : std::nullopt;
  }
  uint64_t number = 0;
  return absl::SimpleAtoi(text, &number) ? std::make_optional(number)
                                         : std::nullopt;
}

int ProcessorCount() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

void AddColor(CLI::App* app, CommonOptions* options) {
  AddChoice(app, "--color", kColorModes, &options->color,
            "Color the output (default: auto, on a terminal, unless the "
            "environment has NO_COLOR, or TERM is dumb); --color alone means "
            "always, and --no-color means never");
}

void AddMaxErrors(CLI::App* app, CommonOptions* options) {
  AddNumber(app, "--max-errors", UINT32_MAX,
            "Errors and warnings to show for each input, errors first; 0 shows "
            "all (default: 20)",
            [options](uint32_t n) { options->max_errors = n; });
}

void AddAllErrors(CLI::App* app, CommonOptions* options) {
  app->add_flag("--all-errors", options->session.keep_follow_ups,
                "Also show follow-up errors");
}

void AddMaxSize(CLI::App* app, CommonOptions* options) {
  app->add_option_function<std::string>(
         "--max-size",
         [options](const std::string& text) {
           const std::optional<uint64_t> size = ParseSize(text);
           if (!size.has_value()) {
             throw CLI::ValidationError(
                 "--max-size",
                 absl::StrCat("'", text,
                              "' is not a number with a suffix K, M, G or "
                              "none"));
           }
           options->max_size = *size == 0 ? UINT64_MAX : *size;
         },
         "Refuse inputs of more than N bytes, or, with a suffix K, M or G, "
         "KiB, MiB or GiB; 0 refuses none (default: 4G)")
      ->type_name("N");
}

void AddVerbose(CLI::App* app, CommonOptions* options) {
  app->add_flag("-v,--verbose", options->total_of_valid,
                "Also print which files are written");
}

void AddQuiet(CLI::App* app, CommonOptions* options) {
  app->add_flag("-q,--quiet", options->quiet,
                "Print no diagnostics; files of reports are written all the "
                "same");
}

void AddJobs(CLI::App* app, CommonOptions* options) {
  options->session.validator.jobs = ProcessorCount();
  AddNumber(app, "-j,--jobs", kMaxJobs,
            "Number of threads; 0 is one per processor (default: 0).  The "
            "result is the same for any number",
            [options](uint32_t n) {
              options->session.validator.jobs =
                  n == 0 ? ProcessorCount() : static_cast<int>(n);
            });
}

void AddBatchOptions(CLI::App* app, CommonOptions* options) {
  AddMaxSize(app, options);
  AddJobs(app, options);
  app->add_option(
         "--include", options->filter.include,
         "Of the files in folders and lists, take only those whose path this "
         "matches, whatever their extension.  Can be given repeatedly")
      ->type_name("REGEX")
      ->allow_extra_args(false);
  app->add_option("--exclude", options->filter.exclude,
                  "Of the files in folders and lists, skip those whose path "
                  "this matches.  Can be given repeatedly")
      ->type_name("REGEX")
      ->allow_extra_args(false);
  app->add_flag("--summary", options->summary,
                "At the end, print the number of valid inputs, the violated "
                "rules, the slowest inputs and the speed");
}

// "sarif:plumb.sarif", or "plumb.txt".
ReportFile ParseReportFile(const std::string& text) {
  for (const Choice<ReportFormat>& choice : kReportFormats) {
    const std::string prefix = absl::StrCat(choice.name, ":");
    if (absl::StartsWith(text, prefix)) {
      return {choice.value, text.substr(prefix.size())};
    }
  }
  return {std::nullopt, text};
}

void AddReports(CLI::App* app, CommonOptions* options) {
  app->add_option_function<std::vector<std::string>>(
         "--report",
         [options](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) {
             ReportFile report = ParseReportFile(text);
             if (report.path.empty()) {
               throw CLI::ValidationError("--report",
                                          "the name of a file is empty");
             }
             options->reports.push_back(std::move(report));
           }
         },
         "Write diagnostics to this file: FORMAT:FILE in another format than "
         "--format, beside the output on the terminal; FILE alone in that of "
         "--format, instead of it.  Can be given repeatedly")
      ->allow_extra_args(false)
      ->configurable(false)
      ->type_name("[FORMAT:]FILE");
  app->add_flag("--links", options->links,
                "In text, also print the page about each rule: of the rule "
                "reference, if it is installed, or of the specification");
  app->add_option_function<std::string>(
         "--rules-url",
         [options](const std::string& url) {
           options->rules_url = ParseRulesUrl("--rules-url", url);
         },
         "Refer to the pages of the rule reference at this address, in text "
         "(with --links) and in SARIF")
      ->type_name("URL");
}

void AddNoSuppressions(CLI::App* app, CommonOptions* options) {
  app->add_flag_callback(
      "--no-suppressions",
      [options] { options->session.text.has_suppressions = false; },
      "Ignore the comments '; plumb: off RULE' and '; plumb: env ENV' of "
      "texts");
}

void AddCommonOptions(CLI::App* app, CommonOptions* options) {
  AddTargetEnv(app, &options->session.env);
  AddTargetEnvOf(app, &options->env_of_path);
  AddMaxErrors(app, options);
  AddAllErrors(app, options);
  AddBatchOptions(app, options);
  AddColor(app, options);
  AddChoice(app, "--format", kReportFormats, &options->format,
            "Print diagnostics as text, or concisely as one line each, on "
            "standard error; or on standard output (on standard error, if a "
            "module is written to standard "
            "output) as JSON, one object per line for each diagnostic and then "
            "one for the input; as a SARIF log; as JUnit XML; or as GitHub "
            "workflow commands (default: text)");
  AddReports(app, options);
  AddQuiet(app, options);
  AddRuleOptions(app, &options->rules, &options->session.rules);
  AddNoSuppressions(app, options);

  Limits* const limits = &options->session.validator.limits;
  CLI::App* const universal_limits = AddGroup(app, "Universal limits");
  for (const LimitName& row : LimitNames()) {
    AddNumber(universal_limits, absl::StrCat("--", row.name), UINT32_MAX,
              absl::StrCat("Limit: ", row.help,
                           " (default: ", limits->*row.limit, ")"),
              [limits, limit = row.limit](uint32_t n) { limits->*limit = n; });
  }
  CLI::App* const relaxations = AddGroup(app, "Relaxations");
  for (const RelaxationName& row : RelaxationNames()) {
    std::string help(row.help);
    help[0] = absl::ascii_toupper(help[0]);
    relaxations->add_flag(absl::StrCat("--", row.name),
                          options->session.validator.*row.flag, help);
  }
  CLI::App* const descriptor_heaps = AddGroup(app, "Descriptor heaps");
  for (const DescriptorLayoutName& row : DescriptorLayoutNames()) {
    descriptor_heaps
        ->add_option_function<std::string>(
            absl::StrCat("--", row.name),
            [options, layout = row.layout](const std::string& text) {
              const auto value = ParseDescriptorLayout(text);
              if (!value.has_value()) {
                throw CLI::ValidationError(
                    text,
                    "is not SIZE:ALIGN with an alignment "
                    "that is a power of two");
              }
              options->session.validator.*layout = *value;
            },
            absl::StrCat("Bytes that ", row.help,
                         " takes in a descriptor heap, which "
                         "OpConstantSizeOfEXT asks for, and their alignment"))
        ->type_name("SIZE:ALIGN");
  }
}

void AddCache(CLI::App* app, CommonOptions* options) {
  app->add_option("--cache", options->cache.folder,
                  "Keep results in this folder, and reuse them for inputs that "
                  "the same build of Plumb has validated with the same "
                  "options.  Any number of programs can share it")
      ->check(CheckFileName)
      ->configurable(false)
      ->type_name("FOLDER");
  ResultCacheOptions* const cache = &options->cache;
  AddNumber(app, "--cache-size", UINT32_MAX,
            absl::StrCat("Maximum size of the folder in megabytes; the least "
                         "recently used results are removed (default: ",
                         cache->max_bytes >> 20, ")"),
            [cache](uint32_t n) { cache->max_bytes = uint64_t{n} << 20; });
}

std::string DecidingOptions(const CLI::App& app) {
  // Options that do not affect results.  A missing entry costs time; a wrong
  // entry would give wrong results.
  constexpr absl::string_view kOthers[] = {
      "baseline", "cache", "cache-size", "color", "config", "depfile",
      "exclude", "format", "include", "jobs", "max-size", "links", "rules-url",
      "quiet", "report", "stamp", "summary", "verbose", "write-baseline",
      // The environment of an input is part of its key.
      "target-env", "target-env-of"};
  const auto decides = [&](const CLI::Option* option) {
    return !option->get_positional() &&
           !absl::c_linear_search(kOthers, option->get_single_name());
  };
  // The order of options can matter; options of a file have no order.
  std::string text;
  for (const CLI::Option* option : app.parse_order()) {
    if (decides(option)) absl::StrAppend(&text, option->get_single_name(), " ");
  }
  for (const CLI::Option* option : AllOptions(app)) {
    if (option->count() == 0 || !decides(option)) continue;
    absl::StrAppend(&text, "\n", option->get_single_name());
    for (const std::string& value : option->results()) {
      absl::StrAppend(&text, " ", value.size(), ":", value);
    }
  }
  return text;
}

void AddSpecialization(CLI::App* app, CommonOptions* options) {
  app->add_option_function<std::vector<std::string>>(
         "--spec",
         [options](const std::vector<std::string>& settings) {
           for (const std::string& text : settings) {
             auto setting = ParseSpecSetting(text);
             if (!setting.ok()) {
               throw CLI::ValidationError(
                   "--spec", std::string(setting.status().message()));
             }
             options->session.specialization.push_back(*std::move(setting));
           }
         },
         "Validate as if this specialization constant had this value.  ID is "
         "its SpecId or its name; VALUE is an integer, a float, true or false. "
         " Can be given repeatedly")
      ->type_name("ID=VALUE")
      ->allow_extra_args(false);
}

bool HasMainReportFile(const CommonOptions& options) {
  return absl::c_any_of(options.reports, [](const ReportFile& report) {
    return !report.format.has_value();
  });
}

bool PrintsOnStdout(const CommonOptions& options) {
  return options.format != ReportFormat::kText &&
         options.format != ReportFormat::kConcise &&
         !options.report_on_stderr && !options.quiet &&
         !HasMainReportFile(options);
}

std::optional<int> PrintRuleInformation(absl::string_view program,
                                        const CommonOptions& options) {
  const bool as_json = options.format == ReportFormat::kJson;
  absl::StatusOr<std::string> answer;
  if (!options.rules.names.empty()) {
    answer = ListNames(options.rules.names);
  } else if (options.rules.list.has_value()) {
    const std::string& area = *options.rules.list;
    answer = as_json ? ListRulesAsJson(area) : ListRules(area);
  } else if (options.rules.explain.has_value()) {
    answer = ExplainRule(*options.rules.explain, as_json);
  } else {
    return std::nullopt;
  }
  if (!answer.ok()) {
    Complain(program, answer.status().message());
    return kExitTrouble;
  }
  return PrintToStdout(program, *answer) ? kExitValid : kExitTrouble;
}

}  // namespace plumb
