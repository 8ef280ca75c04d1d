// Reports are those of the report writers.
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "api/c/plumb.h"
#include "api/c/testing_session.h"
#include "api/explain/rule_text.h"
#include "api/report/github_report.h"
#include "api/report/json_lines_report.h"
#include "api/report/junit_report.h"
#include "api/report/sarif_report.h"
#include "api/report/text_report.h"
#include "api/session.h"
#include "api/version.h"
#include "gtest/gtest.h"

namespace plumb::c_api {
namespace {

std::unique_ptr<ReportWriter> WriterOf(plumb_report_format format) {
  switch (format) {
    case PLUMB_REPORT_TEXT:
      return std::make_unique<TextReport>();
    case PLUMB_REPORT_CONCISE:
      return std::make_unique<TextReport>(TextReportOptions{.concise = true});
    case PLUMB_REPORT_JSON:
      return std::make_unique<JsonLinesReport>("libplumb", kVersion);
    case PLUMB_REPORT_SARIF:
      return std::make_unique<SarifReport>(
          SarifReportOptions{.program = "libplumb",
                             .version = std::string(kVersion),
                             .describe = DescribeRule});
    case PLUMB_REPORT_JUNIT:
      return std::make_unique<JUnitReport>("libplumb");
    default:
      return std::make_unique<GitHubReport>();
  }
}

TEST(ReportTest, EveryFormatIsThatOfItsWriter) {
  Session expected;
  const SessionPtr session = NewSession();
  for (const char* text : {kValid, kInvalid, "OpNothing"}) {
    ASSERT_TRUE(expected.Run(text).ok());
    ASSERT_GE(Validate(session.get(), text), PLUMB_VALID);
    for (plumb_report_format format = 0; format < 6; ++format) {
      const auto writer = WriterOf(format);
      std::string document;
      writer->Begin(&document);
      writer->Add(expected.Report("dir/a.spvasm"), &document);
      writer->End(&document);
      plumb_string out = {};
      ASSERT_EQ(plumb_report(session.get(), format, "dir/a.spvasm", &out),
                PLUMB_OK);
      EXPECT_EQ(ToText(out), document) << format;
      EXPECT_EQ(out.data[out.size], '\0');
      if (text == kInvalid) {
        EXPECT_GT(out.size, 0u) << format;
      }
    }
  }
}

TEST(ReportTest, AReporterWritesOneDocument) {
  Session expected;
  const SessionPtr session = NewSession();
  for (plumb_report_format format = 0; format < 6; ++format) {
    plumb_reporter* made = nullptr;
    ASSERT_EQ(plumb_reporter_new(format, &made), PLUMB_OK);
    const ReporterPtr reporter(made);
    const auto writer = WriterOf(format);
    std::string document, pieces;
    plumb_string out = {};
    writer->Begin(&document);
    for (const char* text : {kInvalid, kValid}) {
      ASSERT_TRUE(expected.Run(text).ok());
      ASSERT_GE(Validate(session.get(), text), PLUMB_VALID);
      writer->Add(expected.Report("a"), &document);
      ASSERT_EQ(plumb_reporter_add(reporter.get(), session.get(), "a", &out),
                PLUMB_OK);
      pieces += ToText(out);
    }
    writer->AddUnreadable("b", "is a folder", &document);
    ASSERT_EQ(
        plumb_reporter_add_unreadable(reporter.get(), "b", "is a folder", &out),
        PLUMB_OK);
    pieces += ToText(out);
    writer->End(&document);
    ASSERT_EQ(plumb_reporter_end(reporter.get(), &out), PLUMB_OK);
    EXPECT_EQ(pieces + ToText(out), document) << format;
    EXPECT_EQ(plumb_reporter_end(reporter.get(), &out), PLUMB_E_STATE);
    EXPECT_EQ(plumb_reporter_add(reporter.get(), session.get(), "a", &out),
              PLUMB_E_STATE);
    EXPECT_EQ(plumb_reporter_add_unreadable(reporter.get(), "b", "", &out),
              PLUMB_E_STATE);
  }
}

TEST(ReportTest, ArgumentsOfReporters) {
  plumb_reporter* made = nullptr;
  EXPECT_EQ(plumb_reporter_new(6, &made), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_reporter_new(-1, &made), PLUMB_E_RANGE);
  EXPECT_EQ(plumb_reporter_new(0, nullptr), PLUMB_E_ARGUMENT);
  ASSERT_EQ(plumb_reporter_new(0, &made), PLUMB_OK);
  const ReporterPtr reporter(made);
  const SessionPtr session = NewSession();
  plumb_string out = {};
  EXPECT_EQ(plumb_reporter_add(nullptr, session.get(), "a", &out),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add(made, nullptr, "a", &out), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add(made, session.get(), "a", &out), PLUMB_E_STATE);
  ASSERT_EQ(Validate(session.get(), kInvalid), PLUMB_INVALID);
  EXPECT_EQ(plumb_reporter_add(made, session.get(), nullptr, &out),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add(made, session.get(), "a", nullptr),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add_unreadable(nullptr, "a", "b", &out),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add_unreadable(made, nullptr, "b", &out),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add_unreadable(made, "a", nullptr, &out),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_add_unreadable(made, "a", "b", nullptr),
            PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_end(nullptr, &out), PLUMB_E_ARGUMENT);
  EXPECT_EQ(plumb_reporter_end(made, nullptr), PLUMB_E_ARGUMENT);
  plumb_reporter_free(nullptr);
}

}  // namespace
}  // namespace plumb::c_api
