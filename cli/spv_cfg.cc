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
#include "cli/drawing/dot.h"
#include "cli/drawing/flow_chart.h"
#include "cli/drawing/html.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "core/module.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-cfg";
constexpr char kExamples[] =
    "  spv-cfg shader.spv | dot -Tsvg -o shader.svg\n"
    "  spv-cfg shader.spvasm -o shader.html\n"
    "  spv-cfg shader.spv --function main --format html -o main.html\n";

constexpr char kStatuses[] =
    "Exit status:\n  0  the drawing was made, whether the module is valid or "
    "not\n  1  the input is not well-formed, so there is nothing to draw\n  2  "
    "the command line is wrong, or a file cannot be read or written";

struct CfgOptions {
  CommonOptions common;
  std::string input = "-";
  std::string output = "-";
  std::optional<std::string> format;
  std::optional<std::string> function;
};

void AddOptions(CLI::App* app, CfgOptions* options) {
  app->add_option("FILE", options->input,
                  "The module, as a binary, hexadecimal or assembly text; none "
                  "or \"-\": standard input")
      ->check(CheckFileName)
      ->type_name("");
  app->add_option("-o", options->output,
                  "The file to write; \"-\": standard output (default)")
      ->check(CheckFileName)
      ->type_name("OUT");
  app->add_option_function<std::string>(
         "--format",
         [options](const std::string& name) {
           if (name != "dot" && name != "html") {
             throw CLI::ValidationError(
                 "--format",
                 absl::StrCat("'", name, "' is not one of dot|html"));
           }
           options->format = name;
         },
         "Graphviz, or a self-contained HTML page (default: html if OUT ends "
         "with .html, else dot)")
      ->type_name("dot|html");
  app->add_option("--function", options->function,
                  "Draw only this function: a name or an id")
      ->type_name("NAME");
  AddTargetEnv(app, &options->common.session.env);
  AddMaxSize(app, &options->common);
  AddColor(app, &options->common);
  SetUpProgram(app, kExamples, kStatuses);
}

bool IsHtmlRequested(const CfgOptions& options) {
  if (options.format.has_value()) return *options.format == "html";
  return absl::EndsWith(options.output, ".html");
}

OutputKind OutputKindOf(const CfgOptions& options) {
  return IsHtmlRequested(options) ? OutputKind::kHtml : OutputKind::kDot;
}

// The drawing, or why there is none.
absl::StatusOr<std::string> Drawn(const CfgOptions& options,
                                  const ValidatedInput& input) {
  const Module& module = input.session->module();
  std::optional<uint32_t> function;
  if (options.function.has_value()) {
    const auto found = drawing::FindFunction(module, *options.function);
    if (!found.ok()) return found.status();
    function = *found;
  }
  const drawing::Drawing picture = drawing::DrawModule(
      module, input.session->diagnostics(), input.file.name(), function);
  return IsHtmlRequested(options) ? drawing::ToHtml(picture)
                                  : drawing::ToDot(picture);
}

// The drawing shows the diagnostics: they are not reported separately, and the
// exit status states whether there is a drawing.
InputOutput Draw(const CfgOptions& options, const ValidatedInput& input,
                 const OutputGuard& guard) {
  InputOutput made;
  if (input.verdict == Verdict::kMalformed) return made;
  made.with_report = false;
  made.verdict = Verdict::kValid;
  const absl::StatusOr<std::string> drawn = Drawn(options, input);
  made.status = drawn.ok()
                    ? WriteFileAtomically(options.output, OutputKindOf(options),
                                          *drawn, guard)
                    : drawn.status();
  return made;
}

int DrawInput(const CfgOptions& options) {
  InputList list;
  list.inputs.push_back({options.input});
  OutputGuard guard;
  guard.AddInputs(list);
  const absl::Status usable =
      guard.AddOutput(options.output, OutputKindOf(options));
  if (!usable.ok()) {
    Complain(kProgram, usable.message());
    return kExitTrouble;
  }
  Run run(kProgram, options.common, &guard);
  return run.Execute(list, {.accept = nullptr, .make = [&](const auto& input) {
                              return Draw(options, input, guard);
                            }});
}

int Main(int argc, const char* const* argv) {
  CLI::App app("Draws the control-flow graphs of a SPIR-V module.", kProgram);
  CfgOptions options;
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  return DrawInput(options);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
