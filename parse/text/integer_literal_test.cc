#include "parse/text/integer_literal.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// The words of a literal, high-order word first, or the error.
std::string Parse(absl::string_view text, uint32_t width, bool is_signed) {
  std::vector<uint32_t> words(IntegerWords(kMaxIntegerWidth));
  switch (ParseInteger(text, width, is_signed, words.data())) {
    case LiteralError::kSyntax:
      return "syntax";
    case LiteralError::kNegative:
      return "negative";
    case LiteralError::kRange:
      return "range";
    case LiteralError::kWidth:
      return "width";
    case LiteralError::kNone:
      break;
  }
  std::string dump;
  for (uint32_t i = IntegerWords(width); i-- > 0;) {
    absl::StrAppend(&dump, absl::Hex(words[i], absl::kZeroPad8));
  }
  return dump;
}

TEST(IntegerLiteralTest, Unsigned) {
  const struct {
    uint32_t width;
    absl::string_view text, words;
  } kCases[] = {
      {32, "0", "00000000"},
      {32, "7", "00000007"},
      {32, "4294967295", "ffffffff"},
      {32, "4294967296", "range"},
      {32, "99999999999999999999999999", "range"},
      {32, "+5", "00000005"},
      {32, "-0", "negative"},
      {32, "-1", "negative"},
      {32, "0xFFFFffff", "ffffffff"},
      {32, "0X1f", "0000001f"},
      {32, "0x100000000", "range"},
      {32, "010", "00000008"},
      {32, "08", "syntax"},
      {32, "", "syntax"},
      {32, "+", "syntax"},
      {32, "0x", "syntax"},
      {32, "0xg", "syntax"},
      {32, "1.0", "syntax"},
      {32, "1e3", "syntax"},
      {32, "--1", "syntax"},
      {32, "12K", "syntax"},
      {8, "255", "000000ff"},
      {8, "256", "range"},
      {8, "0x0ff", "000000ff"},
      {16, "65535", "0000ffff"},
      {24, "16777216", "range"},
      {48, "0xffffffffffff", "0000ffffffffffff"},
      {48, "0x1000000000000", "range"},
      {64, "18446744073709551615", "ffffffffffffffff"},
      {64, "18446744073709551616", "range"},
      {1, "1", "00000001"},
      {1, "2", "range"},
      {0, "1", "width"},
      {1025, "1", "width"},
      {96, "0x123456789abcdef012345678", "123456789abcdef012345678"},
      {128, "340282366920938463463374607431768211455",
       "ffffffffffffffffffffffffffffffff"},
      {128, "340282366920938463463374607431768211456", "range"},
      {128, "00000000000000000000000000000000000000000000000000007",
       "00000000000000000000000000000007"},
      {128, "12a", "syntax"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Parse(c.text, c.width, false), c.words) << c.width << c.text;
  }
}

TEST(IntegerLiteralTest, Signed) {
  const struct {
    uint32_t width;
    absl::string_view text, words;
  } kCases[] = {
      {32, "2147483647", "7fffffff"},
      {32, "2147483648", "range"},
      {32, "-2147483648", "80000000"},
      {32, "-2147483649", "range"},
      {32, "0xffffffff", "ffffffff"},
      {32, "-0xffffffff", "range"},
      {8, "-128", "ffffff80"},
      {8, "-129", "range"},
      {8, "127", "0000007f"},
      {8, "128", "range"},
      {8, "0xff", "ffffffff"},
      {8, "0x80", "ffffff80"},
      {8, "0x7f", "0000007f"},
      {8, "-0x80", "ffffff80"},
      {8, "0xfff", "range"},
      {16, "-32768", "ffff8000"},
      {24, "-1", "ffffffff"},
      {48, "-1", "ffffffffffffffff"},
      {48, "0x800000000000", "ffff800000000000"},
      {64, "-9223372036854775808", "8000000000000000"},
      {64, "9223372036854775808", "range"},
      {64, "0xffffffffffffffff", "ffffffffffffffff"},
      {64, "-0", "0000000000000000"},
      {128, "-1", "ffffffffffffffffffffffffffffffff"},
      {128, "-170141183460469231731687303715884105728",
       "80000000000000000000000000000000"},
      {128, "-170141183460469231731687303715884105729", "range"},
      {65, "-1", "ffffffffffffffffffffffff"},
      {65, "0x10000000000000000", "ffffffff0000000000000000"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Parse(c.text, c.width, true), c.words) << c.width << c.text;
  }
}

TEST(IntegerLiteralTest, LongDigitStringsAreLinear) {
  EXPECT_EQ(Parse(std::string(1000000, '9'), 1024, false), "range");
  EXPECT_EQ(Parse(std::string(1000000, '9'), 32, false), "range");
  EXPECT_EQ(Parse(std::string(1000000, '0'), 32, false), "00000000");
}

TEST(IntegerLiteralTest, ParseUint32AcceptsAllFormats) {
  uint32_t value = 0;
  EXPECT_EQ(ParseUint32("9", &value), LiteralError::kNone);
  EXPECT_EQ(value, 9u);
  EXPECT_EQ(ParseUint32("0x20", &value), LiteralError::kNone);
  EXPECT_EQ(value, 32u);
  EXPECT_EQ(ParseUint32("-", &value), LiteralError::kSyntax);
  EXPECT_EQ(ParseUint32("a", &value), LiteralError::kSyntax);
}

}  // namespace
}  // namespace plumb
