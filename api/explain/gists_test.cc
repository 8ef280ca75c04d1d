// The form, the style and the coverage of gists.tsv.
#include "api/explain/gists.h"

#include <string>

#include "absl/strings/string_view.h"
#include "api/explain/explanation_texts.h"
#include "api/explain/text_table.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "validate/registry.h"

namespace plumb {
namespace {

using internal::TextRow;

constexpr size_t kMaxGistSize = 240;

internal::TextTable Gists() { return internal::Texts().gists(); }

TEST(GistsTest, AreSortedAndUnique) {
  for (size_t i = 1; i < Gists().size(); ++i) {
    EXPECT_LT(Gists()[i - 1].key, Gists()[i].key);
  }
}

TEST(GistsTest, AreOfRules) {
  for (const TextRow& row : Gists()) {
    const Rule* rule = FindRule(row.key);
    ASSERT_NE(rule, nullptr) << row.key;
    EXPECT_EQ(rule->id, row.key) << "is an alias";
  }
}

TEST(GistsTest, AreFoundById) {
  for (const TextRow& row : Gists()) {
    EXPECT_EQ(GistOf(row.key), row.text);
  }
  EXPECT_EQ(GistOf(""), "");
  EXPECT_EQ(GistOf("no.such.rule"), "");
  EXPECT_EQ(GistOf("zzz"), "");
}

TEST(GistsTest, AreShortSentencesInAscii) {
  const RE2 form(R"([A-Z0-9<"][ -~]*[^ ]\.)");
  for (const TextRow& row : Gists()) {
    const std::string gist(row.text);
    EXPECT_TRUE(RE2::FullMatch(gist, form)) << row.key << ": " << gist;
    EXPECT_LE(gist.size(), kMaxGistSize) << row.key << ": " << gist;
  }
}

struct Forbidden {
  const char* pattern;  // RE2, anywhere in a gist
  const char* why;
  const char* example;  // a text that matches it
};
constexpr Forbidden kForbidden[] = {
    {R"(\s\s)", "one blank between words", "a  type"},
    {R"(\b(is|are) no\b|\b(has|have) not\b)",
     R"(write "is not a", "does not have")", "A pointer is no object."},
    {R"(\b(behind|alone|anew|nobody|anyone|says?|said)\b)",
     R"(write "after", "only", "again", "specifies")", "With Shader alone."},
    {R"(\b(goes?|stands?|carry|carries) (with|in|on|at|here|as)\b)",
     R"(write "is in", "is required")", "The label stands in the block."},
    {R"(\b(needs?|needed)\b)", R"(write "requires")", "It needs Shader."},
    {R"(\b[a-z]+\.[a-z0-9]+\.[a-z]|\brows?\b (has|of its own))",
     "no reference to another rule", "See cfg.merge.unique-block."},
    {R"(\b(the|core) text\b|\bdoubt)", "no comment on the specification",
     "The core text gives no direction."},
    {R"(^(What|Where|Of|That|Whose|Who)\b)", "start with the subject",
     "Where Qp is constant, it is 0."},
};

TEST(GistsTest, PatternsFindTheirExamples) {
  for (const Forbidden& forbidden : kForbidden) {
    const RE2 pattern(forbidden.pattern);
    ASSERT_TRUE(pattern.ok()) << forbidden.pattern;
    EXPECT_TRUE(RE2::PartialMatch(forbidden.example, pattern))
        << forbidden.pattern;
  }
}

TEST(GistsTest, HaveNothingForbidden) {
  for (const Forbidden& forbidden : kForbidden) {
    const RE2 pattern(forbidden.pattern);
    for (const TextRow& row : Gists()) {
      EXPECT_FALSE(RE2::PartialMatch(std::string(row.text), pattern))
          << row.key << ": " << row.text << "\n  " << forbidden.why;
    }
  }
}

// The assembly syntax is not in the specification, and limits of devices are
// only in their VUIDs.
TEST(GistsTest, EveryRuleOfOtherAreasHasOne) {
  for (const Rule* rule : AllRules()) {
    const absl::string_view area = AreaOf(rule->id);
    if (area == "asm" || area == "device") continue;
    EXPECT_FALSE(GistOf(rule->id).empty()) << rule->id;
  }
}

}  // namespace
}  // namespace plumb
