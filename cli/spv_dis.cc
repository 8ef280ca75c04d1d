// spv-dis: disassembles binary modules.
//
// The readable part of a malformed module is printed, and the rest as words
// (parse/disassembly/damaged_module.h).
//
// Tested by testdata/cli/dis_*.case.
#include <unistd.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "cli/command_line.h"
#include "cli/compat_name.h"
#include "cli/input_file.h"
#include "cli/input_list.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/output_names.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "core/diagnostic.h"
#include "parse/disassembly/disassembler.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-dis";
constexpr char kExamples[] =
    "  spv-dis shader.spv\n"
    "  spv-dis shader.spv --raw-id -o shader.spvasm\n"
    "  spv-dis --comment --nested-indent < shader.spv\n"
    "  spv-dis shaders -o texts\n";

struct DisOptions {
  CommonOptions common;
  std::string program = kProgram;  // the name for messages
  bool is_compat = false;          // called as spirv-dis (compat_name.h)
  std::vector<std::string> inputs;
  std::string output;
  DisassemblerOptions text;
  bool raw_id = false, no_indent = false, no_header = false;
};

void AddOptions(CLI::App* app, DisOptions* options) {
  AddInputNames(app, "IN", &options->inputs,
                "The binaries to disassemble; folders are searched for *.spv "
                "files; @LIST: the names in this file, one on each line, or "
                "each ended by a zero byte; none or \"-\": standard input");
  app->add_option("-o", options->output,
                  "The file to write; none or \"-\": standard output.  For "
                  "several inputs, a folder in which each output keeps its "
                  "relative path, with .spvasm for .spv")
      ->check(CheckFileName)
      ->type_name("OUT");
  app->add_flag("--raw-id", options->raw_id,
                "Print ids as numbers instead of friendly names");
  app->add_flag("--no-indent", options->no_indent,
                "Do not indent instructions");
  app->add_flag("--no-header", options->no_header,
                "Do not print the header as comments");
  app->add_flag("--offsets", options->text.offsets,
                "Print the byte offset of each instruction");
  app->add_flag("--comment", options->text.comment,
                "Print comments that explain the module");
  app->add_flag("--nested-indent", options->text.nested_indent,
                "Indent instructions by the nesting of their constructs");
  app->add_flag("--handle-unknown-opcodes", options->text.unknown_as_numbers,
                "Print instructions with unknown opcodes, and unknown "
                "instructions of known sets, as OpUnknown with plain numbers, "
                "instead of reporting them; spv-as accepts the text");
  app->add_flag("--reorder-blocks", options->text.reorder_blocks,
                "Print the blocks of a construct next to each other");
  AddVerbose(app, &options->common);
  AddQuiet(app, &options->common);
  AddColor(app, &options->common);
  AddMaxErrors(app, &options->common);
  AddBatchOptions(app, &options->common);
  SetUpProgram(app, kExamples);
}

DisassemblerOptions OptionsOfText(const DisOptions& options) {
  DisassemblerOptions text = options.text;
  text.header = !options.no_header;
  text.indent = !options.no_indent;
  text.friendly_names = !options.raw_id;
  const bool is_printed = IsStandardOutput(options.output);
  text.color = is_printed && UseColor(options.common.color, STDOUT_FILENO);
  // Colored output is for display, perhaps by a pager, and a terminal would
  // execute control characters.
  const bool on_terminal = is_printed && isatty(STDOUT_FILENO) == 1;
  text.printable_strings = text.color || on_terminal;
  text.keep_line_ends = !on_terminal;
  return text;
}

absl::Status CheckIsBinary(const InputFile& file) {
  if (FormatOf(file.bytes()) != InputFormat::kText) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(file.name(), " is not a binary module"));
}

// Whether the only errors are unknown instructions.
bool HasOnlyUnknownInstructions(const DiagnosticList& list) {
  return list.error_count() == list.diagnostics().size() &&
         absl::c_all_of(list.diagnostics(), [](const Diagnostic& d) {
           return d.rule->id == "enum.instruction.opcode-known" ||
                  d.rule->id == "enum.ext-inst.number-known";
         });
}

// Makes the text of an input in parts.
using WriteText = std::function<void(WritePart write)>;

// Sets what is made of an input but for its text; returns how to make that, or
// null if there is none.
WriteText MakeText(const ValidatedInput& input,
                   const DisassemblerOptions& options, InputOutput* made) {
  const Session& session = *input.session;
  if (input.verdict != Verdict::kMalformed) {
    return [&session, options](WritePart write) {
      session.WriteText(options, write);
    };
  }
  std::string text;
  if (options.unknown_as_numbers &&
      HasOnlyUnknownInstructions(session.diagnostics())) {
    text = Disassembler(session.module(), options).Disassemble();
    made->with_report = false;
    made->verdict = Verdict::kValid;
  } else {
    text = session.Text(options);
    if (text.empty()) return nullptr;
  }
  return [text = std::move(text)](WritePart write) { write(text); };
}

int Disassemble(DisOptions options) {
  options.common.filter.extensions = {".spv"};
  const absl::StatusOr<InputList> list =
      ListInputs(options.inputs, options.common.filter);
  const bool is_batch = list.ok() && list->is_batch;
  if (options.output.empty() && !is_batch) options.output = "-";
  const OutputNames names = {options.output, ".spv", ".spvasm",
                             OutputKind::kAssembly};
  OutputGuard guard;
  if (list.ok()) guard.AddInputs(*list);
  absl::Status usable = list.status();
  if (list.ok() && options.is_compat) {
    usable = CheckCompatInputs(options.program, list->inputs.size(), is_batch);
  }
  if (list.ok()) usable.Update(CheckOutputs(names, *list, &guard));
  if (!usable.ok()) {
    Complain(options.program, usable.message());
    return kExitTrouble;
  }
  const DisassemblerOptions text_options = OptionsOfText(options);
  Run run(options.program, options.common, &guard);
  return run.Execute(
      *list,
      {.accept = CheckIsBinary, .make = [&](const ValidatedInput& input) {
         InputOutput made;
         WriteText write_text = MakeText(input, text_options, &made);
         if (write_text == nullptr) return made;
         if (!is_batch && options.output == "-") {
           made.print = std::move(write_text);
           return made;
         }
         made.written =
             is_batch ? OutputPath(names, input.input) : options.output;
         made.status =
             is_batch ? WriteOutput(made.written, names.kind, write_text, guard)
                      : WriteFileAtomically(made.written, names.kind,
                                            write_text, guard);
         return made;
       }});
}

int Main(int argc, const char* const* argv) {
  CLI::App app("Disassembles SPIR-V binaries to assembly text.",
               NameInMessages(kProgram, argv[0]));
  DisOptions options;
  options.program = app.get_name();
  options.is_compat = IsCompatName(kProgram, argv[0]);
  options.common.session.validate = false;
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  if (options.inputs.empty()) options.inputs = {"-"};
  return Disassemble(std::move(options));
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
