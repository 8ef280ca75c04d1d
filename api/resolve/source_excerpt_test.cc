#include "api/resolve/source_excerpt.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(SourceExcerptTest, Caret) {
  const Excerpt excerpt = MakeExcerpt("  %a = OpIAdd %b %c", 14, 16);
  EXPECT_EQ(excerpt.source, "  %a = OpIAdd %b %c");
  EXPECT_EQ(excerpt.caret, "              ^~");
  EXPECT_EQ(MakeExcerpt("ab", 0, 1).caret, "^");
  EXPECT_EQ(MakeExcerpt("ab", 2, 2).caret, "  ^");
  EXPECT_EQ(MakeExcerpt("ab", 9, 12).caret, "  ^");
  EXPECT_EQ(MakeExcerpt("", 0, 0).caret, "^");
}

TEST(SourceExcerptTest, TabsStay) {
  const Excerpt excerpt = MakeExcerpt("\tab\t%c", 4, 6);
  EXPECT_EQ(excerpt.source, "\tab\t%c");
  EXPECT_EQ(excerpt.caret, "\t  \t^~");
}

TEST(SourceExcerptTest, CharactersTakeOneColumn) {
  EXPECT_EQ(MakeExcerpt("\"h\xc3\xa9\" %c", 6, 8).caret, "     ^~");
}

TEST(SourceExcerptTest, HarmfulCharactersAreShown) {
  const Excerpt excerpt =
      // Escapes do not mislead readers.
      // NOLINTNEXTLINE(misc-misleading-bidirectional)
      MakeExcerpt("\x1b[31m \xe2\x80\xae\xff %c\x07", 11, 13);
  EXPECT_EQ(excerpt.source, "<U+001b>[31m <U+202e><ff> %c<U+0007>");
  EXPECT_EQ(excerpt.caret, "                          ^~");
}

TEST(SourceExcerptTest, LongLinesAreCut) {
  const std::string line =
      std::string(500, 'a') + "TOKEN" + std::string(500, 'b');
  const Excerpt excerpt = MakeExcerpt(line, 500, 505);
  EXPECT_EQ(excerpt.source, "..." + std::string(60, 'a') + "TOKEN" +
                                std::string(95, 'b') + "...");
  EXPECT_EQ(excerpt.caret, std::string(63, ' ') + "^~~~~");
  // A token that is longer than the window.
  const Excerpt whole = MakeExcerpt(line, 0, line.size());
  EXPECT_EQ(whole.source, line.substr(0, 160) + "...");
  EXPECT_EQ(whole.caret, "^" + std::string(159, '~'));
  // Characters are not cut in two.
  std::string wide;
  for (int i = 0; i < 300; ++i) wide += "\xe2\x82\xac";
  for (size_t at = 0; at < wide.size(); at += 3) {
    EXPECT_EQ(MakeExcerpt(wide, at, at + 3).source.find('<'),
              std::string::npos);
  }
}

}  // namespace
}  // namespace plumb
