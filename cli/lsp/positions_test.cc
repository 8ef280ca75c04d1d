#include "cli/lsp/positions.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb::lsp {
namespace {

// U+00E9 has 2 bytes, U+20AC 3, and U+1F600 4 and two units of UTF-16.
constexpr absl::string_view kText = "a\u00e9\u20ac\U0001f600b\ncd\r\nef\rg";

struct Row {
  PositionEncoding encoding;
  std::vector<uint32_t> characters;  // of a, é, €, 😀, b and the line end
};

TEST(PositionsTest, CountsUnitsOfTheEncoding) {
  const Row rows[] = {
      {PositionEncoding::kUtf8, {0, 1, 3, 6, 10, 11}},
      {PositionEncoding::kUtf16, {0, 1, 2, 3, 5, 6}},
      {PositionEncoding::kUtf32, {0, 1, 2, 3, 4, 5}},
  };
  constexpr size_t kOffsets[] = {0, 1, 3, 6, 10, 11};
  for (const Row& row : rows) {
    SCOPED_TRACE(NameOf(row.encoding));
    const Positions positions(kText, row.encoding);
    for (size_t i = 0; i < row.characters.size(); ++i) {
      const Position position = {0, row.characters[i]};
      EXPECT_EQ(positions.At(kOffsets[i]), position);
      EXPECT_EQ(positions.OffsetOf(position), kOffsets[i]);
    }
  }
}

TEST(PositionsTest, KnowsAllLineEnds) {
  const Positions positions(kText, PositionEncoding::kUtf8);
  ASSERT_EQ(positions.line_count(), 4u);
  std::vector<absl::string_view> lines;
  for (uint32_t line = 0; line < 4; ++line) {
    const size_t begin = positions.LineBegin(line);
    lines.push_back(kText.substr(begin, positions.LineEnd(line) - begin));
    EXPECT_EQ(positions.LineOf(begin), line);
  }
  EXPECT_THAT(
      lines, testing::ElementsAre("a\u00e9\u20ac\U0001f600b", "cd", "ef", "g"));
}

TEST(PositionsTest, ClampsWhatIsNotThere) {
  for (const auto encoding :
       {PositionEncoding::kUtf8, PositionEncoding::kUtf16}) {
    const Positions positions(kText, encoding);
    EXPECT_EQ(positions.OffsetOf({1, 99}), positions.LineEnd(1));
    EXPECT_EQ(positions.OffsetOf({99, 0}), kText.size());
    EXPECT_EQ(positions.At(999), positions.At(kText.size()));
  }
  // Within a pair of UTF-16, and within the bytes of a code point.
  EXPECT_EQ(Positions(kText, PositionEncoding::kUtf16).OffsetOf({0, 4}), 6u);
  EXPECT_EQ(Positions(kText, PositionEncoding::kUtf8).OffsetOf({0, 8}), 6u);
}

TEST(PositionsTest, AnEmptyTextHasOneLine) {
  const Positions positions("", PositionEncoding::kUtf16);
  EXPECT_EQ(positions.line_count(), 1u);
  EXPECT_EQ(positions.OffsetOf({0, 0}), 0u);
  EXPECT_EQ(positions.At(0), Position());
}

}  // namespace
}  // namespace plumb::lsp
