#include "cli/build_files.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(DepfileTest, ARuleForEachTargetAndSource) {
  const auto text = DepfileText(
      {{"out/a.spv", {"a.spvasm", "rules.json"}}, {"b", {"rules.json"}}});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text,
            "out/a.spv: \\\n"
            "  a.spvasm \\\n"
            "  rules.json\n"
            "b: \\\n"
            "  rules.json\n"
            "\n"
            "a.spvasm:\n"
            "\n"
            "rules.json:\n");
}

TEST(DepfileTest, ATargetOfNothing) {
  const auto text = DepfileText({{"a", {}}});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "a:\n");
}

// What Make, which was asked, takes for names with such characters.
TEST(DepfileTest, NamesAreQuoted) {
  const auto text = DepfileText({{"a b#c$d", {"e\\f", "g\\ h"}}});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text,
            "a\\ b\\#c$$d: \\\n"
            "  e\\f \\\n"
            "  g\\\\\\ h\n"
            "\n"
            "e\\f:\n"
            "\n"
            "g\\\\\\ h:\n");
}

TEST(DepfileTest, NoNameHasALineFeed) {
  EXPECT_FALSE(DepfileText({{"a\nb", {}}}).ok());
  EXPECT_FALSE(DepfileText({{"a", {"b\nc"}}}).ok());
}

TEST(SourcesOfTest, FilesThatHaveNames) {
  const Input inputs[] = {{"a.spv"}, {"-"}};
  EXPECT_EQ(SourcesOf(inputs, {"", "list"}),
            (std::vector<std::string>{"a.spv", "list"}));
}

}  // namespace
}  // namespace plumb
