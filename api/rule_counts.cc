#include "api/rule_counts.h"

#include "core/diagnostic.h"
#include "parse/text/syntax_rules.h"

namespace plumb {

void RuleCounts::Add(const Rule* rule) {
  ++counts_[rule];
  ++total_;
  if (IsSyntax(*rule)) ++syntax_total_;
}

bool RuleCounts::HasBetterSyntaxThan(const RuleCounts& before) const {
  if (syntax_total_ >= before.syntax_total_) return false;
  for (const auto& [rule, count] : counts_) {
    if (IsSyntax(*rule) && count > before.Of(rule)) return false;
  }
  return true;
}

bool RuleCounts::IsBetterThan(const RuleCounts& before) const {
  if (total_ >= before.total_) return false;
  for (const auto& [rule, count] : counts_) {
    if (count > before.Of(rule)) return false;
  }
  return true;
}

bool IsSyntax(const Rule& rule) { return rule.section == kSyntaxSection; }

SessionOptions OptionsToCount(const SessionOptions& options) {
  SessionOptions all = options;
  all.format = InputFormat::kText;
  all.keep_follow_ups = true;
  all.max_diagnostics = 0;
  all.validator.jobs = 1;
  all.checks_fixes = false;
  return all;
}

RuleCounts CountByRule(Session* session, absl::string_view text) {
  RuleCounts counts;
  if (!session->Run(text).ok()) return counts;
  for (const Diagnostic& d : session->diagnostics().diagnostics()) {
    counts.Add(d.rule);
  }
  return counts;
}

}  // namespace plumb
