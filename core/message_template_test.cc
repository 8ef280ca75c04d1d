#include "core/message_template.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// Shows what each placeholder was read as.
std::string Shown(absl::string_view text) {
  return FillTemplate(text, [](const Placeholder& p, std::string* out) {
    absl::StrAppend(out, "<", p.argument, p.ending.empty() ? "" : ":", p.ending,
                    ">");
  });
}

TEST(MessageTemplateTest, FillsArguments) {
  EXPECT_EQ(Shown(""), "");
  EXPECT_EQ(Shown("plain"), "plain");
  EXPECT_EQ(Shown("{0}"), "<0>");
  EXPECT_EQ(Shown("{3} and {1}{2}."), "<3> and <1><2>.");
}

TEST(MessageTemplateTest, FillsEndingsOfCountedWords) {
  EXPECT_EQ(Shown("{0} member{0s}"), "<0> member<0:s>");
  EXPECT_EQ(Shown("{1} index{1es}, {0}"), "<1> index<1:es>, <0>");
}

TEST(MessageTemplateTest, KeepsOtherBraces) {
  for (absl::string_view text :
       {"{", "}", "{}", "{4}", "{0", "{0s", "{a}", "{00}", "{0S}", "{ 0}"}) {
    EXPECT_EQ(Shown(text), text);
  }
  EXPECT_EQ(Shown("{{0}}"), "{<0>}");
}

}  // namespace
}  // namespace plumb
