// The description of a pipeline: a JSON object, described in
// docs/user/pipelines.md and by docs/user/pipeline.schema.json.
//
// Tested by pipeline_description_test.cc.
#ifndef PLUMB_API_PIPELINE_PIPELINE_DESCRIPTION_H_
#define PLUMB_API_PIPELINE_PIPELINE_DESCRIPTION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "api/spec_setting.h"
#include "core/execution_models.h"
#include "core/pipeline/pipeline.h"
#include "core/target_env.h"

namespace plumb {

// An entry point of a module.
struct StageDescription {
  std::string module;       // the file, as it is stated
  std::string entry_point;  // its name; empty: any
  ModelSet models = ModelSet::All();
  std::vector<SpecSetting> specialization;
};

struct PipelineDescription {
  std::vector<StageDescription> stages;
  std::optional<TargetEnv> env;
  std::string device;  // a file with a profile; empty: none
  Pipeline pipeline;
};

// The message of an error states what is wrong, and where in the document.
// Members that are not known are errors.  Linear in the text.
absl::StatusOr<PipelineDescription> ReadPipelineDescription(
    absl::string_view json);

// The counterpart: a text, with a line break at its end, from which
// ReadPipelineDescription() gets the description again, but for the kinds of
// values of `specialization`.  Bytes that are not UTF-8 become U+FFFD.
std::string PipelineDescriptionText(const PipelineDescription& description);

// The execution models of a stage by its name in a description: "vertex",
// "anyHit".  Empty for an unknown name.
ModelSet FindStageModels(absl::string_view name);

// The names of the stages with models of a set.
std::vector<absl::string_view> StageNamesOf(ModelSet models);

}  // namespace plumb

#endif  // PLUMB_API_PIPELINE_PIPELINE_DESCRIPTION_H_
