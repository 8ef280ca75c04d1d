#include "cli/report_formats.h"

#include <unistd.h>

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "api/explain/rule_text.h"
#include "api/explain/spec_link.h"
#include "api/report/github_report.h"
#include "api/report/json_lines_report.h"
#include "api/report/junit_report.h"
#include "api/report/sarif_report.h"
#include "api/report/text_report.h"
#include "cli/command_line.h"
#include "cli/rule_pages.h"
#include "cli/terminal.h"

namespace plumb {
namespace {

// Files of this machine would mean nothing to those who read a log.
std::function<RuleText(const Rule&)> DescribeWith(const std::string& pages) {
  return [pages](const Rule& rule) {
    RuleText text = DescribeRule(rule);
    text.link = RuleLink(rule, pages);
    return text;
  };
}

std::function<std::string(const Rule&)> LinkTo(const std::string& rules_url) {
  return [pages = rules_url.empty() ? InstalledRulePages() : rules_url](
             const Rule& rule) { return RuleLink(rule, pages); };
}

}  // namespace
OutputKind KindOfReport(ReportFormat format) {
  switch (format) {
    case ReportFormat::kJson:
      return OutputKind::kJsonReport;
    case ReportFormat::kSarif:
      return OutputKind::kSarifReport;
    case ReportFormat::kJUnit:
      return OutputKind::kJUnitReport;
    case ReportFormat::kGitHub:
      return OutputKind::kGitHubReport;
    case ReportFormat::kText:
    case ReportFormat::kConcise:
      break;
  }
  return OutputKind::kTextReport;
}

std::unique_ptr<ReportWriter> MakeReportWriter(absl::string_view program,
                                               const CommonOptions& options,
                                               ReportFormat format,
                                               bool to_terminal) {
  switch (format) {
    case ReportFormat::kJson:
      return std::make_unique<JsonLinesReport>(program, kVersion);
    case ReportFormat::kSarif:
      return std::make_unique<SarifReport>(
          SarifReportOptions{.program = absl::StrCat(program),
                             .version = absl::StrCat(kVersion),
                             .describe = DescribeWith(options.rules_url)});
    case ReportFormat::kJUnit:
      return std::make_unique<JUnitReport>(program);
    case ReportFormat::kGitHub:
      return std::make_unique<GitHubReport>();
    case ReportFormat::kText:
    case ReportFormat::kConcise:
      break;
  }
  return std::make_unique<TextReport>(TextReportOptions{
      .color = to_terminal ? UseColor(options.color, STDERR_FILENO)
                           : options.color == ColorMode::kAlways,
      .total_of_valid = options.total_of_valid,
      .concise = format == ReportFormat::kConcise,
      .link = options.links ? LinkTo(options.rules_url) : nullptr});
}

}  // namespace plumb
