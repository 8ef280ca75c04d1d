#include "cli/fix_option.h"

#include <sys/stat.h>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "cli/input_file.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/output_kind.h"

namespace plumb {

void AddFix(CLI::App* app, FixOptions* options) {
  app->add_flag("--fix", options->is_on,
                "Change the texts among the inputs: apply the fixes of their "
                "diagnostics that are safe and leave fewer of them, and report "
                "what is left")
      ->configurable(false);
  app->add_flag("--diff", options->as_diff,
                "With --fix: print what it would change on standard output, in "
                "the unified format, and change nothing")
      ->configurable(false);
  app->add_flag("--unsafe-fixes", options->with_guesses,
                "With --fix: also replace unknown names by similar ones")
      ->configurable(false);
}

absl::Status CheckFix(const FixOptions& options,
                      const std::vector<std::string>& inputs) {
  if (!options.is_on) {
    const char* const option = options.as_diff        ? "--diff"
                               : options.with_guesses ? "--unsafe-fixes"
                                                      : nullptr;
    if (option == nullptr) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(option, " has an effect only with --fix"));
  }
  if (!options.as_diff &&
      (inputs.empty() || absl::c_linear_search(inputs, "-"))) {
    return absl::InvalidArgumentError(
        "--fix changes files, and standard input is not one; --fix --diff "
        "prints the changes");
  }
  return absl::OkStatus();
}

absl::Status WriteFixedText(const std::string& path, absl::string_view before,
                            const std::string& after) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(
        "'", path, "' is not a regular file, so --fix does not change it"));
  }
  const absl::StatusOr<InputFile> now = InputFile::Open(path);
  if (!now.ok()) return now.status();
  if (now->bytes() != before) {
    return absl::FailedPreconditionError(absl::StrCat(
        "'", path, "' has changed since it was read, so it is not fixed"));
  }
  // The file is an input of the run: this is the option to change it.
  const OutputGuard guard;
  return WriteFileAtomically(path, OutputKind::kFixedText, after, guard);
}

}  // namespace plumb
