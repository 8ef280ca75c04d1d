// Fuzzes command lines, and the files with options, rules and names of inputs.
// The first byte selects what the rest is.
#include "cli/options.h"

#include <sys/mman.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/command_line.h"
#include "cli/config_file.h"
#include "cli/file_descriptor.h"
#include "cli/input_list.h"
#include "cli/rule_options.h"
#include "cli/write_all.h"
#include "testdata/fuzz/fuzz_target.h"
#include "testdata/fuzz/properties.h"

namespace plumb {
namespace {

// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(absl::string_view content)
      : fd_(memfd_create("input", MFD_CLOEXEC)) {
    Require(WriteAll(fd_.get(), content) == 0, "memory is left");
  }

  std::string path() const { return absl::StrCat("/proc/self/fd/", fd_.get()); }

 private:
  const FileDescriptor fd_;
};

// Parses the arguments as a program with all common options does, except for
// answers.
void ParseArguments(std::vector<std::string> arguments) {
  CLI::App app;
  CommonOptions options;
  std::vector<std::string> names;
  AddInputNames(&app, "FILE", &names, "Inputs");
  AddCommonOptions(&app, &options);
  AddSpecialization(&app, &options);
  AddCache(&app, &options);
  AddConfigFile(&app);
  SetUpProgram(&app, "");
  // CLI11 takes them from the last to the first.
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success&) {
  } catch (const CLI::Error& error) {
    Require(error.what()[0] != '\0', "an error has a message");
  }
}

void CheckExpression(absl::string_view expression) {
  const absl::StatusOr<RulePolicy> policy =
      PolicyOf({{RuleAction::kOff, std::string(expression)}}, {});
  Require(policy.ok() || !policy.status().message().empty(),
          "an error has a message");
}

// A list that names no folder but the current one.
void CheckList(absl::string_view names) {
  if (absl::StrContains(names, '/') || absl::StrContains(names, "..")) return;
  const MemoryFile file(names);
  const absl::StatusOr<InputList> list =
      ListInputs({absl::StrCat("@", file.path())}, {.extensions = {".none"}});
  Require(list.ok(), "a list is read, whatever it names");
}

}  // namespace

void FuzzOptions(absl::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<uint8_t>(input[0]);
  input.remove_prefix(1);
  switch (choice % 4) {
    case 0:
      return ParseArguments({"--config", MemoryFile(input).path()});
    case 1:
      return CheckExpression(input);
    case 2:
      return CheckList(input);
    default:
      if (absl::StrContains(input, '\0')) return;
      return ParseArguments(absl::StrSplit(input, '\n'));
  }
}

}  // namespace plumb
