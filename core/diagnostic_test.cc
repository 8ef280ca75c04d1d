#include "core/diagnostic.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr Rule kFirst = {"a.first", "1", "first {0}"};
constexpr Rule kSecond = {"b.second", "1", "second", "", Severity::kWarning};

constexpr Rule kOther = {"c.other", "1", "other"};

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

TEST(DiagnosticListTest, AddsANoteToAnEarlierDiagnostic) {
  DiagnosticList list;
  list.Add(kFirst, Place::At(InstIndex(1)));
  list.AddNote("one", Place::At(InstIndex(0)));
  list.Add(kSecond, Place::At(InstIndex(2)));
  list.AddNote("other", Place::At(InstIndex(0)));
  list.AddNoteTo(0, "two", Place::At(InstIndex(3)), {uint32_t{7}});
  const absl::Span<const Note> notes = list.notes(list.diagnostics()[0]);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].text, "one");
  EXPECT_EQ(notes[1].text, "two");
  EXPECT_EQ(notes[1].args[0].number, 7u);
  ASSERT_EQ(list.notes(list.diagnostics()[1]).size(), 1u);
  EXPECT_EQ(list.notes(list.diagnostics()[1])[0].text, "other");
}

TEST(DiagnosticListTest, AFixIsANote) {
  DiagnosticList list;
  list.Add(kFirst, Place::At(InstIndex(1)));
  list.AddNote("note", Place::At(InstIndex(0)));
  list.AddFix("did you mean {0}", Place::At(InstIndex(1)), {"OpNop"});
  const absl::Span<const Note> notes = list.notes(list.diagnostics()[0]);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_FALSE(notes[0].is_fix);
  EXPECT_TRUE(notes[1].is_fix);
  EXPECT_EQ(notes[1].args[0].text, "OpNop");
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

// Appending the results of workers keeps notes and argument texts.
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

TEST(DiagnosticListTest, KeepsWhatComesFirst) {
  constexpr uint32_t kCount = 1000;
  // The order of 1000 different places, near enough to a random one.
  const auto place = [](uint32_t i) {
    return Place::At(InstIndex(i * 389 % kCount));
  };
  DiagnosticList list;
  list.set_capacity(10);
  for (uint32_t i = 0; i < kCount; ++i) {
    // Errors are kept before warnings, wherever they are.
    const Rule& rule = i * 389 % kCount >= 995 ? kFirst : kSecond;
    list.Add(rule, place(i));
    list.AddNote("a note", place(i));
  }
  EXPECT_EQ(list.total_count(), kCount);
  EXPECT_EQ(list.error_count(), 5u);
  EXPECT_LT(list.size(), 21u) << "before it is sorted";
  list.Sort();
  ASSERT_EQ(list.size(), 10u);
  const std::vector<uint32_t> expected = {0,   1,   2,   3,   4,
                                          995, 996, 997, 998, 999};
  for (size_t i = 0; i < expected.size(); ++i) {
    const Diagnostic& d = list.diagnostics()[i];
    EXPECT_EQ(d.place.inst.value, expected[i]);
    ASSERT_EQ(list.notes(d).size(), 1u);
    EXPECT_EQ(list.notes(d)[0].place.inst.value, expected[i]);
  }
}

TEST(DiagnosticListTest, KeepsTheSameOfParts) {
  DiagnosticList whole;
  whole.set_capacity(7);
  DiagnosticList parts[2];
  for (DiagnosticList& part : parts) part.set_capacity(7);
  for (uint32_t i = 0; i < 100; ++i) {
    const Place place = Place::At(InstIndex(i * 37 % 100));
    whole.Add(kFirst, place, {i});
    parts[i % 2].Add(kFirst, place, {i});
  }
  parts[0].Append(std::move(parts[1]));
  whole.Sort();
  parts[0].Sort();
  EXPECT_EQ(parts[0].total_count(), 100u);
  ASSERT_EQ(parts[0].size(), 7u);
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(parts[0].diagnostics()[i].args[0].number,
              whole.diagnostics()[i].args[0].number);
  }
}

TEST(DiagnosticListTest, CountsFollowUpsWithoutKeepingThem) {
  using AddResult = DiagnosticList::AddResult;
  for (const bool keep : {false, true}) {
    DiagnosticList list;
    list.set_keep_follow_ups(keep);
    EXPECT_EQ(list.Add(kFirst, Place::At(InstIndex(1))), AddResult::kError);
    list.AddNote("one", Place::WholeModule());
    EXPECT_EQ(list.Add(kOther, Place::At(InstIndex(2)), {},
                       /*is_follow_up=*/true),
              keep ? AddResult::kError : AddResult::kHiddenError);
    EXPECT_EQ(list.last_error_inst(), InstIndex(2));
    list.AddNote("two", Place::WholeModule());
    EXPECT_EQ(list.Add(kSecond, Place::At(InstIndex(3)), {},
                       /*is_follow_up=*/true),
              keep ? AddResult::kWarning : AddResult::kHiddenWarning);
    list.AddNote("three", Place::WholeModule());
    EXPECT_EQ(list.size(), keep ? 3u : 1u);
    EXPECT_EQ(list.error_count(), keep ? 2u : 1u);
    EXPECT_EQ(list.hidden_count(), keep ? 0u : 1u);
    ASSERT_EQ(list.notes(list.diagnostics()[0]).size(), 1u);
  }
}

TEST(DiagnosticListTest, MarksFollowUpsLater) {
  for (const bool keep : {false, true}) {
    DiagnosticList list;
    list.set_keep_follow_ups(keep);
    list.Add(kFirst, Place::At(InstIndex(1)));
    list.AddNote("one", Place::WholeModule());
    list.Add(kOther, Place::At(InstIndex(2)));
    list.AddNote("two", Place::WholeModule());
    list.MarkFollowUps([](const Diagnostic& d) { return d.rule == &kFirst; });
    ASSERT_EQ(list.size(), keep ? 2u : 1u);
    EXPECT_EQ(list.total_count(), list.size());
    EXPECT_EQ(list.error_count(), list.size());
    EXPECT_EQ(list.hidden_count(), keep ? 0u : 1u);
    EXPECT_EQ(list.diagnostics()[0].is_follow_up, keep);
    const Diagnostic& last = list.diagnostics()[list.size() - 1];
    EXPECT_FALSE(last.is_follow_up);
    EXPECT_EQ(list.notes(last)[0].text, "two");
  }
}

TEST(DiagnosticListTest, DoesNotCountWhatItMerges) {
  DiagnosticList list;
  list.Add(kFirst, Place::At(InstIndex(1)));
  list.Add(kFirst, Place::At(InstIndex(2)));
  list.Merge([](const Diagnostic& d) { return d.place.inst == InstIndex(2); });
  EXPECT_EQ(list.size(), 1u);
  EXPECT_EQ(list.error_count(), 1u);
  EXPECT_EQ(list.hidden_count(), 0u);
}

TEST(DiagnosticListTest, KeepsEqualTextsOnce) {
  DiagnosticList list, other;
  const absl::string_view text = list.Keep("a text that is not short at all");
  EXPECT_EQ(list.Keep(std::string(text)).data(), text.data());
  EXPECT_NE(list.Keep("another text").data(), text.data());
  const absl::string_view appended = other.Keep("a text of the other list");
  list.Append(std::move(other));
  EXPECT_EQ(list.Keep("a text of the other list").data(), appended.data());
  EXPECT_EQ(list.Keep(std::string(text)).data(), text.data());
}

TEST(DiagnosticListTest, AppliesAPolicy) {
  static constexpr Rule kOff = {"test.rule.off", "1", "off"};
  static constexpr Rule kOn = {"test.rule.on", "1", "on", "",
                               Severity::kWarning};
  RulePolicy policy;
  policy.disabled.insert(&kOff);
  DiagnosticList list;
  list.set_policy(&policy);
  EXPECT_EQ(list.Add(kOn, Place::WholeModule()),
            DiagnosticList::AddResult::kWarning);
  EXPECT_EQ(list.Add(kOff, Place::WholeModule()),
            DiagnosticList::AddResult::kLeftOut);
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

TEST(DiagnosticListTest, ReportsPedanticRulesOnlyIfAsked) {
  static constexpr Rule kRule = {"a.b.pedantic", "1", "it is", "",
                                 Severity::kPedantic};
  RulePolicy policy;
  policy.warnings_are_errors = true;  // a pedantic diagnostic is not a warning
  DiagnosticList list;
  list.set_policy(&policy);
  list.Add(kRule, Place::WholeModule());
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.pedantic_count(), 0);

  policy.reports_pedantic = true;
  list.Add(kRule, Place::WholeModule());
  EXPECT_EQ(list.total_count(), 1);
  EXPECT_EQ(list.pedantic_count(), 1);
  EXPECT_EQ(list.error_count(), 0);

  policy.reports_pedantic = false;
  policy.warnings.insert(&kRule);
  list.Clear();
  list.Add(kRule, Place::WholeModule());
  EXPECT_EQ(list.total_count(), 1);
  EXPECT_EQ(list.pedantic_count(), 0);

  policy.disabled.insert(&kRule);
  list.Clear();
  list.Add(kRule, Place::WholeModule());
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace plumb
