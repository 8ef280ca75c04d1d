#include "api/pipeline_session.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace plumb {
namespace {

bool AreSame(const std::vector<SpecSetting>& a,
             const std::vector<SpecSetting>& b) {
  return absl::c_equal(a, b, [](const SpecSetting& x, const SpecSetting& y) {
    return x.constant == y.constant && x.value == y.value;
  });
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
}

absl::StatusOr<Verdict> PipelineSession::Run(
    const Pipeline& pipeline, absl::Span<const PipelineInput> inputs) {
  check_.reset();
  modules_.clear();
  inputs_.assign(inputs.begin(), inputs.end());
  std::vector<size_t> module_of;
  for (const PipelineInput& input : inputs_) {
    const absl::StatusOr<size_t> module = Validate(input);
    if (!module.ok()) return module.status();
    module_of.push_back(*module);
  }
  check_.emplace(options_.rules, options_.max_diagnostics);
  Verdict verdict = Verdict::kValid;
  for (const ValidatedModule& module : modules_) {
    const bool is_malformed = module.session->Binary().empty();
    if (is_malformed) return Verdict::kMalformed;
    if (module.session->diagnostics().error_count() > 0) {
      verdict = Verdict::kInvalid;
    }
    check_->AddModule(*module.session, module.input->file);
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const PipelineInput& input = inputs_[i];
    const absl::Status added = check_->AddStages(
        {static_cast<uint16_t>(module_of[i]), input.entry_point, input.models});
    if (!added.ok()) return added;
  }
  if (absl::Status s = check_->CheckModels(); !s.ok()) return s;
  ValidatorOptions validator = options_.validator;
  validator.env = *options_.env;
  if (!check_->Run(pipeline, validator)) verdict = Verdict::kInvalid;
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
  if (modules_.size() == PipelineCheck::kMaxModules) {
    return absl::InvalidArgumentError(
        absl::StrCat("a pipeline must not have more than ",
                     PipelineCheck::kMaxModules, " modules"));
  }
  SessionOptions options = options_;
  options.specialization = SpecializationFor(input);
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

std::vector<SpecSetting> PipelineSession::SpecializationFor(
    const PipelineInput& input) const {
  std::vector<SpecSetting> settings = options_.specialization;
  settings.insert(settings.end(), input.specialization.begin(),
                  input.specialization.end());
  return settings;
}

std::vector<SpecSetting> PipelineSession::SpecializationOf(
    const Stage& stage) const {
  return SpecializationFor(InputOf(stage));
}

std::vector<InputReport> PipelineSession::Reports(size_t max_shown) const {
  std::vector<InputReport> reports;
  for (const ValidatedModule& module : modules_) {
    reports.push_back(module.session->Report(module.input->file));
  }
  if (!check_) return reports;
  for (const ResolvedDiagnostic& diagnostic :
       check_->Diagnostics(*options_.env)) {
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
