#include "parse/disassembly/number_text.h"

#include <random>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/float_literal.h"

namespace plumb {
namespace {

TEST(NumberTextTest, Float32) {
  const struct {
    uint32_t bits;
    const char* text;
  } kCases[] = {
      {0x3fc00000, "1.5"},
      {0x3dcccccd, "0.100000001"},
      {0x7149f2ca, "1.00000002e+30"},
      {0x00800000, "1.17549435e-38"},
      {0x7f7fffff, "3.40282347e+38"},
      {0x00000000, "0"},
      {0x80000000, "-0"},
      {0x7f800000, "0x1p+128"},
      {0xff800000, "-0x1p+128"},
      {0x7fc00000, "0x1.8p+128"},
      {0x7f800001, "0x1.000002p+128"},
      {0xffffffff, "-0x1.fffffep+128"},
      {0x00000001, "0x1p-149"},
      {0x80000001, "-0x1p-149"},
      {0x000116c2, "0x1.16c2p-133"},
  };
  for (const auto& test : kCases) {
    std::string text;
    AppendFloat32(test.bits, &text);
    EXPECT_EQ(text, test.text);
  }
}

TEST(NumberTextTest, Float64) {
  const struct {
    uint64_t bits;
    const char* text;
  } kCases[] = {
      {0x3fb999999999999a, "0.10000000000000001"},
      {0x4008000000000000, "3"},
      {0x8000000000000000, "-0"},
      {0x7ff0000000000000, "0x1p+1024"},
      {0x7ff8000000000000, "0x1.8p+1024"},
      {0x0000000000000001, "0x1p-1074"},
      {0x000ffffffffffffa, "0x1.ffffffffffff4p-1023"},
  };
  for (const auto& test : kCases) {
    std::string text;
    AppendFloat64(test.bits, &text);
    EXPECT_EQ(text, test.text);
  }
}

TEST(NumberTextTest, HexFloat16) {
  const struct {
    uint32_t bits;
    const char* text;
  } kCases[] = {
      {0x2e66, "0x1.998p-4"}, {0x3c00, "0x1p+0"},  {0xfc00, "-0x1p+16"},
      {0x7e00, "0x1.8p+16"},  {0x0001, "0x1p-24"}, {0x03ff, "0x1.ff8p-15"},
      {0x0000, "0x0p+0"},     {0x8000, "-0x0p+0"},
  };
  for (const auto& test : kCases) {
    std::string text;
    AppendHexFloat(test.bits, *FindFloatFormat(16, absl::nullopt), &text);
    EXPECT_EQ(text, test.text);
  }
}

// Whatever the bits of a narrow float are, its text assembles to them.
TEST(NumberTextTest, NarrowFloatsReadBack) {
  std::vector<const FloatFormat*> formats = {
      FindFloatFormat(16, absl::nullopt)};
  for (const grammar::EnumerantInfo& encoding :
       grammar::Enumerants(grammar::Kind::kFPEncoding)) {
    formats.push_back(
        FindFloatFormat(EncodingWidth(encoding.value), encoding.value));
  }
  int count = 0;
  for (const FloatFormat* format : formats) {
    if (format == nullptr ||
        format->specials == FloatFormat::SpecialValues::kFixedPoint) {
      continue;
    }
    ++count;
    ASSERT_LE(format->width, 16);
    for (uint32_t bits = 0; bits < uint32_t{1} << format->width; ++bits) {
      std::string text;
      AppendHexFloat(bits, *format, &text);
      uint32_t words[2] = {};
      EXPECT_EQ(ParseFloat(text, *format, words), LiteralError::kNone) << text;
      EXPECT_EQ(words[0], bits)
          << text << ", " << int{format->width} << " bits";
    }
  }
  EXPECT_GE(count, 3);
}

TEST(NumberTextTest, WideFloatsReadBack) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    uint64_t bits = random();
    if (i % 3 == 0) bits |= uint64_t{0x7ff} << 52;     // infinities and NaNs
    if (i % 3 == 1) bits &= ~(uint64_t{0x7ff} << 52);  // subnormal
    std::string text;
    AppendFloat64(bits, &text);
    uint32_t words[2] = {};
    EXPECT_EQ(ParseFloat(text, *FindFloatFormat(64, absl::nullopt), words),
              LiteralError::kNone);
    EXPECT_EQ(words[0] | uint64_t{words[1]} << 32, bits) << text;

    uint32_t narrow = static_cast<uint32_t>(random());
    if (i % 3 == 0) narrow |= uint32_t{0xff} << 23;
    if (i % 3 == 1) narrow &= ~(uint32_t{0xff} << 23);
    text.clear();
    AppendFloat32(narrow, &text);
    EXPECT_EQ(ParseFloat(text, *FindFloatFormat(32, absl::nullopt), words),
              LiteralError::kNone);
    EXPECT_EQ(words[0], narrow) << text;
  }
}

// The text of a constant whose type has these operands after its result.
std::string LiteralText(Op type, std::initializer_list<uint32_t> type_operands,
                        std::initializer_list<uint32_t> value) {
  ModuleWords words(9);
  std::vector<uint32_t> inst = {static_cast<uint32_t>(type_operands.size() + 2)
                                        << 16 |
                                    grammar::Info(type).opcode,
                                1};
  words.words().insert(words.words().end(), inst.begin(), inst.end());
  words.words().insert(words.words().end(), type_operands);
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(reader.Read(words, &module, &list));
  std::string text;
  AppendTypedLiteral(module, Id(1), std::vector<uint32_t>(value), &text);
  return text;
}

TEST(NumberTextTest, TypedLiterals) {
  EXPECT_EQ(LiteralText(Op::kTypeInt, {32, 1}, {0xfffffffb}), "-5");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {32, 0}, {0xfffffffb}), "4294967291");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {16, 1}, {0xfffffffb}), "-5");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {64, 1}, {0xfffffffb, 0xffffffff}), "-5");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {64, 0}, {0, 1}), "4294967296");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {128, 0}, {1, 2, 3, 4}),
            "0x4000000030000000200000001");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {128, 0}, {0, 0, 0, 0}), "0x0");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {96, 1}, {5, 0, 0x80000000}),
            "0x800000000000000000000005");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {68, 1}, {1, 0, 0xfffffff8}),
            "0x80000000000000001");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {68, 0}, {1, 0, 7}),
            "0x70000000000000001");
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {16}, {0x3c00}), "0x1p+0");
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {64}, {0, 0x40080000}), "3");
  // BFloat16, E4M3 and E5M2.
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {16, 0}, {0x3fc0}), "0x1.8p+0");
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {8, 4214}, {0x3c}), "0x1.8p+0");
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {8, 4215}, {0x3e}), "0x1.8p+0");
  // Bits beyond the width, an unknown width, the wrong size.
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {16}, {0x13c00}), "!0x00013c00");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {8, 0}, {0x100}), "!0x00000100");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {8, 0}, {0xffffffff}), "!0xffffffff");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {8, 1}, {0x80}), "!0x00000080");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {68, 1}, {1, 0, 8}),
            "!0x00000001 !0x00000000 !0x00000008");
  EXPECT_EQ(LiteralText(Op::kTypeFloat, {10}, {1}), "!0x00000001");
  EXPECT_EQ(LiteralText(Op::kTypeInt, {64, 0}, {1}), "!0x00000001");
  EXPECT_EQ(LiteralText(Op::kTypeOpaque, {0}, {1}), "!0x00000001");
}

}  // namespace
}  // namespace plumb
