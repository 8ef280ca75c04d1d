#include "api/report/report_writer.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
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

size_t& LeftOut(Severity severity, InputReport* report) {
  switch (severity) {
    case Severity::kPedantic:
      return report->pedantic_left_out;
    case Severity::kWarning:
      return report->warnings_left_out;
    case Severity::kError:
      break;
  }
  return report->errors_left_out;
}

void CountLeftOut(InputReport* report) {
  report->errors_left_out = report->error_count;
  report->warnings_left_out = report->warning_count;
  report->pedantic_left_out = report->pedantic_count;
  for (const ResolvedDiagnostic& shown : report->diagnostics) {
    --LeftOut(shown.severity, report);
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
  report.pedantic_count = diagnostics.pedantic_count();
  report.warning_count =
      diagnostics.total_count() - report.error_count - report.pedantic_count;
  report.follow_ups_left_out = diagnostics.hidden_count();
  report.suppressed_count = diagnostics.suppressed_count();
  report.by_rule = CountByRule(diagnostics.diagnostics());
  CountLeftOut(&report);
  return report;
}

void CutReport(size_t max_shown, InputReport* report) {
  if (max_shown != 0 && report->diagnostics.size() > max_shown) {
    SeverityCounts shown = CountsToShow(report->diagnostics, max_shown);
    std::erase_if(report->diagnostics, [&](const ResolvedDiagnostic& d) {
      size_t& left = shown[static_cast<size_t>(d.severity)];
      if (left == 0) return true;
      --left;
      return false;
    });
  }
  CountLeftOut(report);
}

size_t& CountOf(Severity severity, InputReport* report) {
  switch (severity) {
    case Severity::kPedantic:
      return report->pedantic_count;
    case Severity::kWarning:
      return report->warning_count;
    case Severity::kError:
      break;
  }
  return report->error_count;
}

std::string Counted(size_t count, absl::string_view what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

std::string SuppressedText(const InputReport& report) {
  return absl::StrCat(Counted(report.suppressed_count, "diagnostic"),
                      " suppressed by comments");
}

std::string LeftOutText(const InputReport& report) {
  std::vector<std::string> parts;
  const auto add = [&parts](size_t count, absl::string_view what) {
    if (count > 0) parts.push_back(Counted(count, what));
  };
  add(report.errors_left_out, "more error");
  add(report.warnings_left_out, "more warning");
  add(report.pedantic_left_out, "more pedantic diagnostic");
  std::string last;
  if (parts.size() > 1) {
    last = absl::StrCat(" and ", parts.back());
    parts.pop_back();
  }
  std::string text = absl::StrCat(absl::StrJoin(parts, ", "), last);
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
  // The section of another specification includes its name.
  const bool is_ours =
      !rule.section.empty() && absl::ascii_isdigit(rule.section[0]);
  return absl::StrCat(is_ours ? "SPIR-V 1.6, section " : "", rule.section);
}

std::string VersionsText(const Rule& rule) {
  const Scope& when = rule.when;
  const bool is_stated = absl::StrContains(rule.text, "SPIR-V 1.");
  if (is_stated) return "";
  if (when.min_version > 0) {
    return absl::StrCat(", since SPIR-V 1.", when.min_version);
  }
  if (when.max_version < Info(kDefaultTargetEnv).spirv_minor) {
    return absl::StrCat(", up to SPIR-V 1.", when.max_version);
  }
  return "";
}

absl::string_view SeverityText(Severity severity) {
  switch (severity) {
    case Severity::kPedantic:
      return "pedantic";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      break;
  }
  return "error";
}

}  // namespace plumb
