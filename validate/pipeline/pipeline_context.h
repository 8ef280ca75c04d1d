// What the rules about pipelines see: the stages, the description of the rest,
// and the only way to report.
#ifndef PLUMB_VALIDATE_PIPELINE_PIPELINE_CONTEXT_H_
#define PLUMB_VALIDATE_PIPELINE_PIPELINE_CONTEXT_H_

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/device/device.h"
#include "core/diagnostic.h"
#include "core/diagnostic_place.h"
#include "core/execution_models.h"
#include "core/options.h"
#include "core/pipeline/pipeline.h"
#include "core/rule.h"
#include "validate/pipeline/stage.h"

namespace plumb {

// The models of stages that run before rasterization.
inline constexpr ModelSet kPrimitiveModels = {
    grammar::ExecutionModel::kVertex,
    grammar::ExecutionModel::kTessellationControl,
    grammar::ExecutionModel::kTessellationEvaluation,
    grammar::ExecutionModel::kGeometry};
inline constexpr ModelSet kPreRasterizationModels =
    kPrimitiveModels | kTaskModels | kMeshModels;
inline constexpr ModelSet kGraphicsModels =
    kPreRasterizationModels | grammar::ExecutionModel::kFragment;
inline constexpr ModelSet kRayModels = {
    grammar::ExecutionModel::kRayGenerationKHR,
    grammar::ExecutionModel::kIntersectionKHR,
    grammar::ExecutionModel::kAnyHitKHR,
    grammar::ExecutionModel::kClosestHitKHR,
    grammar::ExecutionModel::kMissKHR,
    grammar::ExecutionModel::kCallableKHR};

class PipelineContext {
 public:
  // `stages` in any order; all must outlive this.  `device` may be null.
  PipelineContext(const Pipeline& pipeline,
                  absl::Span<const Stage* const> stages,
                  const ValidatorOptions& options, DiagnosticList* diagnostics);

  const Pipeline& pipeline() const { return pipeline_; }
  const TargetEnvInfo& env() const { return Info(options_.env); }
  // Null if the device is not known.
  const Device* device() const { return options_.device; }
  // Whether the device has a feature; without a device, whether devices of the
  // environment's Vulkan version have it.
  bool MayHave(DeviceFeature feature, uint32_t since_version) const;

  // In the order in which stages of a graphics pipeline run; others as given.
  absl::Span<const Stage* const> stages() const { return stages_; }
  // The first stage with one of the models, or null.
  const Stage* Find(ModelSet models) const;
  bool Has(ModelSet models) const { return Find(models) != nullptr; }
  // The last stage before rasterization, or null.
  const Stage* LastBeforeRasterization() const;

  // Reports a violation unless the rule does not apply in the environment.
  // Arguments with ids must be of Arg::module; see In().
  ABSL_ATTRIBUTE_COLD DiagnosticBuilder
  Report(const Rule& rule, Place place, std::initializer_list<Arg> args = {});

  // An argument with an id of a stage's module.
  static Arg In(const Stage& stage, Arg arg) {
    arg.module = stage.module_number();
    return arg;
  }
  static Arg TypeIn(const Stage& stage, Id type) {
    return In(stage, Arg::Type(type));
  }
  // Keeps a text as long as the diagnostics.
  absl::string_view Keep(std::string text) {
    return diagnostics_->Keep(std::move(text));
  }

 private:
  const Pipeline& pipeline_;
  const ValidatorOptions& options_;
  std::vector<const Stage*> stages_;
  DiagnosticList* diagnostics_;
};

// A family of rules about pipelines, and its check.
struct PipelineFamily {
  absl::string_view path;  // "pipeline/interfaces"
  absl::Span<const Rule* const> rules;
  void (*check)(PipelineContext&);
};

// All of them.
absl::Span<const PipelineFamily> PipelineFamilies();

// Checks a pipeline whose modules were validated.  Adds what does not fit to
// `diagnostics`, sorted by module and place.  True if nothing of severity error
// was added.
bool CheckPipeline(const Pipeline& pipeline,
                   absl::Span<const Stage* const> stages,
                   const ValidatorOptions& options,
                   DiagnosticList* diagnostics);

// The same for the pipeline of all entry points of one module.
bool CheckModuleAsPipeline(const Pipeline& pipeline,
                           const ModuleContext& context,
                           const ValidatorOptions& options,
                           DiagnosticList* diagnostics);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_PIPELINE_PIPELINE_CONTEXT_H_
