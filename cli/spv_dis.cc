// spv-dis: disassembles a binary module.
//
// A module whose form is wrong is printed as well: as far as it can be read,
// the rest as words (parse/disassembly/damaged_module.h).
//
// Tested by testdata/cli/dis_*.case.
#include <unistd.h>

#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "cli/command_line.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "parse/disassembly/disassembler.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-dis";
constexpr char kExamples[] =
    "  spv-dis shader.spv\n"
    "  spv-dis shader.spv --raw-id -o shader.spvasm\n"
    "  spv-dis --comment --nested-indent < shader.spv\n";

struct DisOptions {
  CommonOptions common;
  std::string input = "-";
  std::string output = "-";
  DisassemblerOptions text;
  bool raw_id = false, no_indent = false, no_header = false;
};

void AddOptions(CLI::App* app, DisOptions* options) {
  app->add_option("IN", options->input,
                  "The binary to disassemble; none or \"-\": standard input")
      ->check(CheckFileName)
      ->type_name("");
  app->add_option("-o", options->output,
                  "The file to write; none or \"-\": standard output")
      ->check(CheckFileName)
      ->type_name("OUT");
  app->add_flag("--raw-id", options->raw_id,
                "Print ids as numbers, not as friendly names");
  app->add_flag("--no-indent", options->no_indent,
                "Do not indent instructions");
  app->add_flag("--no-header", options->no_header,
                "Do not print the header as comments");
  app->add_flag("--offsets", options->text.offsets,
                "Print where each instruction begins, in bytes");
  app->add_flag("--comment", options->text.comment,
                "Print comments that make reading easier");
  app->add_flag("--nested-indent", options->text.nested_indent,
                "Indent instructions by the nesting of their constructs");
  app->add_flag("--reorder-blocks", options->text.reorder_blocks,
                "Print the blocks of a construct in one piece");
  AddColor(app, &options->common);
  AddMaxErrors(app, &options->common);
  SetUpProgram(app, kExamples);
}

DisassemblerOptions OptionsOfText(const DisOptions& options) {
  DisassemblerOptions text = options.text;
  text.older_names = true;  // as the programs this one stands in for
  text.header = !options.no_header;
  text.indent = !options.no_indent;
  text.friendly_names = !options.raw_id;
  text.color = IsStandardOutput(options.output) &&
               UseColor(options.common.color, STDOUT_FILENO);
  return text;
}

int Disassemble(const DisOptions& options) {
  if (absl::Status s = CheckNotInput(options.output, options.input); !s.ok()) {
    Complain(kProgram, s.message());
    return kExitTrouble;
  }
  Run run(kProgram, options.common);
  if (!run.Open(options.input)) return kExitTrouble;
  if (FormatOf(run.file().bytes()) == InputFormat::kText) {
    Complain(kProgram,
             absl::StrCat(run.file().name(), " is not a binary module"));
    return kExitTrouble;
  }
  const std::optional<Verdict> verdict = run.Judge();
  if (!verdict.has_value() || !run.Report() || !run.Finish()) {
    return kExitTrouble;
  }
  const bool well_formed = *verdict == Verdict::kValid;
  const std::string text = run.session().Text(OptionsOfText(options));
  if (!text.empty() || well_formed) {
    const absl::Status written = WriteFileAtomically(options.output, text);
    if (!written.ok()) {
      Complain(kProgram, written.message());
      return kExitTrouble;
    }
  }
  return well_formed ? kExitValid : kExitInvalid;
}

int Main(int argc, const char* const* argv) {
  CLI::App app("Prints a SPIR-V binary module as assembly text.", kProgram);
  DisOptions options;
  options.common.session.validate = false;
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  return Disassemble(options);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
