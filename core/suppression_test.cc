#include "core/suppression.h"

#include "core/diagnostic.h"
#include "core/rule_policy.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr Rule kA = {"test.a", "1", "a"};
constexpr Rule kB = {"test.b", "1", "b"};
constexpr Rule kPedantic = {"test.c", "1", "c", "", Severity::kPedantic};

TEST(SuppressionsTest, AppliesToAnInstructionOrToTheModule) {
  Suppressions suppressions;
  suppressions.Add(&kA, InstIndex(7));
  suppressions.Add(&kB);
  suppressions.Add(&kA, InstIndex(2));
  suppressions.Add(&kB, InstIndex(2));
  suppressions.Sort();
  EXPECT_EQ(suppressions.Find(kA, InstIndex(7)), 0u);
  EXPECT_EQ(suppressions.Find(kA, InstIndex(2)), 2u);
  EXPECT_EQ(suppressions.Find(kA, InstIndex(3)), Suppressions::kNone);
  EXPECT_EQ(suppressions.Find(kA, kNoInst), Suppressions::kNone);
  EXPECT_EQ(suppressions.Find(kB, InstIndex(2)), 3u);
  EXPECT_EQ(suppressions.Find(kB, InstIndex(3)), 1u);
  EXPECT_EQ(suppressions.Find(kB, kNoInst), 1u);
}

TEST(SuppressionsTest, ListsLeaveOutAndCountSuppressedDiagnostics) {
  Suppressions suppressions;
  suppressions.Add(&kA, InstIndex(1));
  suppressions.Add(&kB);
  suppressions.Add(&kPedantic);
  suppressions.Sort();
  const RulePolicy policy;
  DiagnosticList list, other;
  for (DiagnosticList* one : {&list, &other}) {
    one->set_policy(&policy);
    one->set_suppressions(&suppressions);
  }
  EXPECT_EQ(list.Add(kA, Place::At(InstIndex(1))),
            DiagnosticList::AddResult::kLeftOut);
  list.AddNote("of a suppressed one", Place::WholeModule());
  EXPECT_EQ(list.Add(kA, Place::At(InstIndex(2))),
            DiagnosticList::AddResult::kError);
  // Off, so not suppressed.
  list.Add(kPedantic, Place::At(InstIndex(2)));
  other.Add(kA, Place::At(InstIndex(1)));
  list.Append(std::move(other));
  EXPECT_EQ(list.total_count(), 1u);
  EXPECT_EQ(list.error_count(), 1u);
  EXPECT_EQ(list.diagnostics()[0].note_count, 0u);
  EXPECT_EQ(list.suppressed_count(), 2u);
  EXPECT_TRUE(list.IsSuppressionUsed(0));
  EXPECT_FALSE(list.IsSuppressionUsed(1));
  EXPECT_FALSE(list.IsSuppressionUsed(2));
  list.Clear();
  EXPECT_EQ(list.suppressed_count(), 0u);
  EXPECT_FALSE(list.IsSuppressionUsed(0));
}

}  // namespace
}  // namespace plumb
