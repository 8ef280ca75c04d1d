// Runs the conformance vectors, where they are there: no case may crash or
// hang, and no valid module may be rejected, but for those that disputed.md
// lists with a reason.
//
// The vectors are no part of this repository.  They are looked for in
// $PLUMB_SHARED/vectors and in ../shared/vectors beside the repository; without
// them the test is skipped.
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "testdata/conformance_case.h"
#include "testdata/conformance_report.h"
#include "testdata/conformance_run.h"
#include "testdata/shared_vectors.h"

namespace plumb {
namespace {

constexpr char kDisputed[] = "testdata/disputed.md";

// What disputed.md lists behind `mark`, "- " for cases, "- line of " for cases
// whose first error is in another line: "- `val/cfg cfg-0012`: reason".
std::set<std::string> Disputed(absl::string_view mark) {
  std::set<std::string> cases;
  std::ifstream in(kDisputed);
  EXPECT_TRUE(in.good());
  std::string text;
  while (std::getline(in, text)) {
    absl::string_view line = text;
    if (!absl::ConsumePrefix(&line, mark) || !absl::ConsumePrefix(&line, "`")) {
      continue;
    }
    if (!absl::StartsWith(line, "val/") && !absl::StartsWith(line, "asm/")) {
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

TEST(VectorsTest, NoneCrashesAndNoValidOneIsRejected) {
  if (!grammar::IsComplete()) {
    GTEST_SKIP() << "needs the names of a newer SPIRV-Headers tree";
  }
  const std::string folder = VectorsFolder(kDisputed);
  if (folder.empty()) GTEST_SKIP() << "there are no vectors beside the sources";
  const auto cases = ReadConformanceCases(folder);
  ASSERT_TRUE(cases.ok()) << cases.status();
  const std::vector<CaseOutcome> outcomes =
      RunConformanceCases(*cases, ForkOptions(), /*render=*/false);

  std::set<std::string> disputed = Disputed("- ");
  std::set<std::string> disputed_lines = Disputed("- line of ");
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

}  // namespace
}  // namespace plumb
