// See options.h.
#include "cli/options.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cli/help_text.h"
#include "cli/terminal.h"
#include "core/option_names.h"

namespace plumb {
namespace {

constexpr absl::string_view kVersion = "0.1.0";
constexpr uint32_t kMaxJobs = 1024;

// Name and value of an option that takes one of a few words.
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
    {"text", ReportFormat::kText},
    {"json", ReportFormat::kJson},
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

// An option that takes a number of at most `max`.  The message of the library's
// own conversion would say neither what is wrong nor what would be right.
template <typename Store>
CLI::Option* AddNumber(CLI::App* app, const std::string& option, uint32_t max,
                       const std::string& help, Store store) {
  return app
      ->add_option_function<std::string>(
          option,
          [option, max, store](const std::string& text) {
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

int ProcessorCount() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// What to say of arguments that no option and no positional takes.
std::string Unexpected(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return "unexpected argument";
  const std::string& first = arguments.front();
  const bool is_option = first.size() > 1 && first[0] == '-';
  return absl::StrCat(
      is_option ? "there is no option " : "unexpected argument ", first);
}

int UsageError(const CLI::App& app, absl::string_view message) {
  Complain(app.get_name(),
           absl::StrCat(message, "\nTry '", app.get_name(), " --help'."));
  return kExitTrouble;
}

}  // namespace

void AddTargetEnv(CLI::App* app, std::optional<TargetEnv>* env) {
  app->add_option_function<std::string>(
         "--target-env",
         [env](const std::string& name) {
           *env = ParseTargetEnv(name);
           if (env->has_value()) return;
           throw CLI::ValidationError(
               "--target-env",
               absl::StrCat("there is no environment '", name, "'; there are ",
                            TargetEnvNames(", ")));
         },
         "The environment that the module is written for (default: the version "
         "that a comment at the start of a text names, \"; Version: 1.3\"; "
         "else spv1.6): " +
             TargetEnvNames(", "))
      ->type_name("ENV");
}

void AddMaxErrors(CLI::App* app, CommonOptions* options) {
  AddNumber(app, "--max-errors", UINT32_MAX,
            "Errors and warnings to show per input; 0 shows all (default: 20)",
            [options](uint32_t n) { options->max_errors = n; });
}

void AddCommonOptions(CLI::App* app, CommonOptions* options) {
  AddTargetEnv(app, &options->session.env);
  AddMaxErrors(app, options);
  options->session.validator.jobs = ProcessorCount();
  AddNumber(
      app, "--jobs", kMaxJobs,
      "Threads that validate the functions of a large module; 0 is one per "
      "processor (default: 0).  The result is the same for any number",
      [options](uint32_t n) {
        options->session.validator.jobs =
            n == 0 ? ProcessorCount() : static_cast<int>(n);
      });
  AddChoice(app, "--color", kColorModes, &options->color,
            "Color diagnostics (default: auto, on a terminal)");
  AddChoice(app, "--format", kReportFormats, &options->format,
            "Print diagnostics as text on standard error, or as JSON on "
            "standard output: an object a line for each, then one for the "
            "input (default: text)");
  AddRuleOptions(app, &options->rules, &options->session.rules);

  Limits* const limits = &options->session.validator.limits;
  for (const LimitName& row : LimitNames()) {
    AddNumber(app, absl::StrCat("--", row.name), UINT32_MAX,
              absl::StrCat("Limit: ", row.help,
                           " (default: ", limits->*row.limit, ")"),
              [limits, limit = row.limit](uint32_t n) { limits->*limit = n; })
        ->group("Universal limits");
  }
  for (const RelaxationName& row : RelaxationNames()) {
    std::string help(row.help);
    help[0] = absl::ascii_toupper(help[0]);
    app->add_flag(absl::StrCat("--", row.name),
                  options->session.validator.*row.flag, help)
        ->group("Relaxations");
  }
  for (const DescriptorLayoutName& row : DescriptorLayoutNames()) {
    app->add_option_function<std::string>(
           absl::StrCat("--", row.name),
           [options, layout = row.layout](const std::string& text) {
             const auto value = ParseDescriptorLayout(text);
             if (!value.has_value()) {
               throw CLI::ValidationError(text,
                                          "is not SIZE:ALIGN with an alignment "
                                          "that is a power of two");
             }
             options->session.validator.*layout = *value;
           },
           absl::StrCat("Bytes that ", row.help,
                        " takes in a descriptor heap, which "
                        "OpConstantSizeOfEXT asks for, and their alignment"))
        ->type_name("SIZE:ALIGN")
        ->group("Descriptor heaps");
  }
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
         "the number of its SpecId, or its name; VALUE an integer, a float, "
         "true or false.  Can be given repeatedly")
      ->type_name("ID=VALUE")
      ->allow_extra_args(false);
}

void SetUpProgram(CLI::App* app, absl::string_view examples,
                  absl::string_view exit_statuses) {
  app->set_help_flag("-h,--help", "Print this help and exit");
  app->set_version_flag(
      "--version",
      absl::StrCat(app->get_name(), " (Plumb) ", kVersion,
                   "\nTarget environments: ", TargetEnvNames(" ")),
      "Print the version and the target environments and exit");
  app->formatter(std::make_shared<HelpText>());
  app->footer(absl::StrCat("Examples:\n", examples, "\n", exit_statuses));
}

std::optional<int> ParseCommandLine(CLI::App* app, int argc,
                                    const char* const* argv) {
  try {
    app->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return PrintToStdout(app->get_name(), app->help()) ? kExitValid
                                                       : kExitTrouble;
  } catch (const CLI::CallForVersion& call) {
    return PrintToStdout(app->get_name(), absl::StrCat(call.what(), "\n"))
               ? kExitValid
               : kExitTrouble;
  } catch (const CLI::ExtrasError&) {
    return UsageError(*app, Unexpected(app->remaining()));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    return UsageError(*app, absl::StrCat(what.substr(0, what.find(':')),
                                         " takes exactly one value"));
  } catch (const CLI::ParseError& error) {
    return UsageError(*app, error.what());
  }
}

int GuardedMain(absl::string_view program,
                int (*body)(int argc, const char* const* argv), int argc,
                const char* const* argv) {
  try {
    return body(argc, argv);
  } catch (const std::bad_alloc&) {  // nothing is left to say it nicely
    std::fputs("out of memory\n", stderr);
  } catch (const std::exception& error) {
    Complain(program, error.what());
  }
  return kExitTrouble;
}

std::optional<int> AnswerAboutRules(absl::string_view program,
                                    const CommonOptions& options) {
  const bool as_json = options.format == ReportFormat::kJson;
  absl::StatusOr<std::string> answer;
  if (options.rules.list.has_value()) {
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
