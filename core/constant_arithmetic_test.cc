#include "core/constant_arithmetic.h"

#include <cstdint>
#include <optional>

#include "gtest/gtest.h"

namespace plumb {
namespace {

constexpr std::optional<uint64_t> kUndefined = std::nullopt;

struct Case {
  Op op;
  Bits a, b;
  uint32_t width;
  std::optional<uint64_t> expected;
};

Case Binary(Op op, uint32_t width, uint64_t a, uint64_t b,
            std::optional<uint64_t> expected) {
  return {op, {a, width}, {b, width}, width, expected};
}
Case Compare(Op op, uint32_t width, uint64_t a, uint64_t b, bool expected) {
  return {op, {a, width}, {b, width}, 1, expected ? 1u : 0u};
}
Case Unary(Op op, uint32_t from, uint64_t a, uint32_t to,
           std::optional<uint64_t> expected) {
  return {op, {a, from}, {0, 1}, to, expected};
}

TEST(ConstantArithmeticTest, Calculates) {
  constexpr uint64_t kMin64 = uint64_t{1} << 63;
  constexpr uint64_t kMax64 = ~uint64_t{0};
  const Case cases[] = {
      Binary(Op::kIAdd, 8, 250, 10, 4),
      Binary(Op::kIAdd, 64, kMax64, 1, 0),
      Binary(Op::kISub, 16, 1, 2, 0xffff),
      Binary(Op::kIMul, 32, 0x10000, 0x10001, 0x10000),
      Unary(Op::kSNegate, 8, 1, 8, 0xff),
      Unary(Op::kSNegate, 64, kMin64, 64, kMin64),
      Unary(Op::kNot, 16, 0x00ff, 16, 0xff00),
      Binary(Op::kUDiv, 32, 7, 2, 3),
      Binary(Op::kUDiv, 32, 7, 0, kUndefined),
      Binary(Op::kUMod, 32, 7, 4, 3),
      Binary(Op::kUMod, 32, 7, 0, kUndefined),
      Binary(Op::kSDiv, 8, 0xf9, 2, 0xfd),           // -7 / 2 = -3
      Binary(Op::kSDiv, 8, 0x80, 0xff, kUndefined),  // -128 / -1
      Binary(Op::kSDiv, 64, kMin64, kMax64, kUndefined),
      Binary(Op::kSDiv, 32, 1, 0, kUndefined),
      Binary(Op::kSRem, 8, 0xf9, 3, 0xff),  // -7 rem 3 = -1
      Binary(Op::kSMod, 8, 0xf9, 3, 2),     // -7 mod 3 = 2
      Binary(Op::kSMod, 8, 7, 0xfd, 0xfe),  // 7 mod -3 = -2
      Binary(Op::kSMod, 8, 6, 0xfd, 0),
      Binary(Op::kSRem, 64, kMin64, kMax64, kUndefined),
      Binary(Op::kSMod, 16, 5, 0, kUndefined),
      Binary(Op::kShiftLeftLogical, 8, 0x81, 1, 2),
      Binary(Op::kShiftLeftLogical, 8, 1, 8, kUndefined),
      Binary(Op::kShiftLeftLogical, 64, 1, 63, kMin64),
      Binary(Op::kShiftLeftLogical, 64, 1, 64, kUndefined),
      Binary(Op::kShiftRightLogical, 8, 0x80, 7, 1),
      Binary(Op::kShiftRightArithmetic, 8, 0x80, 7, 0xff),
      Binary(Op::kShiftRightArithmetic, 32, 8, 0xffffffff, kUndefined),
      Binary(Op::kBitwiseOr, 8, 0xf0, 0x0f, 0xff),
      Binary(Op::kBitwiseXor, 8, 0xff, 0x0f, 0xf0),
      Binary(Op::kBitwiseAnd, 8, 0x3c, 0x0f, 0x0c),
      Binary(Op::kLogicalOr, 1, 0, 1, 1),
      Binary(Op::kLogicalAnd, 1, 0, 1, 0),
      Binary(Op::kLogicalEqual, 1, 0, 0, 1),
      Binary(Op::kLogicalNotEqual, 1, 1, 1, 0),
      Unary(Op::kLogicalNot, 1, 1, 1, 0),
      Unary(Op::kLogicalNot, 1, 0, 1, 1),
      Compare(Op::kIEqual, 8, 5, 5, true),
      Compare(Op::kINotEqual, 8, 5, 5, false),
      Compare(Op::kULessThan, 8, 0x7f, 0x80, true),
      Compare(Op::kSLessThan, 8, 0x7f, 0x80, false),
      Compare(Op::kULessThanEqual, 8, 3, 3, true),
      Compare(Op::kSLessThanEqual, 8, 0x80, 0x7f, true),
      Compare(Op::kUGreaterThan, 8, 0x80, 0x7f, true),
      Compare(Op::kSGreaterThan, 8, 0x80, 0x7f, false),
      Compare(Op::kUGreaterThanEqual, 8, 3, 4, false),
      Compare(Op::kSGreaterThanEqual, 64, kMin64, kMin64, true),
      Unary(Op::kUConvert, 8, 0xff, 32, 0xff),
      Unary(Op::kSConvert, 8, 0xff, 32, 0xffffffff),
      Unary(Op::kUConvert, 32, 0x12345678, 8, 0x78),
      Unary(Op::kSConvert, 64, kMin64 | 1, 16, 1),
      Unary(Op::kBitcast, 32, 0xffffffff, 32, 0xffffffff),
      Unary(Op::kBitcast, 32, 1, 64, kUndefined),
      Binary(Op::kFAdd, 32, 1, 1, kUndefined),
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Calculate(c.op, c.a, c.b, c.width), c.expected)
        << grammar::NameOf(c.op) << " of " << c.a.value << " and " << c.b.value
        << " in " << c.a.width << " bits";
  }
}

TEST(ConstantArithmeticTest, ExtendsTheSign) {
  EXPECT_EQ(SignExtended(0x80, 8), -128);
  EXPECT_EQ(SignExtended(0x7f, 8), 127);
  EXPECT_EQ(SignExtended(1, 1), -1);
  EXPECT_EQ(SignExtended(~uint64_t{0}, 64), -1);
  EXPECT_EQ(LowBits(0x1ff, 8), 0xffu);
  EXPECT_EQ(LowBits(~uint64_t{0}, 64), ~uint64_t{0});
}

}  // namespace
}  // namespace plumb
