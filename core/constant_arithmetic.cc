#include "core/constant_arithmetic.h"

#include <limits>

namespace plumb {
namespace {

int64_t Signed(Bits bits) { return SignExtended(bits.value, bits.width); }

std::optional<uint64_t> Divide(Op op, Bits a, Bits b) {
  if (b.value == 0) return std::nullopt;
  if (op == Op::kUDiv) return a.value / b.value;
  if (op == Op::kUMod) return a.value % b.value;
  const int64_t left = Signed(a);
  const int64_t right = Signed(b);
  // The quotient of the smallest number and -1 overflows in any width, which
  // leaves the remainder undefined, too.
  if (right == -1 &&
      left == SignExtended(uint64_t{1} << (a.width - 1), a.width)) {
    return std::nullopt;
  }
  if (op == Op::kSDiv) return static_cast<uint64_t>(left / right);
  int64_t rest = left % right;
  // OpSRem has the sign of the dividend, OpSMod that of the divisor.
  if (op == Op::kSMod && rest != 0 && (rest < 0) != (right < 0)) rest += right;
  return static_cast<uint64_t>(rest);
}

std::optional<uint64_t> Shift(Op op, Bits a, Bits b) {
  if (b.value >= a.width) return std::nullopt;
  switch (op) {
    case Op::kShiftLeftLogical:
      return a.value << b.value;
    case Op::kShiftRightLogical:
      return a.value >> b.value;
    default:
      return static_cast<uint64_t>(Signed(a) >> b.value);
  }
}

std::optional<uint64_t> EvaluateRaw(Op op, Bits a, Bits b) {
  switch (op) {
    case Op::kSNegate:
      return -a.value;
    case Op::kNot:
      return ~a.value;
    case Op::kIAdd:
      return a.value + b.value;
    case Op::kISub:
      return a.value - b.value;
    case Op::kIMul:
      return a.value * b.value;
    case Op::kUDiv:
    case Op::kSDiv:
    case Op::kUMod:
    case Op::kSRem:
    case Op::kSMod:
      return Divide(op, a, b);
    case Op::kShiftLeftLogical:
    case Op::kShiftRightLogical:
    case Op::kShiftRightArithmetic:
      return Shift(op, a, b);
    case Op::kBitwiseOr:
    case Op::kLogicalOr:
      return a.value | b.value;
    case Op::kBitwiseXor:
    case Op::kLogicalNotEqual:
      return a.value ^ b.value;
    case Op::kBitwiseAnd:
    case Op::kLogicalAnd:
      return a.value & b.value;
    case Op::kLogicalNot:
      return a.value ^ 1;
    case Op::kLogicalEqual:
    case Op::kIEqual:
      return a.value == b.value;
    case Op::kINotEqual:
      return a.value != b.value;
    case Op::kULessThan:
      return a.value < b.value;
    case Op::kULessThanEqual:
      return a.value <= b.value;
    case Op::kUGreaterThan:
      return a.value > b.value;
    case Op::kUGreaterThanEqual:
      return a.value >= b.value;
    case Op::kSLessThan:
      return Signed(a) < Signed(b);
    case Op::kSLessThanEqual:
      return Signed(a) <= Signed(b);
    case Op::kSGreaterThan:
      return Signed(a) > Signed(b);
    case Op::kSGreaterThanEqual:
      return Signed(a) >= Signed(b);
    case Op::kUConvert:
    case Op::kBitcast:
      return a.value;
    case Op::kSConvert:
      return static_cast<uint64_t>(Signed(a));
    default:
      return std::nullopt;
  }
}

}  // namespace

uint64_t LowBits(uint64_t value, uint32_t width) {
  return value & (std::numeric_limits<uint64_t>::max() >> (64 - width));
}

int64_t SignExtended(uint64_t value, uint32_t width) {
  const uint32_t above = 64 - width;
  return static_cast<int64_t>(value << above) >> above;
}

std::optional<uint64_t> Calculate(Op op, Bits a, Bits b, uint32_t width) {
  if (op == Op::kBitcast && a.width != width) return std::nullopt;
  const std::optional<uint64_t> raw = EvaluateRaw(op, a, b);
  if (!raw.has_value()) return std::nullopt;
  return LowBits(*raw, width);
}

}  // namespace plumb
