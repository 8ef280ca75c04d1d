#include "api/pipeline_session.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "api/json/json_document.h"
#include "api/resolve/diagnostic_resolver.h"
#include "grammar/grammar.h"
#include "validate/pipeline/pipeline_context.h"

namespace plumb {
namespace {

bool AreSame(const std::vector<SpecSetting>& a,
             const std::vector<SpecSetting>& b) {
  return absl::c_equal(a, b, [](const SpecSetting& x, const SpecSetting& y) {
    return x.constant == y.constant && x.value == y.value;
  });
}

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

void AddToReport(const ResolvedDiagnostic& diagnostic, InputReport* report) {
  ++CountOf(diagnostic.severity, report);
  const auto count =
      absl::c_find_if(report->by_rule, [&](const InputReport::RuleCount& c) {
        return c.rule == diagnostic.rule;
      });
  if (count == report->by_rule.end()) {
    report->by_rule.push_back({diagnostic.rule, 1});
  } else {
    ++count->violations;
  }
  report->diagnostics.push_back(diagnostic);
}

}  // namespace

PipelineSession::PipelineSession(SessionOptions options)
    : options_(std::move(options)) {
  if (!options_.env) options_.env = TargetEnv::kVulkan1_4;
  // Comments of a text describe another pipeline.
  options_.text.has_pipeline = false;
  diagnostics_.set_policy(&options_.rules);
  diagnostics_.set_capacity(options_.max_diagnostics);
}

absl::StatusOr<Verdict> PipelineSession::Run(
    const Pipeline& pipeline, absl::Span<const PipelineInput> inputs) {
  diagnostics_.Clear();
  stages_.clear();
  modules_.clear();
  inputs_.assign(inputs.begin(), inputs.end());
  std::vector<size_t> module_of;
  for (const PipelineInput& input : inputs_) {
    const absl::StatusOr<size_t> module = Validate(input);
    if (!module.ok()) return module.status();
    module_of.push_back(*module);
  }
  Verdict verdict = Verdict::kValid;
  for (const ValidatedModule& module : modules_) {
    const bool is_malformed = module.session->Binary().empty();
    if (is_malformed) return Verdict::kMalformed;
    if (module.session->diagnostics().error_count() > 0) {
      verdict = Verdict::kInvalid;
    }
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (absl::Status s = AddStages(inputs_[i], module_of[i]); !s.ok()) return s;
  }
  if (absl::Status s = CheckModels(); !s.ok()) return s;
  std::vector<const Stage*> stages;
  for (const auto& stage : stages_) stages.push_back(stage.get());
  ValidatorOptions validator = options_.validator;
  validator.env = *options_.env;
  if (!CheckPipeline(pipeline, stages, validator, &diagnostics_)) {
    verdict = Verdict::kInvalid;
  }
  return verdict;
}

// Validates the module of an input unless an earlier one has the same.
absl::StatusOr<size_t> PipelineSession::Validate(const PipelineInput& input) {
  for (size_t m = 0; m < modules_.size(); ++m) {
    const PipelineInput& other = *modules_[m].input;
    if (other.bytes.data() == input.bytes.data() &&
        other.bytes.size() == input.bytes.size() &&
        AreSame(other.specialization, input.specialization)) {
      return m;
    }
  }
  if (modules_.size() == kMaxModules) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a pipeline must not have more than ", kMaxModules, " modules"));
  }
  SessionOptions options = options_;
  options.specialization.insert(options.specialization.end(),
                                input.specialization.begin(),
                                input.specialization.end());
  auto session = std::make_unique<Session>(std::move(options));
  const absl::StatusOr<Verdict> verdict = session->Run(input.bytes);
  if (!verdict.ok()) {
    return absl::Status(
        verdict.status().code(),
        absl::StrCat(input.file, ": ", verdict.status().message()));
  }
  modules_.push_back({&input, std::move(session)});
  return modules_.size() - 1;
}

absl::Status PipelineSession::AddStages(const PipelineInput& input,
                                        size_t module) {
  const Session& session = *modules_[module].session;
  const size_t count_before = stages_.size();
  StaticUses uses(session.context());
  for (const InstIndex i : session.module().entry_points()) {
    const EntryPoint entry(session.module(), i);
    if (!input.models.Contains(entry.model()) ||
        (!input.entry_point.empty() && entry.name() != input.entry_point)) {
      continue;
    }
    stages_.push_back(std::make_unique<const Stage>(
        session.context(), static_cast<uint16_t>(module), i, &uses));
  }
  if (stages_.size() > count_before) return absl::OkStatus();
  const std::string name =
      input.entry_point.empty()
          ? ""
          : absl::StrCat(" ", QuotedJson(input.entry_point));
  const bool has_stage = !(input.models == ModelSet::All());
  return absl::InvalidArgumentError(
      absl::StrCat(input.file, " must have an entry point", name,
                   has_stage ? " of that stage" : "", "; its entry points are ",
                   EntryPointsOf(session.module())));
}

// At most one stage of a kind, but for those of ray tracing.
absl::Status PipelineSession::CheckModels() const {
  for (size_t i = 0; i < stages_.size(); ++i) {
    const Stage& stage = *stages_[i];
    if (kRayModels.Contains(stage.model())) continue;
    for (size_t k = 0; k < i; ++k) {
      const Stage& other = *stages_[k];
      if (other.model() != stage.model()) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "a pipeline must have one ", stage.name(), " stage, not ",
          NameOf(other), " of ", modules_[other.module_number()].input->file,
          " and ", NameOf(stage), " of ",
          modules_[stage.module_number()].input->file,
          "; name one of them (FILE:ENTRY)"));
    }
  }
  return absl::OkStatus();
}

std::vector<InputReport> PipelineSession::Reports(size_t max_shown) const {
  std::vector<InputReport> reports;
  std::vector<NamedModule> modules;
  for (const ValidatedModule& module : modules_) {
    reports.push_back(module.session->Report(module.input->file));
    modules.push_back({&module.session->module(), module.input->file});
  }
  for (const ResolvedDiagnostic& diagnostic :
       ResolveDiagnostics(modules, diagnostics_, *options_.env)) {
    AddToReport(diagnostic, &reports[diagnostic.module]);
  }
  for (InputReport& report : reports) {
    absl::c_sort(report.by_rule, [](const auto& a, const auto& b) {
      return a.rule->id < b.rule->id;
    });
    CutReport(max_shown, &report);
  }
  return reports;
}

}  // namespace plumb
