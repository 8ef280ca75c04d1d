#include "api/report/report_writer.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "api/resolve/diagnostic_resolver.h"

namespace plumb {

InputReport MakeReport(absl::string_view file, const Module& module,
                       const DiagnosticList& diagnostics, TargetEnv env,
                       size_t max_shown) {
  InputReport report;
  report.file = absl::StrCat(file);
  report.diagnostics = ResolveDiagnostics(module, diagnostics, env, max_shown);
  report.error_count = diagnostics.error_count();
  report.warning_count = diagnostics.total_count() - report.error_count;
  report.errors_left_out = report.error_count;
  report.warnings_left_out = report.warning_count;
  for (const ResolvedDiagnostic& shown : report.diagnostics) {
    --(shown.severity == Severity::kError ? report.errors_left_out
                                          : report.warnings_left_out);
  }
  return report;
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
