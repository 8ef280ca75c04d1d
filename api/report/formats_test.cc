// The formats of other tools' readers.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "api/report/github_report.h"
#include "api/report/junit_report.h"
#include "api/report/report_writer.h"
#include "api/report/sarif_report.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using Json = nlohmann::json;

constexpr Rule kRule = {"test.some-rule", "3.3.13", "{0} is odd"};
constexpr Rule kOther = {"test.other-rule", "Vulkan 15.1", "no good",
                         "VUID-test-00001", Severity::kWarning};

ResolvedPlace PlaceInText(uint32_t line, uint32_t column, uint32_t end) {
  ResolvedPlace place;
  place.text = {{line, column, column}, {line, end, end}};
  place.offsets = {{100 + column, 100 + end}};
  place.excerpt = {"%a = OpNop", "^~"};
  return place;
}

ResolvedPlace PlaceInBinary() {
  ResolvedPlace place;
  place.words = {{21, 22}};
  place.instruction = 4;
  place.instruction_word = 20;
  place.excerpt = {"%1 = OpUndef %2", "^~"};
  return place;
}

InputReport Report(std::string file,
                   std::vector<ResolvedDiagnostic> diagnostics) {
  InputReport report;
  report.file = std::move(file);
  for (const ResolvedDiagnostic& diagnostic : diagnostics) {
    ++(diagnostic.severity == Severity::kError ? report.error_count
                                               : report.warning_count);
  }
  report.diagnostics = std::move(diagnostics);
  return report;
}

ResolvedDiagnostic Error(ResolvedPlace place) {
  ResolvedDiagnostic diagnostic;
  diagnostic.rule = &kRule;
  diagnostic.message = "%a is <odd>, \"so\": 100%";
  diagnostic.place = std::move(place);
  diagnostic.function = "%4";
  diagnostic.function_name = "main";
  diagnostic.block = "%5";
  return diagnostic;
}

ResolvedDiagnostic Warning() {
  ResolvedDiagnostic diagnostic;
  diagnostic.rule = &kOther;
  diagnostic.severity = Severity::kWarning;
  diagnostic.message = "no good";
  return diagnostic;
}

// Three inputs: an invalid one with all that a diagnostic can have, a valid one
// with a warning, and one that cannot be read.
std::string Write(ReportWriter* writer) {
  ResolvedDiagnostic error = Error(PlaceInText(3, 5, 8));
  error.notes.push_back({"it is here", PlaceInText(1, 1, 2)});
  error.fix = {{{{{3, 5, 5}, {3, 8, 8}}, {105, 108}, "OpUndef"}}};
  std::string out;
  writer->Begin(&out);
  writer->Add(Report("dir/a b.spvasm", {error, Warning()}), &out);
  writer->Add(Report("/abs/c.spv", {Warning()}), &out);
  writer->Add(Report("d.spv", {}), &out);
  writer->AddUnreadable("e,1.spv", "cannot read 'e,1.spv': No", &out);
  writer->End(&out);
  return out;
}

SarifReport Sarif() {
  return SarifReport({.program = "spv-val",
                      .version = "1.2.3",
                      .describe = [](const Rule& rule) {
                        return RuleText{
                            .summary = absl::StrCat("about ", rule.id),
                            .gist = rule.vuid.empty() ? "" : "It must hold.",
                            .help = "help",
                            .link = rule.vuid.empty() ? "" : "https://a/b#c"};
                      }});
}

TEST(SarifReportTest, IsOneDocument) {
  SarifReport writer = Sarif();
  const Json log = Json::parse(Write(&writer));
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1);
  const Json& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "spv-val");
  EXPECT_EQ(run["tool"]["driver"]["semanticVersion"], "1.2.3");
  ASSERT_EQ(run["results"].size(), 3);
  EXPECT_EQ(run["results"][0], Json::parse(R"json({
      "ruleId": "test.some-rule", "ruleIndex": 0, "level": "error",
      "message": {"text": "%a is <odd>, \"so\": 100%"},
      "locations": [{
        "physicalLocation": {
          "artifactLocation": {"uri": "dir/a%20b.spvasm"},
          "region": {"startLine": 3, "startColumn": 5, "endLine": 3,
                     "endColumn": 8, "byteOffset": 105, "byteLength": 3,
                     "snippet": {"text": "%a = OpNop"}}},
        "logicalLocations": [{"name": "%4 (main)", "kind": "function"
}]
}],
      "relatedLocations": [{
        "id": 1, "message": {"text": "it is here"},
        "physicalLocation": {
          "artifactLocation": {"uri": "dir/a%20b.spvasm"},
          "region": {"startLine": 1, "startColumn": 1, "endLine": 1,
                     "endColumn": 2, "byteOffset": 101, "byteLength": 1,
                     "snippet": {"text": "%a = OpNop"}}}}],
      "fixes": [{"artifactChanges": [{
        "artifactLocation": {"uri": "dir/a%20b.spvasm"},
        "replacements": [{
          "deletedRegion": {"startLine": 3, "startColumn": 5, "endLine": 3,
                            "endColumn": 8},
          "insertedContent": {"text": "OpUndef"}}]}],
        "properties": {"safe": true}}]
})json"));
  EXPECT_EQ(run["results"][2], Json::parse(R"json({
      "ruleId": "test.other-rule", "ruleIndex": 1, "level": "warning",
      "message": {"text": "no good"},
      "locations": [{"physicalLocation": {
          "artifactLocation": {"uri": "file:///abs/c.spv"}}}]})json"));
}

TEST(SarifReportTest, DescribesTheRulesThatWereBroken) {
  SarifReport writer = Sarif();
  const Json log = Json::parse(Write(&writer));
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["rules"], Json::parse(R"json([
      {"id": "test.some-rule",
       "shortDescription": {"text": "about test.some-rule"},
       "defaultConfiguration": {"level": "error"}, "help": {"text": "help"},
       "properties": {"section": "SPIR-V 1.6, section 3.3.13"}},
      {"id": "test.other-rule",
       "shortDescription": {"text": "about test.other-rule"},
       "fullDescription": {"text": "It must hold."},
       "defaultConfiguration": {"level": "warning"}, "help": {"text": "help"},
       "helpUri": "https://a/b#c",
       "properties": {"section": "Vulkan 15.1", "vuid": "VUID-test-00001"}}])json"));
}

TEST(SarifReportTest, SaysWhatCannotBeRead) {
  SarifReport writer = Sarif();
  const Json log = Json::parse(Write(&writer));
  EXPECT_EQ(log["runs"][0]["invocations"], Json::parse(R"json([{
      "executionSuccessful": false,
      "toolExecutionNotifications": [{
        "level": "error", "message": {"text": "cannot read 'e,1.spv': No"},
        "locations": [{"physicalLocation": {
          "artifactLocation": {"uri": "e,1.spv"}}}]}]}])json"));
}

TEST(SarifReportTest, PlacesInBinariesAreBytes) {
  SarifReport writer = Sarif();
  std::string out;
  writer.Begin(&out);
  writer.Add(Report("a.spv", {Error(PlaceInBinary())}), &out);
  writer.End(&out);
  const Json log = Json::parse(out);
  EXPECT_EQ(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
               ["region"],
            Json::parse(R"json({"byteOffset": 84, "byteLength": 4,
                            "snippet": {"text": "%1 = OpUndef %2"}})json"));
}

TEST(SarifReportTest, NothingFound) {
  SarifReport writer = Sarif();
  std::string out;
  writer.Begin(&out);
  writer.Add(Report("a.spv", {}), &out);
  writer.End(&out);
  const Json log = Json::parse(out);
  EXPECT_TRUE(log["runs"][0]["results"].empty());
  EXPECT_TRUE(log["runs"][0]["results"].is_array());
  EXPECT_EQ(log["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

TEST(GitHubReportTest, OneLineForEach) {
  GitHubReport writer;
  EXPECT_EQ(Write(&writer),
            "::error file=dir/a b.spvasm,line=3,endLine=3,col=5,endColumn=8,"
            "title=test.some-rule::%25a is <odd>, \"so\": 100%25%0Ain function "
            "%254, block %255%0Anote: it is here (line 1)\n"
            "::warning file=dir/a b.spvasm,title=test.other-rule::no good\n"
            "::warning file=/abs/c.spv,title=test.other-rule::no good\n"
            "::error file=e%2C1.spv::cannot read 'e,1.spv': No\n");
}

TEST(GitHubReportTest, BinariesAndCuts) {
  GitHubReport writer;
  InputReport report = Report("a.spv", {Error(PlaceInBinary())});
  report.errors_left_out = 2;
  std::string out;
  writer.Add(report, &out);
  EXPECT_EQ(out,
            "::error file=a.spv,title=test.some-rule::%25a is <odd>, \"so\": "
            "100%25%0Aat instruction 5, %251 = OpUndef %252%0Ain function "
            "%254, block %255\n"
            "::notice file=a.spv::2 more errors not shown\n");
}

TEST(JUnitReportTest, ACaseForEachInput) {
  JUnitReport writer("spv-val");
  EXPECT_EQ(Write(&writer), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="spv-val" tests="4" failures="1" errors="1">
  <testsuite name="spv-val" tests="4" failures="1" errors="1">
    <testcase classname="dir" name="a b.spvasm">
      <failure message="%a is &lt;odd&gt;, &quot;so&quot;: 100%" type="test.some-rule">dir/a b.spvasm:3:5: error: %a is &lt;odd&gt;, &quot;so&quot;: 100% [test.some-rule]
     %a = OpNop
     ^~
dir/a b.spvasm:1:1: note: it is here
     %a = OpNop
     ^~
  in function %4 (main), block %5
  SPIR-V 1.6, section 3.3.13
dir/a b.spvasm: warning: no good [test.other-rule]
  Vulkan 15.1
</failure>
    </testcase>
    <testcase classname="/abs" name="c.spv">
      <system-out>/abs/c.spv: warning: no good [test.other-rule]
  Vulkan 15.1
</system-out>
    </testcase>
    <testcase classname="." name="d.spv"/>
    <testcase classname="." name="e,1.spv">
      <error message="cannot read 'e,1.spv': No"/>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(JUnitReportTest, WhatXmlCannotHoldIsShownByNumber) {
  JUnitReport writer("spv-val");
  std::string out;
  writer.AddUnreadable("a\x1b\xff.spv", "no\n", &out);
  writer.End(&out);
  EXPECT_NE(out.find("name=\"a&lt;U+001b&gt;&lt;"), std::string::npos) << out;
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
  EXPECT_EQ(out.find('\xff'), std::string::npos);
}

}  // namespace
}  // namespace plumb
