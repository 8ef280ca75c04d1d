// --pipeline: validates the inputs of a command line as the stages of one
// pipeline.
//
//   PipelineRun run("spv-val", options, names);
//   if (absl::Status s = run.Read(); !s.ok()) ...
//   return run.Execute(&guard);
//
// A name is a module, FILE or FILE:ENTRY, or a description of a pipeline, which
// ends in ".json".
//
// Tested by testdata/cli/pipeline_*.case.
#ifndef PLUMB_CLI_PIPELINE_RUN_H_
#define PLUMB_CLI_PIPELINE_RUN_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "api/pipeline/pipeline_description.h"
#include "api/pipeline_session.h"
#include "cli/input_file.h"
#include "cli/options.h"
#include "cli/output_guard.h"
#include "core/device/device.h"

namespace plumb {

class PipelineRun {
 public:
  // `program` is the prefix of messages; it and `options` must outlive this.
  PipelineRun(absl::string_view program, const CommonOptions& options,
              std::vector<std::string> names)
      : program_(program), options_(options), names_(std::move(names)) {}

  // Reads the description, the device and the modules.
  absl::Status Read();

  // All that Read() read, by the names of files; standard input is "-".
  std::vector<std::string> Files() const;

  // Validates the pipeline and reports.  Returns the exit status.
  int Execute(OutputGuard* guard);

  // The same, but prints a description that fits the pipeline, if it is valid.
  int PrintTemplate(OutputGuard* guard);

 private:
  absl::Status ReadDescription();
  absl::Status ReadDevice(const std::string& file);
  absl::Status AddModules();
  absl::Status AddInput(const std::string& path, PipelineInput input);
  absl::Status CheckEnvironment();
  SessionOptions OptionsOfSession() const;
  int Execute(OutputGuard* guard, PipelineSession* session);

  const absl::string_view program_;
  const CommonOptions& options_;
  std::vector<std::string> names_;
  std::string description_file_;  // empty: none
  std::string device_file_;       // that the description names, or empty
  PipelineDescription description_;
  std::shared_ptr<const Device> device_;
  std::optional<TargetEnv> env_;
  std::map<std::string, InputFile> files_;  // modules, by path
  std::vector<PipelineInput> inputs_;
};

}  // namespace plumb

#endif  // PLUMB_CLI_PIPELINE_RUN_H_
