// See command_line.h.
#include "cli/command_line.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/commit.h"
#include "cli/compat_name.h"
#include "cli/completion.h"
#include "cli/config_file.h"
#include "cli/help_text.h"
#include "cli/interruption.h"
#include "cli/man_page.h"
#include "cli/option_groups.h"
#include "cli/terminal.h"
#include "core/target_env.h"
#include "grammar/grammar.h"
#include "parse/suggest.h"

namespace plumb {
namespace {

constexpr char kMan[] = "--man";
constexpr char kCompletion[] = "--completion";

constexpr char kEnvironment[] =
    "Environment:\n"
    "  NO_COLOR        if not empty, --color auto means never\n"
    "  FORCE_COLOR     0: --color auto means never; other values: always\n"
    "  TERM            dumb or empty: --color auto means never\n"
    "  GITHUB_ACTIONS  true: output contains no workflow commands but those of "
    "--format github";

// CLI11 takes an operand "[a,b]" for a list.  Operands that begin with a
// bracket, or with this mark, get the mark as a prefix until they are parsed.
constexpr char kOperandMark = '\x01';

std::string MarkOperand(const std::string& word) {
  const bool needs_mark =
      !word.empty() && (word[0] == '[' || word[0] == kOperandMark);
  return needs_mark ? absl::StrCat(std::string(1, kOperandMark), word) : word;
}

void UnmarkOperand(std::string* word) {
  if (!word->empty() && word->front() == kOperandMark) word->erase(0, 1);
}

// Whether the word after this one is the value of an option.
bool TakesNextWord(const CLI::App& app, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return false;
  const CLI::Option* option = app.get_option_no_throw(word);
  return option != nullptr && option->get_items_expected_max() > 0;
}

bool IsColorMode(absl::string_view word) {
  return word == "auto" || word == "always" || word == "never";
}

// Appends a word in the form that CLI11 expects: it would take the word after
// "--name=" for the value, and converts the values of flags to numbers.
void AppendWord(const CLI::App& app, const std::string& word,
                std::vector<std::string>* words) {
  const size_t equals = word.find('=');
  if (!absl::StartsWith(word, "--") || equals == word.npos) {
    words->push_back(word);
    return;
  }
  const std::string name = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  const CLI::Option* option = app.get_option_no_throw(name);
  const bool is_flag =
      option != nullptr && option->get_items_expected_max() == 0;
  if (name == "--no-color" ||
      (is_flag && value != "true" && value != "false")) {
    throw CLI::ParseError(absl::StrCat(name, " takes no value"), kExitTrouble);
  }
  if (value.empty() && option != nullptr) {
    words->insert(words->end(), {name, value});
  } else {
    words->push_back(word);
  }
}

// The words of a command line, without the program's name, and the first
// operand.
std::vector<std::string> Words(const CLI::App& app, int argc,
                               const char* const* argv,
                               absl::string_view* operand) {
  std::vector<std::string> words;
  bool is_value = false;
  int i = 1;
  for (; i < argc && absl::string_view(argv[i]) != "--"; ++i) {
    const absl::string_view word = argv[i];
    const absl::string_view next = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--no-color") {
      words.push_back("--color=never");
    } else if (word == "--color" && !IsColorMode(next)) {
      words.push_back("--color=always");
    } else {
      AppendWord(app, is_value ? argv[i] : MarkOperand(argv[i]), &words);
    }
    const bool is_operand =
        !is_value && (word == "-" || !absl::StartsWith(word, "-"));
    if (is_operand && operand->empty()) *operand = word;
    is_value = !is_value && TakesNextWord(app, argv[i]);
  }
  if (operand->empty() && i + 1 < argc) *operand = argv[i + 1];
  for (; i < argc; ++i) words.push_back(MarkOperand(argv[i]));
  return words;
}

// Whether a command line asks for information, or states which file has
// options.
bool NeedsNoConfigFile(absl::string_view word) {
  constexpr absl::string_view kWords[] = {
      "-h",           "--help",      "--version", "--man",
      "--completion", "--no-config", "--config",  "--config-schema"};
  return absl::c_linear_search(kWords, word.substr(0, word.find('=')));
}

// Adds the file with options that is found, if one is.
void AddFoundConfigFile(CLI::App* app, absl::string_view operand,
                        std::vector<std::string>* words) {
  const auto end = absl::c_find(*words, "--");
  if (!HasConfigFile(*app) ||
      std::any_of(words->begin(), end, NeedsNoConfigFile)) {
    return;
  }
  const std::string file = FindConfigFile(operand);
  if (file.empty()) return;
  words->insert(words->begin(), {"--config", file});
  SetConfigFileFound(app);
}

// The message for arguments that no option and no positional accepts.
std::string Unexpected(const CLI::App& app) {
  const std::vector<std::string> arguments = app.remaining();
  if (arguments.empty()) return "unexpected argument";
  const std::string& first = arguments.front();
  if (first.size() < 2 || first[0] != '-') {
    return absl::StrCat("unexpected argument ", first);
  }
  const std::string wrong = first.substr(0, first.find('='));
  std::vector<std::string> names = {"--no-color"};
  for (const CLI::Option* option : AllOptions(app)) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back(absl::StrCat("--", name));
    }
  }
  Suggestion suggestion(wrong);
  for (const std::string& name : names) suggestion.Offer(name);
  return absl::StrCat(
      "there is no option ", first,
      suggestion.best().empty()
          ? ""
          : absl::StrCat("; did you mean ", suggestion.best(), "?"));
}

int UsageError(const CLI::App& app, absl::string_view message) {
  Complain(app.get_name(), message,
           absl::StrCat("Try '", app.get_name(), " --help'."));
  return kExitTrouble;
}

int PrintText(const CLI::App& app, absl::string_view text) {
  return PrintToStdout(app.get_name(), text) ? kExitValid : kExitTrouble;
}

// Answers --help, --version and so on, if one was given.
std::optional<int> PrintProgramInformation(const CLI::App& app) {
  if (app.count(kMan) > 0) return PrintText(app, ManPage(app, kVersion));
  if (HasConfigFile(app) && app.count("--config-schema") > 0) {
    return PrintText(app, ConfigSchema(app));
  }
  const CLI::Option* completion = app.get_option(kCompletion);
  if (completion->count() == 0) return std::nullopt;
  const std::string name = completion->results().back();
  const std::optional<Shell> shell = ParseShell(name);
  if (!shell.has_value()) {
    return UsageError(app, absl::StrCat(kCompletion, ": '", name,
                                        "' is not one of bash|zsh|fish"));
  }
  return PrintText(app, Completion(app, *shell));
}

// Otherwise a file that the program opens would get the number of a standard
// stream that is closed, and what is printed would be written to the file.
// Reads and writes fail as if the stream were closed.
void ReserveStandardStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // Gets this number, which is the lowest that is free.
    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// While the heap grows, threads contend for the address space on each new page:
// so it grows in larger steps, and is not trimmed.
void GrowMemoryInLargeSteps() {
  mallopt(M_TOP_PAD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
}

}  // namespace

void SetUpProgram(CLI::App* app, absl::string_view examples,
                  absl::string_view exit_statuses) {
  app->set_help_flag("-h,--help", "Print this help and exit");
  app->set_version_flag(
      "--version",
      absl::StrCat(app->get_name(), " (Plumb) ", kVersion,
                   BuildCommit().empty() ? "" : "\nCommit: ", BuildCommit(),
                   "\nGrammar: ", grammar::Release(),
                   "\nTarget environments: ", TargetEnvNames(" ")),
      "Print the version, the release of the grammar and the target "
      "environments and exit");
  app->add_flag_callback(
         kMan, [] {}, "Print the manual page (roff) and exit")
      ->configurable(false);
  app->add_option(kCompletion,
                  "Print a script that completes command lines in a shell, and "
                  "exit")
      ->configurable(false)
      ->type_name("bash|zsh|fish");
  SetGroups(app);
  for (CLI::Option* option : AllOptions(app)) {
    if (option->get_positional() || option->get_expected_max() > 1) continue;
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  app->formatter(std::make_shared<HelpText>());
  std::string footer =
      absl::StrCat("Examples:\n", examples, "\n", exit_statuses);
  // They are about --color and --format.
  if (app->get_option_no_throw("--color") != nullptr) {
    absl::StrAppend(&footer, "\n\n", kEnvironment);
  }
  app->footer(footer);
}

CLI::Option* AddInputNames(CLI::App* app, const std::string& operand,
                           std::vector<std::string>* names,
                           const std::string& help) {
  const auto unmark = [](std::string& word) {
    UnmarkOperand(&word);
    return std::string();
  };
  return app->add_option(operand, *names, help)
      ->check(CheckFileName)
      ->transform(CLI::Validator(unmark, ""))
      ->type_name("");
}

std::string CheckFileName(const std::string& name) {
  return name.empty() ? "the name of a file is empty" : "";
}

std::optional<int> ParseCommandLine(CLI::App* app, int argc,
                                    const char* const* argv) {
  try {
    absl::string_view operand;
    std::vector<std::string> words = Words(*app, argc, argv, &operand);
    AddFoundConfigFile(app, operand, &words);
    std::reverse(words.begin(), words.end());  // as the library takes them
    app->parse(std::move(words));
    return PrintProgramInformation(*app);
  } catch (const CLI::CallForHelp&) {
    return PrintText(*app, app->help());
  } catch (const CLI::CallForVersion& call) {
    return PrintText(*app, absl::StrCat(call.what(), "\n"));
  } catch (const CLI::ExtrasError&) {
    return UsageError(*app, Unexpected(*app));
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
  ReserveStandardStreams();
  GrowMemoryInLargeSteps();
  HandleFatalSignals();
  try {
    try {
      return StatusOfName(program, argv[0], body(argc, argv));
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      Complain(program, error.what());
    }
  } catch (const std::bad_alloc&) {  // not even a message can be put together
    std::fwrite(program.data(), 1, program.size(), stderr);
    std::fputs(": out of memory\n", stderr);
  }
  return StatusOfName(program, argv[0], kExitTrouble);
}

}  // namespace plumb
