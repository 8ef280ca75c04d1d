// spv-val: validates modules, binary or text.
//
// Tested by testdata/cli/val_*.case.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "api/device/device_profile.h"
#include "api/interface/module_interface.h"
#include "api/needs/module_needs.h"
#include "api/report/json_text.h"
#include "api/session.h"
#include "cli/build_files.h"
#include "cli/command_line.h"
#include "cli/compat_name.h"
#include "cli/config_file.h"
#include "cli/device_option.h"
#include "cli/input_list.h"
#include "cli/options.h"
#include "cli/output_guard.h"
#include "cli/pipeline_run.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "parse/printable_text.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-val";
constexpr char kExamples[] =
    "  spv-val shader.spv\n"
    "  spv-val --target-env vulkan1.2 vertex.spv fragment.spvasm\n"
    "  spv-val --format json shaders > diagnostics.jsonl\n"
    "  spv-val --summary --exclude '/tests/' shaders @more.txt\n"
    "  spv-val --format sarif --report plumb.sarif shaders\n"
    "  spv-val --write-baseline known.json shaders\n"
    "  spv-val --baseline known.json shaders\n"
    "  spv-val --disable '^debug[.]' --werror shader.spv\n"
    "  spv-val --spec 0=64 --spec %use_shadows=false shader.spv\n"
    "  spv-val --target-env vulkan1.3 --device phone.json shader.spv\n"
    "  spv-val --needs shader.spv\n"
    "  spv-val --interface --spec 0=64 shader.spv\n"
    "  spv-val --pipeline shader.vert.spv shader.frag.spv\n"
    "  spv-val --pipeline pipeline.json\n"
    "  spv-val --pipeline-template a.vert.spv a.frag.spv > pipeline.json\n"
    "  spv-val --fix --diff shaders\n"
    "  spv-val --explain cfg.merge.unique-block\n"
    "  glslc shader.frag -o - | spv-val\n";

struct ValOptions {
  CommonOptions common;
  std::vector<std::string> inputs;
  bool needs = false;
  bool pipeline = false;
  bool pipeline_template = false;
  bool interface = false;
  std::string config;  // the file that options came from, if one
};

void AddOptions(CLI::App* app, ValOptions* options) {
  AddInputNames(app, "FILE", &options->inputs,
                "Modules: binaries, hexadecimal or assembly text, detected by "
                "content; folders are searched for *.spv and *.spvasm files; "
                "@LIST: the names in this file, one on each line, or each "
                "ended by a zero byte; none or \"-\": standard input");
  app->add_flag("-v,--verbose", options->common.total_of_valid,
                "Also list valid inputs");
  app->add_flag(
      "--needs", options->needs,
      "For valid inputs, print the minimum version, the capabilities and "
      "extensions that they require, with what requires each, and declarations "
      "that are not required; with --format json as JSON");
  app->add_flag(
         "--interface", options->interface,
         "For valid inputs, print what their entry points take and give: "
         "inputs "
         "and outputs with locations, resources with their layouts, push "
         "constants, specialization constants; with --format json as JSON")
      ->configurable(false);
  app->add_flag("--pipeline", options->pipeline,
                "Validate the inputs as the stages of one Vulkan pipeline, and "
                "whether "
                "they fit together: modules, FILE:ENTRY for one of several "
                "entry points, "
                "or a description of the pipeline, FILE.json")
      ->configurable(false);
  app->add_flag("--pipeline-template", options->pipeline_template,
                "As --pipeline, and if the pipeline is valid, print a "
                "description that fits it: vertex attributes, attachments, "
                "descriptor sets and push constants that the stages use")
      ->configurable(false);
  AddCommonOptions(app, &options->common);
  BaselineOptions* const baseline = &options->common.baseline;
  app->add_option("--baseline", baseline->known,
                  "Report only what is not in this file, written by "
                  "--write-baseline, and list what is no longer reported")
      ->check(CheckFileName)
      ->type_name("FILE");
  app->add_option("--write-baseline", baseline->written,
                  "Write all violations to this file instead of reporting them")
      ->check(CheckFileName)
      ->type_name("FILE");
  AddSpecialization(app, &options->common);
  AddDevice(app, &options->common.device, &options->common.session.validator);
  AddFix(app, &options->common.fix);
  AddCache(app, &options->common);
  AddStamp(app, &options->common.build_files);
  AddDepfile(app, &options->common.build_files);
  AddConfigFile(app);
  SetUpProgram(app, kExamples);
}

// Adds the requirements of a valid input, if requested.
absl::Status AddNeeds(const ValOptions& options, const ValidatedInput& input,
                      std::string* printed) {
  if (!options.needs) return absl::OkStatus();
  const auto needs = FindNeeds(*input.session, input.file.name());
  if (!needs.ok()) return needs.status();
  absl::StrAppend(printed, options.common.format == ReportFormat::kJson
                               ? NeedsJson(input.file.name(), *needs)
                               : ForLog(NeedsText(input.file.name(), *needs)));
  return absl::OkStatus();
}

// Adds the interface of a valid input, if requested.
void AddInterface(const ValOptions& options, const ValidatedInput& input,
                  std::string* printed) {
  if (!options.interface) return;
  const nlohmann::ordered_json interface =
      ModuleInterface(*input.session, input.file.name());
  if (options.common.format == ReportFormat::kJson) {
    absl::StrAppend(printed, JsonText(interface), "\n");
  } else {
    absl::StrAppend(printed, ForLog(InterfaceText(interface)));
  }
}

// Files that are read in addition to modules and lists; empty if there are
// none.
std::vector<std::string> OtherInputsOf(const ValOptions& options) {
  const BaselineOptions& baseline = options.common.baseline;
  return {baseline.IsUpdate() ? "" : baseline.known, options.config,
          options.common.device.file};
}

// The dependencies of the verdicts.
std::vector<Dependency> DependenciesOf(const ValOptions& options,
                                       const InputList& list) {
  std::vector<std::string> others = list.read;
  for (std::string& path : OtherInputsOf(options)) {
    others.push_back(std::move(path));
  }
  return {{options.common.build_files.stamp, SourcesOf(list.inputs, others)}};
}

int Validate(const ValOptions& options) {
  const absl::StatusOr<InputList> list =
      ListInputs(options.inputs, options.common.filter);
  if (!list.ok()) {
    Complain(kProgram, list.status().message());
    return kExitTrouble;
  }
  OutputGuard guard;
  guard.AddInputs(*list);
  for (const std::string& path : OtherInputsOf(options)) guard.AddInput(path);
  BuildFiles build_files(options.common.build_files, &guard);
  const absl::Status prepared =
      build_files.Prepare([&] { return DependenciesOf(options, *list); });
  if (!prepared.ok()) {
    Complain(kProgram, prepared.message());
    return kExitTrouble;
  }
  const bool names_valid = options.common.total_of_valid &&
                           options.common.format == ReportFormat::kText;
  Run run(kProgram, options.common, &guard);
  const int status =
      run.Execute(*list, {.make = [&](const ValidatedInput& input) {
        InputOutput made;
        if (input.verdict != Verdict::kValid) return made;
        if (names_valid) {
          made.printed = ForLog(
              absl::StrCat(PrintableText(input.file.name()), ": valid\n"));
        }
        made.status = AddNeeds(options, input, &made.printed);
        AddInterface(options, input, &made.printed);
        return made;
      }});
  return build_files.Write(kProgram, status);
}

// Validates the inputs as one pipeline.
int ValidatePipeline(const ValOptions& options) {
  PipelineRun run(kProgram, options.common, options.inputs);
  if (absl::Status s = run.Read(); !s.ok()) {
    Complain(kProgram, s.message());
    return kExitTrouble;
  }
  OutputGuard guard;
  std::vector<std::string> files = run.Files();
  for (std::string& file : OtherInputsOf(options)) {
    files.push_back(std::move(file));
  }
  for (const std::string& file : files) guard.AddInput(file);
  BuildFiles build_files(options.common.build_files, &guard);
  const absl::Status prepared = build_files.Prepare([&] {
    return std::vector<Dependency>{
        {options.common.build_files.stamp, SourcesOf({}, files)}};
  });
  if (!prepared.ok()) {
    Complain(kProgram, prepared.message());
    return kExitTrouble;
  }
  return build_files.Write(kProgram, options.pipeline_template
                                         ? run.PrintTemplate(&guard)
                                         : run.Execute(&guard));
}

// Checks combinations of options with --pipeline and --pipeline-template.
absl::Status CheckPipelineOptions(const ValOptions& options) {
  if (!options.pipeline && !options.pipeline_template) return absl::OkStatus();
  const absl::string_view option =
      options.pipeline_template ? "--pipeline-template" : "--pipeline";
  if (options.pipeline_template && PrintsOnStdout(options.common)) {
    return absl::InvalidArgumentError(
        "--pipeline-template writes to standard output, so the report must be "
        "written to a file (--report)");
  }
  const BaselineOptions& baseline = options.common.baseline;
  const std::pair<bool, absl::string_view> others[] = {
      {options.needs, "--needs"},
      {options.interface, "--interface"},
      {options.common.fix.is_on, "--fix"},
      {options.common.summary, "--summary"},
      {!options.common.cache.folder.empty(), "--cache"},
      {!baseline.known.empty(), "--baseline"},
      {!baseline.written.empty(), "--write-baseline"},
  };
  for (const auto& [is_given, name] : others) {
    if (!is_given) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(option, " and ", name, " are mutually exclusive"));
  }
  return absl::OkStatus();
}

// Checks combinations of options with --needs and --interface.
absl::Status CheckPrinted(const ValOptions& options) {
  if (!options.needs && !options.interface) return absl::OkStatus();
  const absl::string_view option = options.needs ? "--needs" : "--interface";
  if (!options.common.cache.folder.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(option,
                     " and --cache are mutually exclusive: the cache keeps no "
                     "modules"));
  }
  const ReportFormat format = options.common.format;
  const bool is_document =
      format == ReportFormat::kSarif || format == ReportFormat::kJUnit;
  if (is_document && !HasMainReportFile(options.common)) {
    return absl::InvalidArgumentError(absl::StrCat(
        option,
        " writes to standard output, so a SARIF or JUnit document must "
        "be written to a file (--report)"));
  }
  return absl::OkStatus();
}

// Checks combinations of options with --fix.
absl::Status CheckFixes(const ValOptions& options) {
  const CommonOptions& common = options.common;
  absl::Status status = CheckFix(common.fix, options.inputs);
  if (!common.fix.is_on) return status;
  if (!common.cache.folder.empty()) {
    status.Update(absl::InvalidArgumentError(
        "--fix and --cache are mutually exclusive: the cache keeps no texts"));
  }
  if (common.fix.as_diff && PrintsOnStdout(common)) {
    status.Update(absl::InvalidArgumentError(
        "--diff writes to standard output, so the report must be written to a "
        "file (--report)"));
  }
  return status;
}

// Checks the device against the environments and the rules.
absl::Status CheckDevice(CommonOptions* options) {
  absl::Status status = SetEnvOfDevice(options->device, options->env_of_path,
                                       &options->session.env);
  if (options->device.device == nullptr) {
    status.Update(CheckRulesWithoutDevice(options->rules.only));
  }
  return status;
}

int Main(int argc, const char* const* argv) {
  CLI::App app("Validates SPIR-V modules.", NameInMessages(kProgram, argv[0]));
  ValOptions options;
  AddOptions(&app, &options);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  if (const auto status = PrintRuleInformation(kProgram, options.common)) {
    return *status;
  }
  if (options.common.device.print_template) {
    return PrintToStdout(kProgram, DeviceProfileTemplate()) ? kExitValid
                                                            : kExitTrouble;
  }
  absl::Status consistent = CheckPrinted(options);
  consistent.Update(CheckFixes(options));
  consistent.Update(CheckPipelineOptions(options));
  consistent.Update(CheckDevice(&options.common));
  if (!consistent.ok()) {
    Complain(kProgram, consistent.message());
    return kExitTrouble;
  }
  const BuildFileOptions& files = options.common.build_files;
  if (!files.depfile.empty() && files.stamp.empty()) {
    Complain(kProgram,
             "--depfile lists what the file of --stamp depends on, but there "
             "is no --stamp");
    return kExitTrouble;
  }
  if (options.inputs.empty()) options.inputs = {"-"};
  options.config = ConfigFileOf(app);
  if (!options.common.cache.folder.empty()) {
    options.common.deciding =
        absl::StrCat(DecidingOptions(app), "\n", options.common.device.content);
  }
  return options.pipeline || options.pipeline_template
             ? ValidatePipeline(options)
             : Validate(options);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
