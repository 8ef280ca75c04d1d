#include "api/report/report_writer.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "api/resolve/diagnostic_resolver.h"

namespace plumb {
namespace {

std::vector<InputReport::RuleCount> CountByRule(
    absl::Span<const Diagnostic> diagnostics) {
  std::vector<InputReport::RuleCount> counts;
  for (const Diagnostic& diagnostic : diagnostics) {
    counts.push_back({diagnostic.rule, 1});
  }
  std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
    return a.rule->id < b.rule->id;
  });
  size_t kept = 0;
  for (const InputReport::RuleCount& count : counts) {
    if (kept > 0 && counts[kept - 1].rule == count.rule) {
      ++counts[kept - 1].violations;
    } else {
      counts[kept++] = count;
    }
  }
  counts.resize(kept);
  return counts;
}

void CountLeftOut(InputReport* report) {
  report->errors_left_out = report->error_count;
  report->warnings_left_out = report->warning_count;
  for (const ResolvedDiagnostic& shown : report->diagnostics) {
    --(shown.severity == Severity::kError ? report->errors_left_out
                                          : report->warnings_left_out);
  }
}

}  // namespace

InputReport MakeReport(absl::string_view file, const Module& module,
                       const DiagnosticList& diagnostics, TargetEnv env,
                       size_t max_shown) {
  InputReport report;
  report.file = absl::StrCat(file);
  report.diagnostics = ResolveDiagnostics(module, diagnostics, env, max_shown);
  report.error_count = diagnostics.error_count();
  report.warning_count = diagnostics.total_count() - report.error_count;
  report.follow_ups_left_out = diagnostics.hidden_count();
  report.by_rule = CountByRule(diagnostics.diagnostics());
  CountLeftOut(&report);
  return report;
}

void CutReport(size_t max_shown, InputReport* report) {
  if (max_shown != 0 && report->diagnostics.size() > max_shown) {
    size_t left_of_errors = max_shown;
    const auto is_error = [](const ResolvedDiagnostic& diagnostic) {
      return diagnostic.severity == Severity::kError;
    };
    const size_t errors = static_cast<size_t>(std::count_if(
        report->diagnostics.begin(), report->diagnostics.end(), is_error));
    size_t left_of_warnings = max_shown - std::min(errors, max_shown);
    std::erase_if(report->diagnostics, [&](const ResolvedDiagnostic& d) {
      size_t& left = is_error(d) ? left_of_errors : left_of_warnings;
      if (left == 0) return true;
      --left;
      return false;
    });
  }
  CountLeftOut(report);
}

std::string Counted(size_t count, absl::string_view what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

std::string LeftOutText(const InputReport& report) {
  std::string text;
  if (report.errors_left_out > 0) {
    absl::StrAppend(&text, Counted(report.errors_left_out, "more error"));
  }
  if (report.warnings_left_out > 0) {
    absl::StrAppend(&text, text.empty() ? "" : " and ",
                    Counted(report.warnings_left_out, "more warning"));
  }
  if (!text.empty()) absl::StrAppend(&text, " not shown");
  if (report.follow_ups_left_out > 0) {
    absl::StrAppend(&text, text.empty() ? "" : "; ",
                    Counted(report.follow_ups_left_out, "follow-up error"),
                    report.follow_ups_left_out == 1 ? " is" : " are",
                    " not shown (--all-errors)");
  }
  return text;
}

std::string SectionText(const Rule& rule) {
  // A section of another specification says which one.
  const bool is_ours =
      !rule.section.empty() && absl::ascii_isdigit(rule.section[0]);
  return absl::StrCat(is_ours ? "SPIR-V 1.6, section " : "", rule.section);
}

absl::string_view SeverityText(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

}  // namespace plumb
