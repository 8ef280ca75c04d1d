// spv-cfg: draws the control-flow graphs of a module.
//
// Diagnostics are shown in the drawing, and do not prevent it.
//
// Tested by testdata/cli/cfg_*.case.
#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/session.h"
#include "cli/command_line.h"
#include "cli/compat_name.h"
#include "cli/drawing/dot.h"
#include "cli/drawing/flow_chart.h"
#include "cli/drawing/html.h"
#include "cli/exit_status.h"
#include "cli/graphviz.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/output_kind.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "core/module.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-cfg";
constexpr char kExamples[] =
    "  spv-cfg shader.spv -o shader.svg\n"
    "  spv-cfg shader.spv | dot -Tpdf -o shader.pdf\n"
    "  spv-cfg shader.spvasm -o shader.html\n"
    "  spv-cfg shader.spv --function main --format html -o main.html\n";

constexpr char kStatuses[] =
    "Exit status:\n  0  the drawing was made, whether the module is valid or "
    "not\n  1  the input is not well-formed, so there is nothing to draw\n  2  "
    "the command line is wrong, or a file cannot be read or written";

struct Format {
  absl::string_view name;
  OutputKind kind;
};
constexpr Format kFormats[] = {{"dot", OutputKind::kDot},
                               {"html", OutputKind::kHtml},
                               {"svg", OutputKind::kSvg},
                               {"png", OutputKind::kPng}};

struct CfgOptions {
  CommonOptions common;
  std::string program = kProgram;  // the name for messages
  bool is_compat = false;          // called as spirv-cfg (compat_name.h)
  std::string input = "-";
  std::string output = "-";
  const Format* format = nullptr;
  std::optional<std::string> function;
};

void AddOptions(CLI::App* app, CfgOptions* options) {
  app->add_option("FILE", options->input,
                  "The module, as a binary, hexadecimal or assembly text; none "
                  "or \"-\": standard input")
      ->check(CheckFileName)
      ->type_name("");
  app->add_option("-o", options->output,
                  "The file to write: .dot or .gv, .html, or .svg or .png by "
                  "Graphviz, which must be installed; \"-\": standard output "
                  "(default)")
      ->check(CheckFileName)
      ->type_name("OUT");
  app->add_option_function<std::string>(
         "--format",
         [options](const std::string& name) {
           for (const Format& format : kFormats) {
             if (format.name == name) options->format = &format;
           }
           if (options->format == nullptr) {
             throw CLI::ValidationError(
                 "--format",
                 absl::StrCat("'", name, "' is not one of dot|html|svg|png"));
           }
         },
         "The text for Graphviz, a self-contained HTML page, or a picture that "
         "Graphviz makes (default: by the extension of OUT; dot for standard "
         "output)")
      ->type_name("dot|html|svg|png");
  app->add_option("--function", options->function,
                  "Draw only this function: a name or an id")
      ->type_name("NAME");
  AddTargetEnv(app, &options->common.session.env);
  AddVerbose(app, &options->common);
  AddQuiet(app, &options->common);
  AddJobs(app, &options->common);
  AddMaxSize(app, &options->common);
  AddColor(app, &options->common);
  SetUpProgram(app, kExamples, kStatuses);
}

// Sets the format by the extension of the output, if no option states it.
absl::Status SetFormat(CfgOptions* options) {
  if (options->format != nullptr) return absl::OkStatus();
  options->format = &kFormats[0];
  // Devices and standard output have no extension, and spirv-cfg makes one
  // format.
  if (options->is_compat || IsStandardOutput(options->output) ||
      absl::StartsWith(options->output, "/dev/")) {
    return absl::OkStatus();
  }
  for (const Format& format : kFormats) {
    if (!HasExpectedExtension(format.kind, options->output)) continue;
    options->format = &format;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("-o: '", options->output,
                   "' must end with .dot, .gv, .html, .svg or .png, or there "
                   "must be --format"));
}

// Writes the drawing.  Returns why there is none, or it cannot be written.
absl::Status WriteDrawing(const CfgOptions& options,
                          const ValidatedInput& input,
                          const OutputGuard& guard) {
  const Module& module = input.session->module();
  std::optional<uint32_t> function;
  if (options.function.has_value()) {
    const auto found = drawing::FindFunction(module, *options.function);
    if (!found.ok()) return found.status();
    function = *found;
  }
  const drawing::Drawing picture = drawing::DrawModule(
      module, input.session->diagnostics(), input.file.name(), function);
  const OutputKind kind = options.format->kind;
  const auto write_dot = [&](WritePart write) {
    drawing::WriteDot(picture, write);
  };
  if (kind == OutputKind::kHtml) {
    return WriteFileAtomically(
        options.output, kind,
        [&](WritePart write) { drawing::WriteHtml(picture, write); }, guard);
  }
  if (kind == OutputKind::kDot) {
    return WriteFileAtomically(options.output, kind, write_dot, guard);
  }
  const absl::StatusOr<std::string> image =
      RunGraphviz(write_dot, std::string(options.format->name));
  if (!image.ok()) return image.status();
  return WriteFileAtomically(options.output, kind, *image, guard);
}

// The drawing shows the diagnostics: they are not reported separately, and the
// exit status states whether there is a drawing.
InputOutput Draw(const CfgOptions& options, const ValidatedInput& input,
                 const OutputGuard& guard) {
  InputOutput made;
  if (input.verdict == Verdict::kMalformed) return made;
  made.with_report = false;
  made.verdict = Verdict::kValid;
  made.written = options.output;
  made.status = WriteDrawing(options, input, guard);
  return made;
}

int DrawInput(const CfgOptions& options) {
  InputList list;
  list.inputs.push_back({options.input});
  OutputGuard guard;
  guard.AddInputs(list);
  const absl::Status usable =
      guard.AddOutput(options.output, options.format->kind);
  if (!usable.ok()) {
    Complain(options.program, usable.message());
    return kExitTrouble;
  }
  Run run(options.program, options.common, &guard);
  return run.Execute(list, {.accept = nullptr, .make = [&](const auto& input) {
                              return Draw(options, input, guard);
                            }});
}

int Main(int argc, const char* const* argv) {
  CLI::App app("Draws the control-flow graphs of a SPIR-V module.",
               NameInMessages(kProgram, argv[0]));
  CfgOptions options;
  options.program = app.get_name();
  options.is_compat = IsCompatName(kProgram, argv[0]);
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  if (const absl::Status s = SetFormat(&options); !s.ok()) {
    Complain(options.program, s.message());
    return kExitTrouble;
  }
  return DrawInput(options);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
