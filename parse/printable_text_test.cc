#include "parse/printable_text.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(PrintableTextTest, PrintableTextIsUnchanged) {
  for (const char* text :
       {"", "main(vf4;", "\ta\tb", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"}) {
    EXPECT_TRUE(IsPrintable(absl::string_view(text))) << text;
    EXPECT_EQ(PrintableText(text), text);
  }
}

TEST(PrintableTextTest, LineEndsAreKeptInLines) {
  EXPECT_EQ(PrintableLines("a\nb\x1b\r\n\rc\r"),
            "a\nb<U+001b>\r\n<U+000d>c<U+000d>");
}

TEST(PrintableTextTest, OtherCharactersAreNumbers) {
  const struct {
    absl::string_view text, printable;
  } kCases[] = {
      {"a\nb\r", "a<U+000a>b<U+000d>"},
      {absl::string_view("\0", 1), "<U+0000>"},
      {"\x1b[2J\x7f", "<U+001b>[2J<U+007f>"},
      {"\xc2\x9b", "<U+009b>"},
      // NOLINTNEXTLINE(misc-misleading-bidirectional)
      {"\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f", "<U+202e><U+2066><U+200f>"},
      {"\xef\xbf\xbe\xef\xbf\xbf", "<U+fffe><U+ffff>"},
      {"\xf0\x9f\xbf\xbf\xef\xb7\x90", "<U+1ffff><U+fdd0>"},
      {"\xff\xc0\x80", "<ff><c0><80>"},
      {"\xed\xa0\x80", "<ed><a0><80>"},
      {"\xe2\x82", "<e2><82>"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(PrintableText(test.text), test.printable);
    EXPECT_FALSE(IsPrintable(test.text)) << test.printable;
    EXPECT_TRUE(IsPrintable(test.printable));
  }
}

TEST(PrintableTextTest, CountsColumns) {
  std::string out = "x";
  EXPECT_EQ(AppendPrintable("a\xc3\xa9\t\x1b", &out), 3 + 8);
  EXPECT_EQ(out, "xa\xc3\xa9\t<U+001b>");
}

TEST(PrintableTextTest, CutsAtTheBeginOfACharacter) {
  EXPECT_EQ(CutText("abcd", 4), "abcd");
  EXPECT_EQ(CutText("abcde", 4), "abcd...");
  EXPECT_EQ(CutText("ab\xe2\x82\xac", 4), "ab...");
  EXPECT_EQ(CutText("ab\xe2\x82\xac!", 5), "ab\xe2\x82\xac...");
  // Ill-formed text is cut too.
  EXPECT_EQ(CutText(std::string(9, '\x80'), 5), "\x80\x80...");
}

}  // namespace
}  // namespace plumb
