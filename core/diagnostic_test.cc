#include "core/diagnostic.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr Rule kFirst = {"a.first", "1", "first {0}"};
constexpr Rule kSecond = {"b.second", "1", "second", "", Severity::kWarning};

std::vector<std::string> Ids(const DiagnosticList& list) {
  std::vector<std::string> ids;
  for (const Diagnostic& d : list.diagnostics()) ids.emplace_back(d.rule->id);
  return ids;
}

TEST(DiagnosticListTest, CountsErrorsOnly) {
  DiagnosticList list;
  list.Add(kFirst, Place::WholeModule());
  list.Add(kSecond, Place::WholeModule());
  EXPECT_EQ(list.size(), 2u);
  EXPECT_EQ(list.error_count(), 1u);
}

TEST(DiagnosticListTest, NotesBelongToTheLastDiagnostic) {
  DiagnosticList list;
  list.Add(kFirst, Place::At(InstIndex(1)));
  list.AddNote("one", Place::At(InstIndex(0)));
  list.AddNote("two", Place::At(InstIndex(0)));
  list.Add(kSecond, Place::At(InstIndex(2)));
  list.AddNote("three", Place::At(InstIndex(0)));
  ASSERT_EQ(list.notes(list.diagnostics()[0]).size(), 2u);
  EXPECT_EQ(list.notes(list.diagnostics()[0])[1].text, "two");
  ASSERT_EQ(list.notes(list.diagnostics()[1]).size(), 1u);
  EXPECT_EQ(list.notes(list.diagnostics()[1])[0].text, "three");
}

TEST(DiagnosticListTest, SortsByPlaceThenRule) {
  DiagnosticList list;
  list.Add(kSecond, Place::At(InstIndex(5)));
  list.Add(kFirst, Place::At(InstIndex(5)));
  list.Add(kFirst, Place::At(InstIndex(3), 2));
  list.Add(kSecond, Place::At(InstIndex(3), 1));
  list.Add(kSecond, Place::WholeModule());
  list.Sort();
  EXPECT_EQ(Ids(list),
            (std::vector<std::string>{"b.second", "b.second", "a.first",
                                      "a.first", "b.second"}));
}

// What workers found is joined without losing notes or the texts that
// arguments view.
TEST(DiagnosticListTest, AppendKeepsNotesAndTexts) {
  DiagnosticList list;
  list.Add(kFirst, Place::WholeModule(), {list.Keep("x")});
  list.AddNote("here", Place::At(InstIndex(0)));
  DiagnosticList other;
  other.Add(kFirst, Place::WholeModule(), {other.Keep("short")});
  other.AddNote("there", Place::At(InstIndex(1)));
  list.Append(std::move(other));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list.error_count(), 2u);
  EXPECT_EQ(list.diagnostics()[1].args[0].text, "short");
  EXPECT_EQ(list.notes(list.diagnostics()[1])[0].text, "there");
  EXPECT_TRUE(other.empty());  // NOLINT(bugprone-use-after-move)
}

TEST(DiagnosticListTest, AppliesAPolicy) {
  static constexpr Rule kOff = {"test.rule.off", "1", "off"};
  static constexpr Rule kOn = {"test.rule.on", "1", "on", "",
                               Severity::kWarning};
  RulePolicy policy;
  policy.disabled.insert(&kOff);
  DiagnosticList list;
  list.set_policy(&policy);
  EXPECT_TRUE(list.Add(kOn, Place::WholeModule()));
  EXPECT_FALSE(list.Add(kOff, Place::WholeModule()));
  list.AddNote("of what is off", Place::WholeModule());
  EXPECT_EQ(list.size(), 1);
  EXPECT_EQ(list.error_count(), 0);
  EXPECT_TRUE(list.notes(list.diagnostics()[0]).empty());

  list.Clear();
  EXPECT_EQ(list.policy(), &policy);
  policy.warnings_are_errors = true;
  list.Add(kOn, Place::WholeModule());
  EXPECT_EQ(list.error_count(), 1);
  EXPECT_EQ(list.diagnostics()[0].severity, Severity::kError);
}

}  // namespace
}  // namespace plumb
