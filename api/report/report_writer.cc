#include "api/report/report_writer.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "api/resolve/diagnostic_resolver.h"

namespace plumb {

InputReport MakeReport(absl::string_view file, const Module& module,
                       const DiagnosticList& diagnostics, size_t max_shown) {
  const size_t errors = diagnostics.error_count();
  return {absl::StrCat(file),
          ResolveDiagnostics(module, diagnostics, max_shown), errors,
          diagnostics.total_count() - errors};
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
