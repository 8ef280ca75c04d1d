#include "cli/build_files.h"

#include <string>

#include "absl/strings/str_cat.h"
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

// What GNU Make accepts as quoted names.
TEST(DepfileTest, NamesAreQuoted) {
  const auto text = DepfileText({{"a b#c$d:e", {"e\\f", "g\\ h"}}});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text,
            "a\\ b\\#c$$d\\:e: \\\n"
            "  e\\f \\\n"
            "  g\\\\\\ h\n"
            "\n"
            "e\\f:\n"
            "\n"
            "g\\\\\\ h:\n");
}

// Names that Make would misinterpret or Ninja would cut.  depfile_test.py runs
// both.
TEST(DepfileTest, NamesThatCannotBeQuotedAreRefused) {
  for (const char* name : {"a\nb",
                           "X!=touch${IFS}PWNED;.spvasm",
                           "a=b",
                           "a;b",
                           "a|b",
                           "a%b",
                           "a*",
                           "a?",
                           "a[1]",
                           "~/a",
                           "a\\",
                           "a ",
                           "a:",
                           "a\\#b",
                           "lib(a)",
                           ".PHONY",
                           "define",
                           "define a",
                           "a\tb",
                           "a\x7f"
                           "b",
                           ""}) {
    for (const auto& text :
         {DepfileText({{name, {}}}), DepfileText({{"a", {"b", name}}})}) {
      EXPECT_EQ(text.status().message(),
                absl::StrCat("--depfile: Make and Ninja cannot both read the "
                             "name '",
                             name, "'"));
    }
  }
}

TEST(SourcesOfTest, FilesThatHaveNames) {
  const Input inputs[] = {{"a.spv"}, {"-"}};
  EXPECT_EQ(SourcesOf(inputs, {"", "list"}),
            (std::vector<std::string>{"a.spv", "list"}));
}

}  // namespace
}  // namespace plumb
