// spv-as: assembles texts, validates the modules and writes them.
//
// Nothing is written unless the module is valid, and files appear only when
// they are complete.
//
// Tested by testdata/cli/as_*.case.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "api/session.h"
#include "cli/build_files.h"
#include "cli/command_line.h"
#include "cli/compat_name.h"
#include "cli/config_file.h"
#include "cli/input_file.h"
#include "cli/input_list.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/output_guard.h"
#include "cli/output_names.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "core/target_env.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-as";
constexpr char kExamples[] =
    "  spv-as shader.spvasm -o shader.spv\n"
    "  spv-as shader.spvasm --target-env=vulkan1.2 -o shader.spv\n"
    "  spv-as shader.spvasm --target-env=vulkan1.2 --spirv-version 1.3\n"
    "  spv-as -o - < shader.spvasm | spirv-opt -O -o small.spv\n"
    "  spv-as shader.spvasm --spec 0=64 -o shader.spv\n"
    "  spv-as fragment.spvasm --no-validate -o test.spv\n"
    "  spv-as shaders -o build/shaders\n";

struct AsOptions {
  CommonOptions common;
  std::string program = kProgram;  // the name for messages
  bool is_compat = false;          // called as spirv-as (compat_name.h)
  std::vector<std::string> inputs;
  std::string output;
  ByteOrder order = ByteOrder::kLittleEndian;
  std::string config;  // the file that options came from, if one
};

void AddGenerator(CLI::App* app, TextOptions* text) {
  app->add_option_function<std::string>(
         "--generator",
         [text](const std::string& value) {
           uint32_t number = 0;
           if (value == "keep") {
             text->keep_generator = true;
           } else if (absl::SimpleAtoi(value, &number) && number <= 0xffff) {
             text->generator = number << 16;
           } else {
             throw CLI::ValidationError(
                 "--generator",
                 absl::StrCat("'", value,
                              "' is neither keep nor a number from 0 to "
                              "65535"));
           }
         },
         "The generator to write, by its registered number, or keep: the one "
         "that a comment at the start of the text names, \"; Generator: Google "
         "rspirv; 0\" (default: 0)")
      ->type_name("keep|N");
}

void AddVersion(CLI::App* app, TextOptions* text) {
  app->add_option_function<std::string>(
         "--spirv-version",
         [text](const std::string& value) {
           absl::string_view minor = value;
           uint32_t number = 0;
           const uint32_t newest = Info(kDefaultTargetEnv).spirv_minor;
           if (!absl::ConsumePrefix(&minor, "1.") ||
               !absl::SimpleAtoi(minor, &number) || number > newest) {
             throw CLI::ValidationError(
                 "--spirv-version",
                 absl::StrCat("'", value, "' is not a version from 1.0 to 1.",
                              newest));
           }
           text->minor_version = number;
         },
         "The version of SPIR-V to write (default: the newest of the target "
         "environment, if one is given; else the one that a comment at the "
         "start of the text names, \"; Version: 1.3\"; else 1.6)")
      ->type_name("VERSION");
}

void AddOptions(CLI::App* app, AsOptions* options) {
  SessionOptions* const session = &options->common.session;
  TextOptions* const text = &session->text;
  text->version_of_env = true;
  AddInputNames(app, "IN", &options->inputs,
                "The texts to assemble; folders are searched for *.spvasm "
                "files; @LIST: the names in this file, one on each line, or "
                "each ended by a zero byte; none or \"-\": standard input");
  app->add_option("-o", options->output,
                  "The file to write; \"-\": standard output (default: "
                  "out.spv).  For several inputs, a folder in which each "
                  "output keeps its relative path, with .spv for .spvasm")
      ->check(CheckFileName)
      ->configurable(false)
      ->type_name("OUT");
  app->add_flag_callback(
      "--no-validate", [session] { session->validate = false; },
      "Write the words of the text without validating them, for tests");
  app->add_flag(
      "--preserve-numeric-ids", text->preserve_numeric_ids,
      "Give an id whose name is a number that number, and take the header from "
      "the comments that a disassembler puts at the start of a text");
  AddVersion(app, text);
  AddGenerator(app, text);
  app->add_option_function<std::string>(
         "--endian",
         [options](const std::string& name) {
           options->order =
               name == "big" ? ByteOrder::kBigEndian : ByteOrder::kLittleEndian;
           if (name == "big" || name == "little") return;
           throw CLI::ValidationError(
               "--endian",
               absl::StrCat("'", name, "' is not one of little|big"));
         },
         "The byte order to write (default: little)")
      ->type_name("little|big");
  app->add_option_function<std::string>(
         "--syntax",
         [text](const std::string& name) {
           text->extended = name == "extended";
           if (name == "extended" || name == "standard") return;
           throw CLI::ValidationError(
               "--syntax",
               absl::StrCat("'", name, "' is not one of standard|extended"));
         },
         "The dialect of the text: extended has more forms of comments, "
         "integers and labels (default: standard)")
      ->type_name("standard|extended");
  AddVerbose(app, &options->common);
  AddCommonOptions(app, &options->common);
  AddSpecialization(app, &options->common);
  AddFix(app, &options->common.fix);
  AddDepfile(app, &options->common.build_files);
  AddConfigFile(app);
  SetUpProgram(app, kExamples);
}

absl::Status CheckIsText(const InputFile& file) {
  if (FormatOf(file.bytes()) == InputFormat::kText) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(file.name(), " is a binary module, not a text"));
}

// The dependencies of the outputs.
std::vector<Dependency> DependenciesOf(const AsOptions& options,
                                       const OutputNames& names,
                                       const InputList& list) {
  std::vector<Dependency> dependencies;
  for (const Input& input : list.inputs) {
    dependencies.push_back(
        {list.is_batch ? OutputPath(names, input) : options.output,
         SourcesOf({&input, 1}, {options.config})});
  }
  return dependencies;
}

int Assemble(AsOptions options) {
  options.common.filter.extensions = {".spvasm"};
  const absl::StatusOr<InputList> list =
      ListInputs(options.inputs, options.common.filter);
  const bool is_batch = list.ok() && list->is_batch;
  if (options.output.empty() && !is_batch) options.output = "out.spv";
  const OutputNames names = {options.output, ".spvasm", ".spv",
                             OutputKind::kModule};
  OutputGuard guard;
  BuildFiles build_files(options.common.build_files, &guard);
  absl::Status usable = list.status();
  if (list.ok()) {
    guard.AddInputs(*list);
    guard.AddInput(options.config);
    if (options.is_compat) {
      usable =
          CheckCompatInputs(options.program, list->inputs.size(), is_batch);
    }
    usable.Update(CheckOutputs(names, *list, &guard));
    usable.Update(build_files.Prepare(
        [&] { return DependenciesOf(options, names, *list); }));
  }
  if (IsStandardOutput(options.output) &&
      !options.common.build_files.depfile.empty()) {
    usable.Update(
        absl::InvalidArgumentError("--depfile lists what a file depends on, "
                                   "but the output is standard output"));
  }
  usable.Update(CheckFix(options.common.fix, options.inputs));
  if (options.common.fix.as_diff && IsStandardOutput(options.output)) {
    usable.Update(absl::InvalidArgumentError(
        "--diff writes to standard output, which is the output"));
  }
  if (!usable.ok()) {
    Complain(options.program, usable.message());
    return kExitTrouble;
  }
  options.common.report_on_stderr = IsStandardOutput(options.output);
  Run run(options.program, options.common, &guard);
  const int status = run.Execute(
      *list,
      {.accept = CheckIsText, .make = [&](const ValidatedInput& input) {
         InputOutput made;
         if (input.verdict == Verdict::kValid) {
           const std::string words = input.session->Binary(options.order);
           made.written =
               is_batch ? OutputPath(names, input.input) : options.output;
           made.status =
               is_batch ? WriteOutput(made.written, names.kind, words, guard)
                        : WriteFileAtomically(made.written, names.kind, words,
                                              guard);
         }
         return made;
       }});
  return build_files.Write(options.program, status);
}

int Main(int argc, const char* const* argv) {
  CLI::App app(
      "Assembles SPIR-V text, validates the module and writes it if it is "
      "valid.",
      NameInMessages(kProgram, argv[0]));
  AsOptions options;
  options.program = app.get_name();
  options.is_compat = IsCompatName(kProgram, argv[0]);
  AddOptions(&app, &options);
  if (options.is_compat) options.common.session.validate = false;
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  if (const auto status =
          PrintRuleInformation(options.program, options.common)) {
    return *status;
  }
  if (options.inputs.empty()) options.inputs = {"-"};
  options.config = ConfigFileOf(app);
  return Assemble(std::move(options));
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
