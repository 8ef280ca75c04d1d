#include "cli/drawing/markup.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb::drawing {
namespace {

constexpr char kBad[] = "\xEF\xBF\xBD";

TEST(MarkupTest, KeepsWhatCanBePrinted) {
  const std::string text = "a~ \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80";
  EXPECT_EQ(PrintableUtf8(text), text);
  EXPECT_EQ(PrintableUtf8(""), "");
}

TEST(MarkupTest, ReplacesWhatCannot) {
  for (const char* bad :
       {"\n", "\t", "\x1b", "\x7f", "\xff", "\x80", "\xC3", "\xC0", "\xC2\x85",
        // Escapes do not mislead readers.
        // NOLINTNEXTLINE(misc-misleading-bidirectional)
        "\xE2\x80\xA8", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x80\x8F",
        "\xEF\xBF\xBE", "\xEF\xBF\xBF", "\xEF\xBB\xBF"}) {
    const std::string out = PrintableUtf8(bad);
    EXPECT_EQ(out.substr(0, 3), kBad);
    EXPECT_EQ(out.size() % 3, 0) << "nothing else is left";
  }
  EXPECT_EQ(PrintableUtf8("\xED\xA0\x80").substr(0, 3), kBad) << "surrogate";
  EXPECT_EQ(PrintableUtf8("\xE0\x80\x80").substr(0, 3), kBad) << "overlong";
  EXPECT_EQ(PrintableUtf8("\xF4\x90\x80\x80").substr(0, 3), kBad) << "large";
  EXPECT_EQ(PrintableUtf8("a\xE2\x82"), std::string("a") + kBad + kBad);
}

TEST(MarkupTest, EscapesHtml) {
  EXPECT_EQ(HtmlEscaped("<b a=\"x\" c='&amp;'>"),
            "&lt;b a=&quot;x&quot; c=&#39;&amp;amp;&#39;&gt;");
}

TEST(MarkupTest, ShortensByCharacters) {
  EXPECT_EQ(Shortened("abc", 3), "abc");
  EXPECT_EQ(Shortened("abcd", 3), "ab\xE2\x80\xA6");
  EXPECT_EQ(Shortened("\xC3\xA9\xC3\xA9\xC3\xA9", 2), "\xC3\xA9\xE2\x80\xA6");
  EXPECT_EQ(CharacterCount("\xC3\xA9\xE2\x80\xA6x"), 3);
}

}  // namespace
}  // namespace plumb::drawing
