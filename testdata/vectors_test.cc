// Runs the conformance cases beside the repository.  No case may crash or
// hang. No valid module of the vectors may be rejected, and every verdict on
// the cases of the law must agree, except those that disputed.md lists with a
// reason.
//
// The vectors are recorded verdicts of the reference; the verdicts of the
// cases of the law come from the specification's text.  Neither is part of
// this repository: they are expected in $PLUMB_SHARED/vectors and
// $PLUMB_SHARED/cases, and in ../shared; a test without its cases is skipped.
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "testdata/conformance_case.h"
#include "testdata/conformance_report.h"
#include "testdata/conformance_run.h"
#include "testdata/shared_vectors.h"

namespace plumb {
namespace {

constexpr char kDisputed[] = "testdata/disputed.md";
// Ids of cases of the law whose verdict does not agree yet, one per line.
constexpr char kOpenCases[] = "testdata/open_cases.txt";

// The entries of disputed.md after `mark`: "- " for cases, "- line of " for
// cases whose first error is in another line: "- `val/cfg cfg-0012`: reason".
// Only those whose area begins with one of `areas`.
std::set<std::string> ReadDisputed(absl::string_view mark,
                                   absl::Span<const absl::string_view> areas) {
  std::set<std::string> cases;
  std::ifstream in(kDisputed);
  EXPECT_TRUE(in.good());
  std::string text;
  while (std::getline(in, text)) {
    absl::string_view line = text;
    if (!absl::ConsumePrefix(&line, mark) || !absl::ConsumePrefix(&line, "`")) {
      continue;
    }
    if (!absl::c_any_of(areas, [line](absl::string_view area) {
          return absl::StartsWith(line, area);
        })) {
      continue;  // about something else
    }
    const std::vector<absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits("`: ", 1));
    EXPECT_TRUE(parts.size() == 2 && !parts[1].empty())
        << text << ": a reason is needed";
    EXPECT_TRUE(cases.insert(std::string(parts[0])).second)
        << text << ": listed twice";
  }
  return cases;
}

constexpr absl::string_view kVectorAreas[] = {"val/", "asm/"};
constexpr absl::string_view kLawAreas[] = {"cases/"};

std::set<std::string> OpenCases() {
  std::set<std::string> cases;
  std::ifstream in(kOpenCases);
  EXPECT_TRUE(in.good());
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty() && line[0] != '#') cases.insert(line);
  }
  return cases;
}

TEST(VectorsTest, NoneCrashesAndNoValidOneIsRejected) {
  const std::string folder = VectorsFolder(kDisputed);
  if (folder.empty()) GTEST_SKIP() << "there are no vectors beside the sources";
  const auto cases = ReadConformanceCases(folder);
  ASSERT_TRUE(cases.ok()) << cases.status();
  const std::vector<CaseOutcome> outcomes =
      RunConformanceCases(*cases, ForkOptions(), /*render=*/false);

  std::set<std::string> disputed = ReadDisputed("- ", kVectorAreas);
  std::set<std::string> disputed_lines =
      ReadDisputed("- line of ", kVectorAreas);
  for (size_t i = 0; i < cases->size(); ++i) {
    const ConformanceCase& c = (*cases)[i];
    const CaseOutcome& outcome = outcomes[i];
    const bool ended = outcome.verdict != CaseOutcome::Verdict::kCrashed &&
                       outcome.verdict != CaseOutcome::Verdict::kHung;
    const bool is_disputed =
        disputed.erase(absl::StrCat(c.area, " ", c.id)) > 0;
    const bool rejected = outcome.verdict == CaseOutcome::Verdict::kRejected;
    EXPECT_FALSE(is_disputed && Compare(c, outcome) == Comparison::kAgrees)
        << kDisputed << " lists " << c.area << " " << c.id
        << ", but the verdicts agree";
    EXPECT_TRUE(ended && !(rejected && c.expect_accepted && !is_disputed))
        << c.area << " " << Disagreements({&c, 1}, {&outcome, 1}, "all");
    AreaCounts counts;
    counts.Add(c, outcome);
    const bool other_line = counts.line_agrees < counts.line_cases;
    EXPECT_EQ(disputed_lines.erase(absl::StrCat(c.area, " ", c.id)) > 0,
              other_line)
        << c.area << " " << c.id << ": the first error is in line "
        << outcome.line << ", that of the reference in line " << c.line;
  }
  disputed.merge(disputed_lines);
  for (const std::string& id : disputed) {
    ADD_FAILURE() << kDisputed << " lists " << id << ", which is not a case";
  }
  AreaCounts total;
  const std::vector<AreaCounts> areas = CountAreas(*cases, outcomes, &total);
  std::fputs(AreaTable(areas, total).c_str(), stdout);
}

TEST(VectorsTest, VerdictsOnTheCasesOfTheLawAgree) {
  const std::string folder = SharedFolder("cases", kDisputed);
  if (folder.empty()) GTEST_SKIP() << "there are no cases beside the sources";
  auto cases = ReadConformanceCases(folder);
  ASSERT_TRUE(cases.ok()) << cases.status();
  for (ConformanceCase& c : *cases) {
    absl::string_view stem = c.area;
    ASSERT_TRUE(absl::ConsumePrefix(&stem, "val/")) << c.area;
    c.area = absl::StrCat("cases/", stem);
  }
  const std::vector<CaseOutcome> outcomes =
      RunConformanceCases(*cases, ForkOptions(), /*render=*/false);

  std::set<std::string> disputed = ReadDisputed("- ", kLawAreas);
  std::set<std::string> open = OpenCases();
  for (size_t i = 0; i < cases->size(); ++i) {
    const ConformanceCase& c = (*cases)[i];
    const CaseOutcome& outcome = outcomes[i];
    const std::string name = absl::StrCat(c.area, " ", c.id);
    const bool agrees = Compare(c, outcome) == Comparison::kAgrees;
    const bool is_disputed = disputed.erase(name) > 0;
    const bool is_open = open.erase(name) > 0;
    const bool ended = outcome.verdict != CaseOutcome::Verdict::kCrashed &&
                       outcome.verdict != CaseOutcome::Verdict::kHung;
    EXPECT_TRUE(ended && (agrees || is_disputed || is_open))
        << c.area << " " << Disagreements({&c, 1}, {&outcome, 1}, "all");
    EXPECT_FALSE(agrees && is_disputed)
        << kDisputed << " lists " << name << ", but the verdicts agree";
    // A fix need not remove its line from the list, which other changes edit
    // at the same time.
    if (agrees && is_open) std::printf("%s: agrees now\n", name.c_str());
  }
  disputed.merge(open);
  for (const std::string& name : disputed) {
    ADD_FAILURE() << name << " is listed, but is not a case";
  }
  AreaCounts total;
  const std::vector<AreaCounts> areas = CountAreas(*cases, outcomes, &total);
  std::fputs(AreaTable(areas, total).c_str(), stdout);
}

}  // namespace
}  // namespace plumb
