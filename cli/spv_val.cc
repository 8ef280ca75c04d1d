// spv-val: says what is wrong with modules, binary or text.
//
// Tested by testdata/cli/val_*.case.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "cli/command_line.h"
#include "cli/input_file.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-val";
constexpr char kExamples[] =
    "  spv-val shader.spv\n"
    "  spv-val --target-env vulkan1.2 vertex.spv fragment.spvasm\n"
    "  spv-val --format json shaders > diagnostics.jsonl\n"
    "  spv-val --disable '^debug[.]' --werror shader.spv\n"
    "  spv-val --spec 0=64 --spec %use_shadows=false shader.spv\n"
    "  spv-val --explain cfg.merge.unique-block\n"
    "  glslc shader.frag -o - | spv-val\n";

struct ValOptions {
  CommonOptions common;
  std::vector<std::string> inputs;
};

void AddOptions(CLI::App* app, ValOptions* options) {
  app->add_option(
         "FILE", options->inputs,
         "Modules: binaries, hexadecimal or assembly text, told apart by their "
         "contents; folders are searched for *.spv and *.spvasm files; none or "
         "\"-\": standard input")
      ->check(CheckFileName)
      ->type_name("");
  app->add_flag("-v,--verbose", options->common.total_of_valid,
                "Also say which inputs are valid");
  AddCommonOptions(app, &options->common);
  AddSpecialization(app, &options->common);
  SetUpProgram(app, kExamples);
}

int Validate(const std::string& path, const ValOptions& options, Run* run) {
  if (!run->Open(path)) return kExitTrouble;
  const std::optional<Verdict> verdict = run->Judge();
  if (!verdict.has_value() || !run->Report()) return kExitTrouble;
  if (*verdict != Verdict::kValid) return kExitInvalid;
  const bool as_text = options.common.format == ReportFormat::kText;
  if (options.common.total_of_valid && as_text &&
      !PrintToStdout(kProgram, absl::StrCat(run->file().name(), ": valid\n"))) {
    return kExitTrouble;
  }
  return kExitValid;
}

// The worst status of all inputs: one that cannot be read is worse than one
// that is invalid, and neither keeps the others from being looked at.
int ValidateAll(const ValOptions& options) {
  Run run(kProgram, options.common);
  int status = kExitValid;
  for (const std::string& path : options.inputs) {
    const ExpandedPath expanded = ExpandPath(path);
    for (const absl::Status& error : expanded.errors) {
      run.AddUnreadable(path, error.message());
      status = kExitTrouble;
    }
    for (const std::string& file : expanded.files) {
      status = std::max(status, Validate(file, options, &run));
    }
  }
  return run.Finish() ? status : kExitTrouble;
}

int Main(int argc, const char* const* argv) {
  CLI::App app("Says what is wrong with SPIR-V modules.", kProgram);
  ValOptions options;
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  if (const auto status = AnswerAboutRules(kProgram, options.common)) {
    return *status;
  }
  if (options.inputs.empty()) options.inputs = {"-"};
  return ValidateAll(options);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
