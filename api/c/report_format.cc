#include "api/c/report_format.h"

#include <string>

#include "absl/strings/string_view.h"
#include "api/explain/rule_text.h"
#include "api/report/github_report.h"
#include "api/report/json_lines_report.h"
#include "api/report/junit_report.h"
#include "api/report/sarif_report.h"
#include "api/report/text_report.h"
#include "api/version.h"

namespace plumb::c_api {

constexpr absl::string_view kProgram = "libplumb";

std::unique_ptr<ReportWriter> MakeWriter(plumb_report_format format) {
  switch (format) {
    case PLUMB_REPORT_TEXT:
      return std::make_unique<TextReport>();
    case PLUMB_REPORT_CONCISE:
      return std::make_unique<TextReport>(TextReportOptions{.concise = true});
    case PLUMB_REPORT_JSON:
      return std::make_unique<JsonLinesReport>(kProgram, kVersion);
    case PLUMB_REPORT_SARIF:
      return std::make_unique<SarifReport>(
          SarifReportOptions{.program = std::string(kProgram),
                             .version = std::string(kVersion),
                             .describe = DescribeRule});
    case PLUMB_REPORT_JUNIT:
      return std::make_unique<JUnitReport>(kProgram);
    case PLUMB_REPORT_GITHUB:
      return std::make_unique<GitHubReport>();
    default:
      return nullptr;
  }
}

}  // namespace plumb::c_api
