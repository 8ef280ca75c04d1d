// Validates the stages of a pipeline: each module, and whether they fit
// together and fit the pipeline's state.
//
//   PipelineSession session(options);
//   absl::StatusOr<Verdict> verdict = session.Run(pipeline, stages);
//   for (const InputReport& report : session.Reports()) ...
//
// As Session, it uses no files and no state shared with others.  Tested by
// pipeline_session_test.cc and testdata/cli/pipeline_*.case.
#ifndef PLUMB_API_PIPELINE_SESSION_H_
#define PLUMB_API_PIPELINE_SESSION_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/pipeline_check.h"
#include "api/report/report_writer.h"
#include "api/session.h"
#include "api/spec_setting.h"
#include "core/execution_models.h"
#include "core/pipeline/pipeline.h"
#include "validate/pipeline/stage.h"

namespace plumb {

// Entry points of a module that are stages of a pipeline.
struct PipelineInput {
  std::string file;         // the name of the module in messages
  absl::string_view bytes;  // of the module; must stay valid as long as results
  // The name of the entry point; empty: any.
  std::string entry_point;
  ModelSet models = ModelSet::All();
  std::vector<SpecSetting> specialization;
};

class PipelineSession {
 public:
  // Of `options`, env is a Vulkan environment, or nullopt: the newest Vulkan.
  // The specialization of an input is added to that of the options.
  explicit PipelineSession(SessionOptions options);
  PipelineSession(const PipelineSession&) = delete;
  PipelineSession& operator=(const PipelineSession&) = delete;

  // Validates the modules of `inputs`, each once for each specialization, and
  // the pipeline of those entry points.  Stages are checked against each other
  // if all modules could be read.
  //
  // kInvalidArgument: an input names no entry point, or the inputs are not one
  // pipeline (two vertex stages).  Others as Session::Run().
  absl::StatusOr<Verdict> Run(const Pipeline& pipeline,
                              absl::Span<const PipelineInput> inputs);

  // One for each validated module, in the order of the inputs.
  std::vector<InputReport> Reports(size_t max_shown = 0) const;

  // The stages of the last run, in the order of the inputs; empty if a module
  // could not be read.
  absl::Span<const std::unique_ptr<const Stage>> stages() const {
    if (!check_) return {};
    return check_->stages();
  }

  // The input with the module of a stage, and the values of its specialization
  // constants: those of the options and of the input.
  const PipelineInput& InputOf(const Stage& stage) const {
    return *modules_[stage.module_number()].input;
  }
  std::vector<SpecSetting> SpecializationOf(const Stage& stage) const;

  TargetEnv env() const { return *options_.env; }

 private:
  struct ValidatedModule {
    const PipelineInput* input;
    std::unique_ptr<Session> session;
  };

  absl::StatusOr<size_t> Validate(const PipelineInput& input);
  std::vector<SpecSetting> SpecializationFor(const PipelineInput& input) const;

  SessionOptions options_;
  std::vector<PipelineInput> inputs_;
  std::vector<ValidatedModule> modules_;
  std::optional<PipelineCheck> check_;  // after all modules were validated
};

}  // namespace plumb

#endif  // PLUMB_API_PIPELINE_SESSION_H_
