// Reports on inputs whose names and texts try to break a format, to inject a
// line or to control a terminal.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "api/report/github_report.h"
#include "api/report/json_lines_report.h"
#include "api/report/junit_report.h"
#include "api/report/report_writer.h"
#include "api/report/sarif_report.h"
#include "api/report/text_report.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr Rule kRule = {"test.some-rule", "3.3.13", "{0} is odd"};

const absl::string_view kHostile[] = {
    "a\nb.spv: valid\n::error::forged\n",
    "\x1b[2J\x1b]0;t\x07\x1b[31mred",
    "::error::forged",
    "##[stop-commands]token",
    "]]><script>&amp;\"'\\",
    "\xff\xfe\xc0\x80\xed\xa0\x80",
    "\xe2\x80\xae\xe2\x81\xa6x\xe2\x80\x8f",  // NOLINT: turns the direction
    "\xc2\x9b[31m\xc2\x85\x7f",
    "\xef\xbf\xbe\xef\xbf\xbf\xf4\x8f\xbf\xbe",
    "\r   b.spv: valid\r",
    "%0A%0D,line=9::forged",
    "\xe2\x80\xa8::error::forged",
};

// Whatever a diagnostic has is `text`, or printable where it must be.
InputReport HostileReport(absl::string_view text) {
  const std::string printable = PrintableText(text);
  ResolvedDiagnostic error;
  error.rule = &kRule;
  error.message = printable;
  error.place.instruction = 4;
  error.place.instruction_word = 20;
  error.place.words = {{21, 22}};
  error.place.excerpt = {printable, "^"};
  error.function = absl::StrCat("%", text);
  error.function_name = absl::StrCat(text);
  error.block = absl::StrCat("%", text);
  error.source = {{absl::StrCat(text), 1, 2}, {}, {{absl::StrCat(text), 3, 4}}};
  error.notes.push_back({printable, error.place});
  error.fix = {{{{{3, 5}, {3, 8}}, {105, 108}, absl::StrCat(text)}}};
  InputReport report;
  report.file = absl::StrCat(text);
  report.diagnostics = {error};
  report.error_count = 2;
  report.errors_left_out = 1;
  return report;
}

std::string Write(ReportWriter* writer, absl::string_view text) {
  std::string out;
  writer->Begin(&out);
  writer->Add(HostileReport(text), &out);
  writer->AddUnreadable(text, absl::StrCat("cannot read '", text, "'"), &out);
  writer->End(&out);
  return out;
}

std::vector<std::string> LinesOf(absl::string_view out) {
  std::vector<std::string> lines = absl::StrSplit(out, '\n');
  EXPECT_EQ(lines.back(), "");
  lines.pop_back();
  return lines;
}

class HostileReportTest : public testing::TestWithParam<absl::string_view> {
 protected:
  // The lines that `writer` writes: as many as for ordinary text, all
  // printable.
  static std::vector<std::string> Lines(ReportWriter* writer,
                                        ReportWriter* other) {
    std::vector<std::string> lines = LinesOf(Write(writer, GetParam()));
    EXPECT_EQ(lines.size(), LinesOf(Write(other, "plain")).size());
    for (const std::string& line : lines) {
      EXPECT_TRUE(IsPrintable(absl::string_view(line))) << line;
    }
    return lines;
  }
};

TEST_P(HostileReportTest, Text) {
  TextReport writer;
  TextReport other;
  Lines(&writer, &other);
}

TEST_P(HostileReportTest, JsonLines) {
  JsonLinesReport writer("p", "1");
  JsonLinesReport other("p", "1");
  for (const std::string& line : Lines(&writer, &other)) {
    EXPECT_TRUE(Json::parse(line).is_object());
    EXPECT_FALSE(absl::StrContains(line, "##["));
  }
}

TEST_P(HostileReportTest, Sarif) {
  const SarifReportOptions options = {.program = "p", .version = "1"};
  SarifReport writer(options);
  SarifReport other(options);
  const std::string log = absl::StrJoin(Lines(&writer, &other), "\n");
  const Json run = Json::parse(log)["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "test.some-rule");
  EXPECT_FALSE(absl::StrContains(log, "##["));
}

TEST_P(HostileReportTest, JUnit) {
  JUnitReport writer("p");
  JUnitReport other("p");
  const std::vector<std::string> lines = Lines(&writer, &other);
  for (const std::string& line : lines) {
    EXPECT_FALSE(absl::StrContains(line, "##["));
    EXPECT_FALSE(
        absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "::"));
  }
  EXPECT_EQ(lines.back(), "</testsuites>");
}

TEST_P(HostileReportTest, GitHub) {
  GitHubReport writer;
  GitHubReport other;
  const std::vector<std::string> lines = Lines(&writer, &other);
  for (const std::string& line : lines) {
    // One command: "::error file=FILE,title=RULE::TEXT".
    const std::vector<std::string> parts =
        absl::StrSplit(line, absl::MaxSplits("::", 2));
    ASSERT_EQ(parts.size(), 3) << line;
    EXPECT_EQ(parts[0], "");
    EXPECT_LE(std::count(parts[1].begin(), parts[1].end(), ','), 3) << line;
    EXPECT_FALSE(absl::StrContains(parts[1], "line=9") &&
                 !absl::StrContains(parts[1], "%2Cline=9"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, HostileReportTest, testing::ValuesIn(kHostile));

}  // namespace
}  // namespace plumb
