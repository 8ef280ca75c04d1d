#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "testdata/conformance_case.h"
#include "testdata/conformance_report.h"
#include "testdata/conformance_run.h"

namespace plumb {
namespace {

using Verdict = CaseOutcome::Verdict;

constexpr char kSample[] = "testdata/conformance/sample.jsonl";

std::vector<ConformanceCase> Sample() {
  auto cases = ReadConformanceCases(kSample);
  EXPECT_TRUE(cases.ok()) << cases.status();
  return cases.ok() ? *std::move(cases) : std::vector<ConformanceCase>();
}

// The case of the sample with this id.
ConformanceCase Case(const std::string& id) {
  for (ConformanceCase& c : Sample()) {
    if (c.id == id) return c;
  }
  ADD_FAILURE() << "no case " << id;
  return {};
}

TEST(ConformanceCaseTest, ReadsItsFields) {
  const ConformanceCase assembly = Case("asm-error");
  EXPECT_EQ(assembly.kind, ConformanceCase::Kind::kAssembly);
  EXPECT_EQ(assembly.area, "asm/sample");
  EXPECT_FALSE(assembly.expect_accepted);
  EXPECT_EQ(assembly.message, "no such capability");
  EXPECT_EQ(assembly.line, 2);
  EXPECT_EQ(assembly.assemble_env, TargetEnv::kSpirv1_0);

  EXPECT_TRUE(Case("asm-ids").preserve_ids);
  EXPECT_EQ(Case("asm-ids").words.size(), 7);
  EXPECT_EQ(Case("asm-ids").words[0], 0x07230203);

  const ConformanceCase validation = Case("val-limit");
  EXPECT_EQ(validation.kind, ConformanceCase::Kind::kValidation);
  EXPECT_EQ(validation.area, "val/sample");
  EXPECT_TRUE(validation.expect_accepted);
  EXPECT_EQ(validation.options.limits.max_id_bound, 1);
  EXPECT_TRUE(validation.options.relax_block_layout);
  EXPECT_EQ(validation.options.env, TargetEnv::kSpirv1_3);
  EXPECT_EQ(Case("val-valid").assemble_env, TargetEnv::kSpirv1_0);
  EXPECT_EQ(Case("val-bad-words").instruction, 3);
}

TEST(ConformanceCaseTest, ReadsBytesFromCodePoints) {
  struct Row {
    const char* json;
    const char* text;
  };
  constexpr Row kRows[] = {
      {"OpName", "OpName"},
      {"\\u00e4\\u00ba\\u00b2", "\xe4\xba\xb2"},
      {"\\u0080\\u00ff", "\x80\xff"},
      {"\\u4eb2 \\u00e4", "\xe4\xba\xb2 \xc3\xa4"},
  };
  for (const Row& row : kRows) {
    const auto c = ParseConformanceCase(
        absl::StrCat(R"({"id":"a","env":"spv1.0","words":"","asm":")", row.json,
                     "\"}"),
        "stem");
    ASSERT_TRUE(c.ok()) << c.status();
    EXPECT_EQ(c->text, row.text);
  }
}

TEST(ConformanceCaseTest, RejectsInvalidCases) {
  for (const char* line : {
           "",
           "[]",
           "{",
           R"({"env":"spv1.0","asm":"","words":""})",
           R"({"id":"a","env":"spv9","asm":"","words":""})",
           R"({"id":"a","env":"spv1.0","asm":""})",
           R"({"id":"a","env":"spv1.0","words":""})",
           R"({"id":"a","env":"spv1.0","asm":"","words":"0723020"})",
           R"({"id":"a","env":"spv1.0","asm":"","words":"0723020x"})",
           R"({"id":"a","env":"spv1.0","asm":1,"words":""})",
           R"({"id":"a","env":"spv1.0","asm":"","expect":"maybe"})",
           R"({"id":"a","env":"spv1.0","expect":"valid"})",
           R"({"id":"a","env":"spv1.0","asm":"","expect":"valid",
               "options":["fast"]})",
           R"({"id":"a","env":"spv1.0","asm":"","expect":"valid",
               "limits":{"max-speed":3}})",
       }) {
    EXPECT_FALSE(ParseConformanceCase(line, "stem").ok()) << line;
  }
  EXPECT_FALSE(ReadConformanceCases("testdata/no-such-folder").ok());
}

TEST(ConformanceRunTest, ReturnsTheVerdict) {
  struct Row {
    const char* id;
    Verdict verdict;
    Comparison comparison;
  };
  constexpr Row kRows[] = {
      {"asm-words", Verdict::kAccepted, Comparison::kAgrees},
      {"asm-other-words", Verdict::kOtherWords, Comparison::kWronglyAccepted},
      {"asm-error", Verdict::kRejected, Comparison::kAgrees},
      {"asm-no-error", Verdict::kAccepted, Comparison::kWronglyAccepted},
      {"asm-ids", Verdict::kAccepted, Comparison::kAgrees},
      {"val-valid", Verdict::kAccepted, Comparison::kAgrees},
      {"val-valid-words", Verdict::kAccepted, Comparison::kAgrees},
      {"val-bad-words", Verdict::kRejected, Comparison::kAgrees},
      {"val-wrongly-accepted", Verdict::kAccepted,
       Comparison::kWronglyAccepted},
      {"val-asm-failed", Verdict::kRejected, Comparison::kWronglyRejected},
  };
  CaseRunner runner;
  for (const Row& row : kRows) {
    const ConformanceCase c = Case(row.id);
    const CaseOutcome outcome = runner.Run(c, /*render=*/false);
    EXPECT_EQ(outcome.verdict, row.verdict) << row.id;
    EXPECT_EQ(Compare(c, outcome), row.comparison) << row.id;
  }
}

TEST(ConformanceRunTest, ReportsDetails) {
  CaseRunner runner;
  EXPECT_EQ(runner.Run(Case("asm-error"), false).line, 2);
  EXPECT_TRUE(runner.Run(Case("val-asm-failed"), false).assembly_failed);
  EXPECT_FALSE(runner.Run(Case("val-bad-words"), false).assembly_failed);
  EXPECT_EQ(runner.Run(Case("asm-other-words"), false).messages,
            std::vector<std::string>{"word 1 is 0x10000 instead of 0x10300"});
  EXPECT_TRUE(absl::StrContains(runner.Run(Case("asm-error"), true).rendered,
                                "OpCapability Nonsense"));
  // There are no messages if the verdicts agree, unless they are requested.
  EXPECT_TRUE(runner.Run(Case("val-bad-words"), false).messages.empty());
  EXPECT_FALSE(runner.Run(Case("val-bad-words"), true).messages.empty());
}

TEST(ConformanceRunTest, GivesTheSameResultsInChildren) {
  const std::vector<ConformanceCase> cases = Sample();
  ForkOptions options;
  options.batch = 5;
  const std::vector<CaseOutcome> outcomes =
      RunConformanceCases(cases, options, /*render=*/false);
  ASSERT_EQ(outcomes.size(), cases.size());
  CaseRunner runner;
  for (size_t i = 0; i < cases.size(); ++i) {
    const CaseOutcome here = runner.Run(cases[i], /*render=*/false);
    EXPECT_EQ(outcomes[i].verdict, here.verdict) << cases[i].id;
    EXPECT_EQ(outcomes[i].messages, here.messages) << cases[i].id;
    EXPECT_EQ(outcomes[i].line, here.line) << cases[i].id;
  }
}

TEST(ConformanceReportTest, CountsCrashesAsTheWrongVerdict) {
  ConformanceCase valid, invalid;
  valid.expect_accepted = true;
  CaseOutcome crashed, hung;
  crashed.verdict = Verdict::kCrashed;
  hung.verdict = Verdict::kHung;
  EXPECT_EQ(Compare(valid, crashed), Comparison::kWronglyRejected);
  EXPECT_EQ(Compare(valid, hung), Comparison::kWronglyRejected);
  EXPECT_EQ(Compare(invalid, crashed), Comparison::kWronglyAccepted);
  EXPECT_EQ(Compare(invalid, hung), Comparison::kWronglyAccepted);
  AreaCounts counts;
  counts.Add(valid, crashed);
  counts.Add(invalid, hung);
  EXPECT_EQ(counts.crashed, 1);
  EXPECT_EQ(counts.hung, 1);
  EXPECT_EQ(counts.agree, 0);
}

TEST(ConformanceReportTest, PrintsTablesAndLists) {
  std::vector<ConformanceCase> cases;
  std::vector<CaseOutcome> outcomes;
  CaseRunner runner;
  for (const char* id : {"asm-error", "asm-error-elsewhere", "asm-no-error",
                         "val-valid", "val-asm-failed"}) {
    cases.push_back(Case(id));
    outcomes.push_back(runner.Run(cases.back(), /*render=*/false));
  }
  AreaCounts total;
  const std::vector<AreaCounts> areas = CountAreas(cases, outcomes, &total);
  ASSERT_EQ(areas.size(), 2);
  EXPECT_EQ(areas[0].area, "asm/sample");
  EXPECT_EQ(areas[0].cases, 3);
  EXPECT_EQ(areas[0].line_agrees, 1);
  EXPECT_EQ(areas[0].line_cases, 2);
  EXPECT_EQ(areas[1].assembly_failed, 1);
  EXPECT_TRUE(absl::EndsWith(AreaTable(areas, total),
                             "\ntotal: 5 cases, 3 agree (60.00 %), 1 wrongly "
                             "accepted, 1 wrongly rejected\n"));

  const std::string list = Disagreements(cases, outcomes, "val/sample");
  EXPECT_TRUE(absl::StartsWith(list,
                               "val-asm-failed (env spv1.3)\n"
                               "  expected: accepted\n"
                               "  got:      rejected: asm failed\n"
                               "    line 1: error: "))
      << list;
  EXPECT_TRUE(
      absl::StrContains(Disagreements(cases, outcomes, "all"), "asm-no-error"));
  const std::string json = ReportJson(cases, outcomes);
  EXPECT_TRUE(absl::StrContains(json, "\"id\": \"val-asm-failed\""));
  EXPECT_TRUE(absl::StrContains(DescribeCase(cases[1], outcomes[1]),
                                "--- expected: rejected (no such capability), "
                                "line 7\n--- got: rejected"));
}

}  // namespace
}  // namespace plumb
