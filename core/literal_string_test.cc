#include "core/literal_string.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(LiteralStringTest, EndsAtTheZeroByteOrTheLastWord) {
  const uint32_t words[] = {0x64636261, 0x00000065, 0x66666666};
  EXPECT_EQ(LiteralString(words).text(), "abcde");
  EXPECT_EQ(LiteralString(absl::MakeConstSpan(words, 1)).text(), "abcd");
  EXPECT_EQ(LiteralString({}).text(), "");
}

TEST(LiteralStringTest, TextInLittleEndianHasTheBytesInMemory) {
  const uint32_t words[] = {LittleEndian(0x64636261), LittleEndian(0x65)};
  EXPECT_EQ(TextInLittleEndian(words), "abcde");
  EXPECT_EQ(TextInLittleEndian({}), "");
}

TEST(ByteOrderTest, SwapsBytes) {
  EXPECT_EQ(SwapBytes(0x01020304), 0x04030201u);
  EXPECT_EQ(LittleEndian(LittleEndian(0x01020304)), 0x01020304u);
}

}  // namespace
}  // namespace plumb
