#include "cli/unified_diff.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(UnifiedDiffTest, OfEqualTextsIsEmpty) {
  EXPECT_EQ(UnifiedDiff("a", "x\n", "x\n"), "");
}

TEST(UnifiedDiffTest, HasThreeLinesOfContext) {
  EXPECT_EQ(UnifiedDiff("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                        "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- a\n+++ a\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n"
            " 8\n");
}

TEST(UnifiedDiffTest, OfAddedAndRemovedLines) {
  EXPECT_EQ(UnifiedDiff("a", "", "x\n"), "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n");
  EXPECT_EQ(UnifiedDiff("a", "x\ny\n", "y\n"),
            "--- a\n+++ a\n@@ -1,2 +1 @@\n-x\n y\n");
}

TEST(UnifiedDiffTest, SplitsHunks) {
  std::string before, after;
  for (int i = 1; i <= 20; ++i) {
    absl::StrAppend(&before, i, "\n");
    absl::StrAppend(&after, i == 2 || i == 19 ? "x" : absl::StrCat(i), "\n");
  }
  EXPECT_EQ(UnifiedDiff("a", before, after),
            "--- a\n+++ a\n@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n"
            "@@ -16,5 +16,5 @@\n 16\n 17\n 18\n-19\n+x\n 20\n");
}

TEST(UnifiedDiffTest, NamesAMissingLineFeed) {
  EXPECT_EQ(UnifiedDiff("a", "x", "x\n"),
            "--- a\n+++ a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n"
            "+x\n");
}

}  // namespace
}  // namespace plumb
