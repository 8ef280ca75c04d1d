#include "parse/text/string_literal.h"

#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

using Words = std::vector<uint32_t>;

Words Write(absl::string_view token, bool* has_nul) {
  Words words(MaxStringWords(token.size()), 0xdeadbeef);
  words.resize(WriteString(token, words.data(), has_nul));
  return words;
}

TEST(StringLiteralTest, Words) {
  const struct {
    absl::string_view token;
    Words words;
  } kCases[] = {
      {"\"\"", {0}},
      {"\"a\"", {0x61}},
      {"\"abc\"", {0x636261}},
      {"\"abcd\"", {0x64636261, 0}},
      {"\"GLSL.std.450\"", {0x4c534c47, 0x6474732e, 0x3035342e, 0}},
      {"\"a\nb\"", {0x620a61}},
      {"\"\xf0\x9f\x8c\x8d\"", {0x8d8c9ff0, 0}},
      {R"("a\"b")", {0x622261}},
      {R"("\\")", {0x5c}},
      {R"("a\nb")", {0x626e61}},
      {R"("\a\b\c\d\e")", {0x64636261, 0x65}},
  };
  for (const auto& c : kCases) {
    bool has_nul = true;
    EXPECT_EQ(Write(c.token, &has_nul), c.words) << c.token;
    EXPECT_FALSE(has_nul);
  }
}

TEST(StringLiteralTest, PlainStringsHaveTheSameWords) {
  for (absl::string_view token :
       {"\"\"", "\"a\"", "\"abc\"", "\"abcd\"", "\"GLSL.std.450\""}) {
    bool has_nul = false;
    Words words(MaxStringWords(token.size()), 0xdeadbeef);
    words.resize(
        WritePlainString(token.substr(1, token.size() - 2), words.data()));
    EXPECT_EQ(words, Write(token, &has_nul)) << token;
  }
}

TEST(StringLiteralTest, AZeroByteIsFound) {
  bool has_nul = false;
  Write(absl::string_view("\"a\0b\"", 5), &has_nul);
  EXPECT_TRUE(has_nul);
}

}  // namespace
}  // namespace plumb
