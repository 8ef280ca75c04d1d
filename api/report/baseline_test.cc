#include "api/report/baseline.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr Rule kOne = {"test.one", "", "odd"};
constexpr Rule kTwo = {"test.two", "", "odd", "", Severity::kWarning};

ResolvedDiagnostic MakeDiagnostic(const Rule& rule, std::string message,
                                  std::string function = "",
                                  std::string name = "") {
  ResolvedDiagnostic diagnostic;
  diagnostic.rule = &rule;
  diagnostic.severity = rule.severity;
  diagnostic.message = std::move(message);
  diagnostic.function = std::move(function);
  diagnostic.function_name = std::move(name);
  return diagnostic;
}

InputReport Report(std::string file,
                   std::vector<ResolvedDiagnostic> diagnostics) {
  InputReport report;
  report.file = std::move(file);
  for (const ResolvedDiagnostic& diagnostic : diagnostics) {
    ++(diagnostic.severity == Severity::kError ? report.error_count
                                               : report.warning_count);
    if (report.by_rule.empty() ||
        report.by_rule.back().rule != diagnostic.rule) {
      report.by_rule.push_back({diagnostic.rule, 0});
    }
    ++report.by_rule.back().violations;
  }
  report.diagnostics = std::move(diagnostics);
  return report;
}

// A baseline that was written and read.
Baseline Read(const std::vector<InputReport>& reports) {
  Baseline written;
  for (const InputReport& report : reports) written.Add(report);
  absl::StatusOr<Baseline> read = Baseline::Parse(written.Text());
  EXPECT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->Text(), written.Text());
  return *std::move(read);
}

TEST(BaselineTest, NamesAreRelativeToTheFolder) {
  const std::string here = std::filesystem::current_path();
  Baseline baseline(here + "/base");
  EXPECT_EQ(baseline.KeyOf("base/x/../a.spv"), "a.spv");
  EXPECT_EQ(baseline.KeyOf("b.spv"), "../b.spv");
  EXPECT_EQ(baseline.KeyOf(here + "/base/x/c.spv"), "x/c.spv");
  EXPECT_EQ(baseline.KeyOf("<stdin>"), "<stdin>");
  EXPECT_EQ(Baseline().KeyOf("./x//a.spv"), "x/a.spv");
}

TEST(BaselineTest, AddsFilesOfAnother) {
  Baseline one, other;
  one.Add(Report("a.spv", {MakeDiagnostic(kOne, "odd")}));
  other.Add(Report("b.spv", {MakeDiagnostic(kOne, "odd")}));
  other.Add(Report("c.spv", {MakeDiagnostic(kOne, "odd")}));
  one.AddFrom(other, [](const std::string& key) { return key == "b.spv"; });
  EXPECT_EQ(one.file_count(), 2);
  EXPECT_EQ(one.violation_count(), 2);
  EXPECT_TRUE(one.files().count("b.spv"));
}

TEST(BaselineTest, WhatIsKnownIsNotNew) {
  const InputReport before = Report(
      "a.spv", {MakeDiagnostic(kOne, "odd"), MakeDiagnostic(kTwo, "queer")});
  const Baseline baseline = Read({before});
  EXPECT_EQ(baseline.file_count(), 1);
  EXPECT_EQ(baseline.violation_count(), 2);
  InputReport again = before;
  const BaselineMatch match = baseline.Match(&again);
  EXPECT_EQ(match.known, 2);
  EXPECT_TRUE(match.fixed.empty());
  EXPECT_TRUE(again.diagnostics.empty());
  EXPECT_TRUE(again.by_rule.empty());
  EXPECT_EQ(again.error_count, 0);
  EXPECT_EQ(again.warning_count, 0);
}

TEST(BaselineTest, AnotherRuleFunctionMessageOrFileIsNew) {
  const Baseline baseline =
      Read({Report("a.spv", {MakeDiagnostic(kOne, "odd", "%4", "main")})});
  for (const ResolvedDiagnostic& diagnostic :
       {MakeDiagnostic(kTwo, "odd", "%4", "main"),
        MakeDiagnostic(kOne, "odd", "%4", "other"),
        MakeDiagnostic(kOne, "even", "%4", "main")}) {
    InputReport report = Report("a.spv", {diagnostic});
    const BaselineMatch match = baseline.Match(&report);
    EXPECT_EQ(match.known, 0);
    ASSERT_EQ(match.fixed.size(), 1);
    EXPECT_EQ(match.fixed[0].rule, "test.one");
    EXPECT_EQ(match.fixed[0].count, 1);
    EXPECT_EQ(report.diagnostics.size(), 1);
  }
  InputReport other =
      Report("b.spv", {MakeDiagnostic(kOne, "odd", "%4", "main")});
  EXPECT_EQ(baseline.Match(&other).known, 0);
  EXPECT_TRUE(baseline.Match(&other).fixed.empty());
}

TEST(BaselineTest, NumbersOfIdsDoNotCount) {
  const Baseline baseline = Read({Report(
      "./x/../a.spv", {MakeDiagnostic(kOne, "%21 and %float_1", "%4")})});
  InputReport same =
      Report("a.spv", {MakeDiagnostic(kOne, "%7 and %float_1", "%99")});
  EXPECT_EQ(baseline.Match(&same).known, 1);
  for (const char* message :
       {"%21 and %float_2", "%21x and %float_1", "% and %float_1"}) {
    InputReport other = Report("a.spv", {MakeDiagnostic(kOne, message, "%4")});
    EXPECT_EQ(baseline.Match(&other).known, 0) << message;
  }
}

TEST(BaselineTest, OnlyAsManyAsThereWere) {
  const Baseline baseline =
      Read({Report("a.spv", {MakeDiagnostic(kOne, "%1 is odd"),
                             MakeDiagnostic(kOne, "%2 is odd")})});
  InputReport more = Report("a.spv", {MakeDiagnostic(kOne, "%1 is odd"),
                                      MakeDiagnostic(kOne, "%2 is odd"),
                                      MakeDiagnostic(kOne, "%3 is odd")});
  EXPECT_EQ(baseline.Match(&more).known, 2);
  EXPECT_EQ(more.error_count, 1);
  ASSERT_EQ(more.by_rule.size(), 1);
  EXPECT_EQ(more.by_rule[0].violations, 1);
  InputReport fewer = Report("a.spv", {MakeDiagnostic(kOne, "%9 is odd")});
  const BaselineMatch match = baseline.Match(&fewer);
  ASSERT_EQ(match.fixed.size(), 1);
  EXPECT_EQ(match.fixed[0].count, 1);
  EXPECT_EQ(match.fixed[0].message, "%* is odd");
}

TEST(BaselineTest, IsTheSameInAnyOrder) {
  const InputReport a =
      Report("a", {MakeDiagnostic(kTwo, "x"), MakeDiagnostic(kOne, "y")});
  const InputReport b = Report("b", {MakeDiagnostic(kOne, "z", "%1")});
  EXPECT_EQ(Read({a, b}).Text(), Read({b, a}).Text());
  EXPECT_EQ(Read({b}).Text(), R"({
 "baseline": 1,
 "files": {
  "b": [
   {
    "rule": "test.one",
    "function": "%*",
    "message": "z"
   }
  ]
 }
}
)");
}

TEST(BaselineTest, Errors) {
  for (const auto& [text, message] :
       std::vector<std::pair<const char*, const char*>>{
           {"x",
            "it is not JSON: parse error at line 1, column 1: syntax error "
            "while parsing value - invalid literal; last read: 'x'"},
           {"[1]", "it is not a baseline"},
           {"{}", "it is not a baseline"},
           {R"({"baseline": 2})", "it has a format that is not known"},
           {R"({"baseline": 1})", "a violation lacks something"},
           {R"({"baseline": 1, "files": {"a": [{"rule": 3}]}})",
            "a violation lacks something"},
           {R"({"baseline": 1, "files": {"a": [{"rule": "r"}]}})",
            "a violation lacks something"},
           {R"({"baseline": 1,
                "files": {"a": [{"rule": "r", "message": "m", "count": -1}]}})",
            "a violation lacks something"},
           {R"({"baseline": 1,
                "files": {"a": [{"rule": "r", "message": "m", "count": 1.5}]}})",
            "a violation lacks something"}}) {
    EXPECT_EQ(Baseline::Parse(text).status().message(), message) << text;
  }
}

TEST(BaselineTest, NamesOfAnyBytes) {
  InputReport report;
  report.file = "a\xff\n.spv";
  report.diagnostics.emplace_back().rule = &kOne;
  report.diagnostics[0].function = "%\xfe";
  report.diagnostics.push_back(report.diagnostics[0]);
  report.diagnostics[1].function_name = "main\xff\x1b";
  report.error_count = 2;
  Baseline written;
  written.Add(report);
  const absl::StatusOr<Baseline> read = Baseline::Parse(written.Text());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->Match(&report).known, 2);
  EXPECT_EQ(report.error_count, 0);
}

TEST(BaselineTest, DepthIsBounded) {
  std::string deep(1'000'000, '[');
  deep.append(1'000'000, ']');
  for (const char* member : {"rule", "function", "message", "count", "other"}) {
    const std::string text = absl::StrCat(
        R"({"baseline": 1, "files": {"a": [{")", member, "\": ", deep, "}]}}");
    EXPECT_EQ(Baseline::Parse(text).status().message(),
              "it is nested deeper than 64 levels");
  }
}

}  // namespace
}  // namespace plumb
