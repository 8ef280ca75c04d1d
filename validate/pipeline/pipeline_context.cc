#include "validate/pipeline/pipeline_context.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/pipeline/families.h"

namespace plumb {
namespace {

using grammar::ExecutionModel;

// The order in which stages of a graphics pipeline run; all others are equal.
int RankOf(ExecutionModel model) {
  constexpr ModelSet kOrder[] = {kTaskModels,
                                 kMeshModels,
                                 ExecutionModel::kVertex,
                                 ExecutionModel::kTessellationControl,
                                 ExecutionModel::kTessellationEvaluation,
                                 ExecutionModel::kGeometry,
                                 ExecutionModel::kFragment};
  int rank = 0;
  for (const ModelSet models : kOrder) {
    if (models.Contains(model)) return rank;
    ++rank;
  }
  return rank;
}

bool IsPoisoned(const Stage& stage, const Arg& arg) {
  return IsIdArg(arg) && arg.module == stage.module_number() &&
         stage.context().poisoned(Id(static_cast<uint32_t>(arg.number)));
}

}  // namespace

PipelineContext::PipelineContext(const Pipeline& pipeline,
                                 absl::Span<const Stage* const> stages,
                                 const ValidatorOptions& options,
                                 DiagnosticList* diagnostics)
    : pipeline_(pipeline),
      options_(options),
      stages_(stages.begin(), stages.end()),
      diagnostics_(diagnostics) {
  absl::c_stable_sort(stages_, [](const Stage* a, const Stage* b) {
    return RankOf(a->model()) < RankOf(b->model());
  });
}

bool PipelineContext::MayHave(DeviceFeature feature,
                              uint32_t since_version) const {
  return device() != nullptr ? device()->Has(feature)
                             : env().api_version >= since_version;
}

const Stage* PipelineContext::Find(ModelSet models) const {
  const auto found = absl::c_find_if(stages_, [models](const Stage* stage) {
    return models.Contains(stage->model());
  });
  return found == stages_.end() ? nullptr : *found;
}

const Stage* PipelineContext::LastBeforeRasterization() const {
  const Stage* last = nullptr;
  for (const Stage* const stage : stages_) {
    if (kPreRasterizationModels.Contains(stage->model())) last = stage;
  }
  return last;
}

DiagnosticBuilder PipelineContext::Report(const Rule& rule, Place place,
                                          std::initializer_list<Arg> args) {
  if ((rule.when.envs & EnvBit(options_.env)) == 0) return {};
  const bool follows = absl::c_any_of(stages_, [&](const Stage* stage) {
    return absl::c_any_of(
        args, [&](const Arg& arg) { return IsPoisoned(*stage, arg); });
  });
  return {diagnostics_, diagnostics_->Add(rule, place, args, follows)};
}

bool CheckPipeline(const Pipeline& pipeline,
                   absl::Span<const Stage* const> stages,
                   const ValidatorOptions& options,
                   DiagnosticList* diagnostics) {
  if (stages.empty()) return true;
  const size_t errors_before = diagnostics->error_count();
  PipelineContext context(pipeline, stages, options, diagnostics);
  for (const PipelineFamily& family : PipelineFamilies()) {
    family.check(context);
  }
  diagnostics->Sort();
  return diagnostics->error_count() == errors_before;
}

bool CheckModuleAsPipeline(const Pipeline& pipeline,
                           const ModuleContext& context,
                           const ValidatorOptions& options,
                           DiagnosticList* diagnostics) {
  std::vector<std::unique_ptr<const Stage>> stages;
  std::vector<const Stage*> pointers;
  StaticUses uses(context);
  for (const InstIndex entry : context.module().entry_points()) {
    stages.push_back(std::make_unique<const Stage>(context, 0, entry, &uses));
    pointers.push_back(stages.back().get());
  }
  return CheckPipeline(pipeline, pointers, options, diagnostics);
}

}  // namespace plumb
