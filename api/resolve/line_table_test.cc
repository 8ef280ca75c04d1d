#include "api/resolve/line_table.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(LineTableTest, Places) {
  LineTable table("ab\n\ncd\r\ne");
  const struct {
    size_t offset, line, column;
  } kCases[] = {{0, 1, 1}, {1, 1, 2}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1},
                {7, 3, 4}, {8, 4, 1}, {9, 4, 2}, {99, 4, 2}};
  for (const auto& test : kCases) {
    const LineAndColumn at = table.At(test.offset);
    EXPECT_EQ(at.line, test.line) << test.offset;
    EXPECT_EQ(at.column, test.column) << test.offset;
  }
  EXPECT_EQ(table.Line(1), "ab");
  EXPECT_EQ(table.Line(2), "");
  EXPECT_EQ(table.Line(3), "cd");
  EXPECT_EQ(table.Line(4), "e");
}

TEST(LineTableTest, CharactersAreCodePoints) {
  // Lines with one, two, three and four bytes a character, longer than a block.
  std::string text;
  for (const char* character : {"a", "é", "€", "😀"}) {
    for (int i = 0; i < 300; ++i) text += character;
    text += '\n';
  }
  LineTable table(text);
  size_t offset = 0;
  for (const size_t bytes : {1, 2, 3, 4}) {
    for (const size_t i : {0, 1, 127, 128, 299, 300}) {
      const LineAndColumn at = table.At(offset + i * bytes);
      EXPECT_EQ(at.line, bytes);
      EXPECT_EQ(at.column, i * bytes + 1);
      EXPECT_EQ(at.character, i + 1);
    }
    offset += 300 * bytes + 1;
  }
}

TEST(LineTableTest, EmptyText) {
  LineTable table("");
  EXPECT_EQ(table.At(0).line, 1u);
  EXPECT_EQ(table.At(5).column, 1u);
  EXPECT_EQ(table.Line(1), "");
}

}  // namespace
}  // namespace plumb
