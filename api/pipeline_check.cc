#include "api/pipeline_check.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/json/json_document.h"
#include "api/resolve/diagnostic_resolver.h"
#include "core/module.h"
#include "validate/pipeline/pipeline_context.h"
#include "validate/pipeline/static_use.h"

namespace plumb {
namespace {

// The quoted name of its entry point.
std::string NameOf(const Stage& stage) {
  return absl::StrCat("\"", stage.entry_point().name(), "\"");
}

// The entry points of a module, for messages: "vertex \"main\"".
std::string EntryPointsOf(const Module& module) {
  constexpr size_t kMaxShown = 8;
  std::vector<std::string> names;
  for (const InstIndex i : module.entry_points()) {
    if (names.size() == kMaxShown) {
      names.push_back("...");
      break;
    }
    const EntryPoint entry(module, i);
    names.push_back(absl::StrCat(StageName(entry.model()), " ",
                                 QuotedJson(std::string(entry.name()))));
  }
  return names.empty() ? "none" : absl::StrJoin(names, ", ");
}

}  // namespace

PipelineCheck::PipelineCheck(const RulePolicy& rules, size_t max_diagnostics) {
  diagnostics_.set_policy(&rules);
  diagnostics_.set_capacity(max_diagnostics);
}

uint16_t PipelineCheck::AddModule(const Session& session,
                                  absl::string_view file) {
  modules_.push_back({&session, std::string(file)});
  return static_cast<uint16_t>(modules_.size() - 1);
}

absl::Status PipelineCheck::AddStages(const StageChoice& choice) {
  const Session& session = *modules_[choice.module].session;
  const size_t count_before = stages_.size();
  StaticUses uses(session.context());
  for (const InstIndex i : session.module().entry_points()) {
    const EntryPoint entry(session.module(), i);
    if (!choice.models.Contains(entry.model()) ||
        (!choice.entry_point.empty() && entry.name() != choice.entry_point)) {
      continue;
    }
    if (stages_.size() == kMaxStages) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a pipeline must not have more than ", kMaxStages, " stages"));
    }
    stages_.push_back(std::make_unique<const Stage>(session.context(),
                                                    choice.module, i, &uses));
  }
  if (stages_.size() > count_before) return absl::OkStatus();
  const std::string name =
      choice.entry_point.empty()
          ? ""
          : absl::StrCat(" ", QuotedJson(std::string(choice.entry_point)));
  const bool has_stage = !(choice.models == ModelSet::All());
  return absl::InvalidArgumentError(
      absl::StrCat(modules_[choice.module].file, " must have an entry point",
                   name, has_stage ? " of that stage" : "",
                   "; its entry points are ", EntryPointsOf(session.module())));
}

// At most one stage of a kind, but for those of ray tracing.
absl::Status PipelineCheck::CheckModels() const {
  for (size_t i = 0; i < stages_.size(); ++i) {
    const Stage& stage = *stages_[i];
    if (kRayModels.Contains(stage.model())) continue;
    for (size_t k = 0; k < i; ++k) {
      const Stage& other = *stages_[k];
      if (other.model() != stage.model()) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "a pipeline must have one ", stage.name(), " stage, not ",
          NameOf(other), " of ", modules_[other.module_number()].file, " and ",
          NameOf(stage), " of ", modules_[stage.module_number()].file,
          "; name one of them (FILE:ENTRY)"));
    }
  }
  return absl::OkStatus();
}

bool PipelineCheck::Run(const Pipeline& pipeline,
                        const ValidatorOptions& options) {
  std::vector<const Stage*> stages;
  for (const auto& stage : stages_) stages.push_back(stage.get());
  diagnostics_.Clear();
  return CheckPipeline(pipeline, stages, options, &diagnostics_);
}

std::vector<ResolvedDiagnostic> PipelineCheck::Diagnostics(
    TargetEnv env) const {
  std::vector<NamedModule> modules;
  for (const NamedSession& module : modules_) {
    modules.push_back({&module.session->module(), module.file});
  }
  return ResolveDiagnostics(modules, diagnostics_, env);
}

}  // namespace plumb
