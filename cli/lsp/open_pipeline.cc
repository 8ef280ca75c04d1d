#include "cli/lsp/open_pipeline.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "api/pipeline_check.h"
#include "core/target_env.h"
#include "grammar/grammar.h"

namespace plumb::lsp {
namespace {

using grammar::ExecutionModel;

struct StageExtension {
  absl::string_view extension;
  ModelSet models;
};
constexpr StageExtension kExtensions[] = {
    {"vert", ExecutionModel::kVertex},
    {"tesc", ExecutionModel::kTessellationControl},
    {"tese", ExecutionModel::kTessellationEvaluation},
    {"geom", ExecutionModel::kGeometry},
    {"task", kTaskModels},
    {"mesh", kMeshModels},
    {"frag", ExecutionModel::kFragment},
};

TargetEnv VulkanEnvOf(const Session& session) {
  return Info(session.env()).api == Api::kVulkan ? session.env()
                                                 : TargetEnv::kVulkan1_4;
}

}  // namespace

std::optional<StageName> StageNameOf(absl::string_view uri) {
  const size_t last = uri.rfind('.');
  if (last == absl::string_view::npos || last == 0) return std::nullopt;
  const size_t before = uri.rfind('.', last - 1);
  if (before == absl::string_view::npos) return std::nullopt;
  const absl::string_view stage = uri.substr(before + 1, last - before - 1);
  const auto* const known = absl::c_find_if(
      kExtensions,
      [&](const StageExtension& e) { return e.extension == stage; });
  if (known == std::end(kExtensions)) return std::nullopt;
  return StageName{std::string(uri.substr(0, before)), known->models};
}

std::string DescriptionUri(const StageName& name) {
  return absl::StrCat(name.pipeline, ".pipeline.json");
}

std::vector<ResolvedDiagnostic> PipelineDiagnostics(
    absl::Span<const OpenStage> stages, const std::optional<Pipeline>& pipeline,
    const Document& document) {
  if (stages.size() < 2 && !pipeline) return {};
  const SessionOptions& options = document.options();
  PipelineCheck check(options.rules, options.max_diagnostics);
  std::optional<uint16_t> own;
  TargetEnv env = TargetEnv::kVulkan1_4;
  for (const OpenStage& stage : stages) {
    const Session* const session = stage.document->analysis().ReadSession();
    if (session == nullptr) return {};
    const uint16_t module = check.AddModule(*session, stage.document->uri());
    if (stage.document == &document) {
      own = module;
      env = VulkanEnvOf(*session);
    }
    if (!check.AddStages({module, "", stage.models}).ok()) return {};
  }
  if (!own || !check.CheckModels().ok()) return {};
  ValidatorOptions validator = options.validator;
  validator.env = env;
  check.Run(pipeline.value_or(Pipeline()), validator);
  std::vector<ResolvedDiagnostic> found = check.Diagnostics(env);
  std::erase_if(found,
                [&](const ResolvedDiagnostic& d) { return d.module != *own; });
  return found;
}

}  // namespace plumb::lsp
