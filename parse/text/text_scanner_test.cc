// Tests reads at every position of texts of every size around that of a
// window.
#include "parse/text/text_scanner.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(TextScannerTest, WindowsShowTheTextAndThenZeroBytes) {
  for (size_t size = 0; size < 3 * TextScanner::kWindow; ++size) {
    std::string text;
    for (size_t i = 0; i < size; ++i) text += static_cast<char>('A' + i % 57);
    TextScanner scanner;
    scanner.Start(text);
    EXPECT_EQ(scanner.end(), text.data() + size);
    for (size_t at = 0; at <= size; ++at) {
      const char* const window = scanner.Window(text.data() + at);
      for (size_t i = 0; i < TextScanner::kWindow; ++i) {
        ASSERT_EQ(window[i], at + i < size ? text[at + i] : '\0')
            << size << " " << at << " " << i;
      }
    }
  }
}

TEST(TextScannerTest, RunsEndWithBlanks) {
  for (size_t before : {0, 1, 50}) {
    for (size_t size = 0; size < 300; ++size) {
      for (size_t behind : {0, 1, 300}) {
        const std::string run(size, 'x');
        const std::string text =
            std::string(before, ' ') + run + std::string(behind, '\n');
        TextScanner scanner;
        scanner.Start(text);
        // A blank that is far away is not searched for.
        const bool is_far = size >= 256 && !(size == 256 && behind == 0);
        EXPECT_EQ(scanner.Run(text.data() + before), is_far ? "" : run)
            << size << " " << behind;
      }
    }
  }
}

TEST(TextScannerTest, SkipsToTokens) {
  const std::string text = "a  b ;c\n\t%d ";
  TextScanner scanner;
  scanner.Start(text);
  const char* const begin = text.data();
  EXPECT_EQ(scanner.SkipToToken(begin) - begin, 0);
  EXPECT_EQ(scanner.SkipToToken(begin + 1) - begin, 3);
  EXPECT_EQ(scanner.SkipToToken(begin + 2) - begin, 3);
  EXPECT_EQ(scanner.SkipToToken(begin + 4) - begin, 9);
  EXPECT_EQ(scanner.SkipToToken(begin + 11), scanner.end());
}

// The text between the quotes; "none" if there is no plain string.
std::string StringAt(const std::string& text) {
  TextScanner scanner;
  scanner.Start(text);
  absl::string_view inside;
  const char* const end = scanner.PlainString(text.data(), &inside);
  if (end == nullptr) return "none";
  EXPECT_EQ(end, inside.data() + inside.size() + 1);
  return std::string(inside);
}

TEST(TextScannerTest, FindsPlainStrings) {
  EXPECT_EQ(StringAt("\"\""), "");
  EXPECT_EQ(StringAt("\"main\" %a"), "main");
  EXPECT_EQ(StringAt("\"two\nlines\"\n"), "two\nlines");
  EXPECT_EQ(StringAt("\"escaped \\\"\" "), "none");
  EXPECT_EQ(StringAt("\"runs into\"another\""), "none");
  EXPECT_EQ(StringAt("\"open"), "none");
  EXPECT_EQ(StringAt("word"), "none");
  EXPECT_EQ(StringAt("\"na\xc3\xafve\""), "none");
  EXPECT_EQ(StringAt(""), "none");
}

}  // namespace
}  // namespace plumb
