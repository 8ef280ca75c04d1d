#include "parse/binary/hex_input.h"

#include "core/byte_order.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using Words = std::vector<uint32_t>;

TEST(HexInputTest, AllForms) {
  const Words kHost = {0x07230203, 0x00010300, 0xabcdef01};
  const Words kSwapped = {0x03022307, 0x00030100, 0x01efcdab};
  // What the bytes of a file are in words of this host.
  const Words& kLittleEndianFile = kIsLittleEndian ? kHost : kSwapped;
  const Words& kBigEndianFile = kIsLittleEndian ? kSwapped : kHost;
  const struct {
    const char* text;
    const Words& words;
  } kCases[] = {
      {"07230203 00010300 abcdef01", kHost},
      {"0x07230203, 0x00010300, 0xABCDEF01,\n", kHost},
      {"0X7230203,0x10300,0xABCDEF01", kHost},
      {"x7230203\tx10300\r\nxabcdef01", kHost},
      {"03022307 00030100 01efcdab", kSwapped},
      {"03 02 23 07 00 03 01 00 01 ef cd ab", kLittleEndianFile},
      {" 0x3,0x2,0x23,0x7, 0,3,1,0, 1,0xef,0xcd,0xab", kLittleEndianFile},
      {"030223070003010001ef\ncdab\n", kLittleEndianFile},
      {"0x0302230700030100,01efcdab", kLittleEndianFile},
      {"0723020300010300abcdef01", kBigEndianFile},
      {"\t// 1112.0.0\n\t0x07230203,0x00010300,\n\t0xABCDEF01 // end", kHost},
      {"x07 x23 x02 x03 x00 x01 x03 x00 xab xcd xef x01", kBigEndianFile},
  };
  for (const auto& test : kCases) {
    EXPECT_TRUE(LooksLikeHex(test.text)) << test.text;
    const absl::StatusOr<Words> words = WordsFromHex(test.text);
    ASSERT_TRUE(words.ok()) << words.status();
    EXPECT_EQ(*words, test.words) << test.text;
  }
}

TEST(HexInputTest, OtherTexts) {
  for (const char* text :
       {"", " \n", "; SPIR-V\n", "OpCapability Shader", "%1 = OpTypeVoid",
        "07230204", "0x", "x", "03 02 23", "03 02 07 23", "07 23 02 x",
        "072302030", "3 2 23 007", "// 07230203", "/ 07230203",
        "03022308000301"}) {
    EXPECT_FALSE(LooksLikeHex(text)) << text;
    EXPECT_FALSE(WordsFromHex(text).ok()) << text;
  }
}

TEST(HexInputTest, ReportsErrorsWithPositions) {
  EXPECT_EQ(WordsFromHex("07230203\n00010300 12g4").status().message(),
            "2:10: '12g4' is not a word of up to eight hexadecimal digits");
  EXPECT_EQ(WordsFromHex("03 02 23 07 123").status().message(),
            "1:13: '123' is not a byte of one or two hexadecimal digits");
  EXPECT_EQ(WordsFromHex("0302230700030100 // x\n01ef0").status().message(),
            "2:1: '01ef0' is not bytes of two hexadecimal digits each");
  EXPECT_EQ(
      WordsFromHex("03 02 23 07 12").status().message(),
      "the text has 5 hexadecimal bytes, which is not a multiple of four");
}

}  // namespace
}  // namespace plumb
