#include "api/explain/explanation_texts.h"

#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace plumb::internal {
namespace {

constexpr absl::string_view kFile =
    "plumb-explanations 1\n"
    "gists 2\n"
    "a.b\tA is B.\n"
    "a.c\tA is C.\n"
    "reasons 1\n"
    "a\tso that\n"
    "lines 3\n"
    "; first\n"
    "\n"
    "OpNop\n"
    "examples 2\n"
    "a.b\t2 0-1\n"
    "a.b.ok\t1\n";

std::string InMemory(absl::string_view file) {
  std::string packed(file);
  absl::c_replace(packed, '\n', '\0');
  return packed;
}

TEST(ExplanationTextsTest, AreEmptyAtFirst) {
  const ExplanationTexts texts;
  EXPECT_TRUE(texts.gists().empty());
  EXPECT_TRUE(texts.reasons().empty());
  EXPECT_TRUE(texts.examples().empty());
  EXPECT_EQ(texts.ModuleOf("0-9"), "");
}

TEST(ExplanationTextsTest, AreRead) {
  const std::string packed = InMemory(kFile);
  ExplanationTexts texts;
  ASSERT_TRUE(texts.Read(packed));
  ASSERT_EQ(texts.gists().size(), 2u);
  EXPECT_EQ(texts.gists()[1].key, "a.c");
  EXPECT_EQ(FindText(texts.gists(), "a.b"), "A is B.");
  EXPECT_EQ(FindText(texts.reasons(), "a"), "so that");
  EXPECT_EQ(texts.ModuleOf(FindText(texts.examples(), "a.b")),
            "OpNop\n; first\n\n");
  EXPECT_EQ(texts.ModuleOf(FindText(texts.examples(), "a.b.ok")), "\n");
}

TEST(ExplanationTextsTest, LinesThatDoNotExistAreLeftOut) {
  const std::string packed = InMemory(kFile);
  ExplanationTexts texts;
  ASSERT_TRUE(texts.Read(packed));
  for (const char* numbers : {"", "3", "x", "-1", "1-x", "2-1", "3-",
                              "99999999999999999999", "9-99999999999"}) {
    EXPECT_EQ(texts.ModuleOf(numbers), "") << numbers;
  }
  EXPECT_EQ(texts.ModuleOf("2-18446744073709551615"), "OpNop\n");
}

TEST(ExplanationTextsTest, AnotherFormIsNotRead) {
  struct Change {
    const char* before;
    const char* after;
  };
  constexpr Change kChanges[] = {
      {"plumb-explanations 1\n", "plumb-explanations 2\n"},
      {"plumb-explanations 1\n", ""},
      {"gists 2", "gists 1"},
      {"gists 2", "gists 3"},
      {"gists 2", "gists two"},
      {"gists 2", "gists 18446744073709551615"},
      {"gists 2", "gists -1"},
      {"gists 2\na.b\tA is B.\na.c\tA is C.\n", ""},
      {"a.b\tA", "a.b A"},
      {"a.b\tA", "a.c\tA"},
      {"a.b\tA", "a.d\tA"},
      {"lines 3", "lines 4"},
      {"a.b.ok\t1\n", "a.b.ok\t1"},
      {"a.b.ok\t1\n", "a.b.ok\t1\n\n"},
      {"a.b.ok\t1\n", ""},
  };
  const std::string right = InMemory(kFile);
  for (const Change& change : kChanges) {
    const std::string file =
        absl::StrReplaceAll(kFile, {{change.before, change.after}});
    ASSERT_NE(file, kFile) << change.before;
    ExplanationTexts texts;
    ASSERT_TRUE(texts.Read(right));
    EXPECT_FALSE(texts.Read(InMemory(file))) << file;
    EXPECT_TRUE(texts.gists().empty());
    EXPECT_TRUE(texts.examples().empty());
  }
}

TEST(ExplanationTextsTest, EveryBeginningIsRefused) {
  const std::string packed = InMemory(kFile);
  for (size_t size = 0; size < packed.size(); ++size) {
    ExplanationTexts texts;
    EXPECT_FALSE(texts.Read(absl::string_view(packed).substr(0, size))) << size;
  }
}

TEST(ExplanationTextsTest, ThoseOfTheProgramHaveAllTables) {
  const ExplanationTexts& texts = Texts();
  EXPECT_GT(texts.gists().size(), 2000u);
  EXPECT_GT(texts.reasons().size(), 2000u);
  ASSERT_GT(texts.examples().size(), 4000u);
  for (const TextRow& example : texts.examples()) {
    EXPECT_FALSE(texts.ModuleOf(example.text).empty()) << example.key;
  }
}

}  // namespace
}  // namespace plumb::internal
