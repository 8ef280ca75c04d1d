// spv-as: assembles a text, validates the module and writes it.
//
// Nothing is written unless validation accepted the module, and what is
// written is never seen half.
//
// Tested by testdata/cli/as_*.case.
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/options.h"
#include "cli/run.h"
#include "parse/binary_writer.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-as";
constexpr char kExamples[] =
    "  spv-as shader.spvasm -o shader.spv\n"
    "  spv-as shader.spvasm --target-env=vulkan1.2 -o shader.spv\n"
    "  spv-as -o - < shader.spvasm | spirv-opt -O -o small.spv\n"
    "  spv-as fragment.spvasm --no-validate -o test.spv\n";

struct AsOptions {
  CommonOptions common;
  std::string input = "-";
  std::string output = "out.spv";
  bool no_validate = false;
  bool preserve_numeric_ids = false;
};

void AddOptions(CLI::App* app, AsOptions* options) {
  app->add_option("IN", options->input,
                  "The text to assemble; none or \"-\": standard input")
      ->type_name("");
  app->add_option("-o", options->output,
                  "The file to write; \"-\": standard output (default: "
                  "out.spv)")
      ->type_name("OUT");
  app->add_flag("--no-validate", options->no_validate,
                "Write what is well-formed without validating it, for tests");
  app->add_flag("--preserve-numeric-ids", options->preserve_numeric_ids,
                "Give an id with a number for a name that number");
  AddCommonOptions(app, &options->common);
  SetUpProgram(app, kExamples);
}

int Assemble(const AsOptions& options) {
  Run run(kProgram, options.common);
  if (!run.Open(options.input)) return kExitTrouble;
  if (!run.input().is_text()) {
    Complain(kProgram, absl::StrCat(run.input().name(),
                                    " is a binary module, not a text"));
    return kExitTrouble;
  }
  const bool accepted = run.MakeModule(options.preserve_numeric_ids) &&
                        (options.no_validate || run.Validate());
  if (!run.Report()) return kExitTrouble;
  if (!accepted) return kExitInvalid;
  const absl::Status written =
      WriteFileAtomically(options.output, EncodeModule(run.module()));
  if (written.ok()) return kExitValid;
  Complain(kProgram, written.message());
  return kExitTrouble;
}

int Main(int argc, const char* const* argv) {
  CLI::App app(
      "Assembles SPIR-V text, validates the module and writes it if it is "
      "valid.",
      kProgram);
  AsOptions options;
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  return Assemble(options);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
