#include "parse/utf8.h"

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(Utf8Test, Decodes) {
  const struct {
    const char* text;
    uint32_t code_point, size;
  } kCases[] = {
      {"a", 'a', 1},
      {"\x7f", 0x7f, 1},
      {"\xc2\x80", 0x80, 2},
      {"\xdf\xbf", 0x7ff, 2},
      {"\xe0\xa0\x80", 0x800, 3},
      {"\xe2\x82\xac!", 0x20ac, 3},
      {"\xef\xbf\xbf", 0xffff, 3},
      {"\xf0\x90\x80\x80", 0x10000, 4},
      {"\xf4\x8f\xbf\xbf", 0x10ffff, 4},
  };
  for (const auto& test : kCases) {
    const Utf8Character c = DecodeUtf8(test.text);
    EXPECT_EQ(c.code_point, test.code_point) << test.text;
    EXPECT_EQ(c.size, test.size) << test.text;
    EXPECT_TRUE(IsValidUtf8(test.text));
  }
  EXPECT_TRUE(IsValidUtf8(""));
}

TEST(Utf8Test, RejectsIllFormedBytes) {
  for (const char* text : {
           "\x80",
           "\xbf",  // continuation without a lead
           "\xc0\x80",
           "\xc1\xbf",  // overlong
           "\xe0\x9f\xbf",
           "\xf0\x8f\xbf\xbf",
           "\xed\xa0\x80",
           "\xed\xbf\xbf",  // surrogates
           "\xf4\x90\x80\x80",
           "\xf5\x80\x80\x80",
           "\xff",
           "\xc2",
           "\xe2\x82",
           "\xf0\x90\x80",  // cut off
           "\xc2\x61",
           "\xe2\x82\x61",
           "\xf0\x90\x80\x61",
       }) {
    EXPECT_EQ(DecodeUtf8(text).size, 0u);
    EXPECT_FALSE(IsValidUtf8(text));
  }
}

}  // namespace
}  // namespace plumb
