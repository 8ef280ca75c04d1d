// The form and the coverage of reasons.tsv.
#include "api/explain/reasons.h"

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "api/explain/explanation_texts.h"
#include "api/explain/gists.h"
#include "api/explain/text_table.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "validate/registry.h"

namespace plumb {
namespace {

using internal::TextRow;

constexpr size_t kMaxReasonSize = 160;

internal::TextTable Reasons() { return internal::Texts().reasons(); }

TEST(ReasonsTest, AreSortedAndUnique) {
  for (size_t i = 1; i < Reasons().size(); ++i) {
    EXPECT_LT(Reasons()[i - 1].key, Reasons()[i].key);
  }
}

TEST(ReasonsTest, AreShortClausesInAscii) {
  const RE2 form(R"([A-Za-z0-9<"][ -~]*[^ .])");
  for (const TextRow& row : Reasons()) {
    const std::string reason(row.text);
    EXPECT_TRUE(RE2::FullMatch(reason, form)) << row.key << ": " << reason;
    EXPECT_FALSE(absl::StrContains(reason, "  ")) << row.key << ": " << reason;
    EXPECT_LE(reason.size(), kMaxReasonSize) << row.key << ": " << reason;
  }
}

// An area is too wide: its rules have different reasons.
TEST(ReasonsTest, AreOfRulesOrTheirSubjects) {
  for (const TextRow& row : Reasons()) {
    EXPECT_TRUE(absl::StrContains(row.key, ".")) << row.key;
  }
}

TEST(ReasonsTest, AreEachOfARule) {
  absl::flat_hash_set<absl::string_view> used;
  for (const Rule* rule : AllRules()) {
    const absl::string_view reason = ReasonOf(rule->id);
    EXPECT_FALSE(reason.empty()) << rule->id;
    EXPECT_NE(reason, GistOf(rule->id)) << rule->id;
    used.insert(reason);
  }
  for (const TextRow& row : Reasons()) {
    EXPECT_TRUE(used.contains(row.text)) << row.key << " has no rule";
  }
}

TEST(ReasonsTest, TheLongestKeyCounts) {
  EXPECT_NE(ReasonOf("decoration.binding.not-member"),
            ReasonOf("decoration.binding.required"));
  EXPECT_EQ(ReasonOf("no.such.rule"), "");
  EXPECT_EQ(ReasonOf("nothing"), "");
  EXPECT_EQ(ReasonOf(""), "");
}

}  // namespace
}  // namespace plumb
