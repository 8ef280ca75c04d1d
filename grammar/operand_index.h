// The number of an operand in its instruction, as a separate type.
//
// The generated constants (operands.h) are such numbers; checks and tables of
// rules are written with them.  Tested by grammar_test.cc.
#ifndef PLUMB_GRAMMAR_OPERAND_INDEX_H_
#define PLUMB_GRAMMAR_OPERAND_INDEX_H_

#include <compare>
#include <concepts>
#include <cstdint>

namespace plumb::grammar {

// An operand's number, counted from 0 including the result type and the
// result, as in Inst.  A pair of a composite kind counts as two.  Compares and
// counts like the integer it holds, which it converts to and from.
struct OperandIndex {
  uint32_t value = 0;

  constexpr OperandIndex() = default;
  constexpr OperandIndex(uint32_t v) : value(v) {}       // NOLINT: implicit
  constexpr operator uint32_t() const { return value; }  // NOLINT: implicit

  friend constexpr bool operator==(OperandIndex a, OperandIndex b) = default;
  friend constexpr auto operator<=>(OperandIndex a, OperandIndex b) = default;

  constexpr OperandIndex& operator++() {
    ++value;
    return *this;
  }
  constexpr OperandIndex operator++(int) {
    const OperandIndex before = *this;
    ++value;
    return before;
  }
  constexpr OperandIndex& operator+=(uint32_t n) {
    value += n;
    return *this;
  }

  // With integers of any type: without these, the conversions in both
  // directions would make such expressions ambiguous.
  template <std::integral T>
  friend constexpr bool operator==(OperandIndex a, T b) {
    return a.value == static_cast<uint32_t>(b);
  }
  template <std::integral T>
  friend constexpr auto operator<=>(OperandIndex a, T b) {
    return a.value <=> static_cast<uint32_t>(b);
  }
  template <std::integral T>
  friend constexpr OperandIndex operator+(OperandIndex a, T n) {
    return OperandIndex(a.value + static_cast<uint32_t>(n));
  }
  template <std::integral T>
  friend constexpr OperandIndex operator-(OperandIndex a, T n) {
    return OperandIndex(a.value - static_cast<uint32_t>(n));
  }
  friend constexpr uint32_t operator-(OperandIndex a, OperandIndex b) {
    return a.value - b.value;
  }
};
inline constexpr OperandIndex kNoOperand{0xffffffff};

// The number of an operand that an instruction may omit, or that may have
// another index because the operands before it have a variable length.  It can
// be used in rows, reports and the start of loops, but Inst reads it only
// after Inst::Find().  A constant that copies one must be declared `auto`, so
// that it keeps the type.
struct OptionalOperandIndex {
  uint32_t value = 0;

  constexpr operator OperandIndex() const {  // NOLINT: implicit
    return OperandIndex(value);
  }
  constexpr operator uint32_t() const { return value; }  // NOLINT: implicit
};

// An operand's number in an extended instruction, counted from 0 at its first
// own operand.  Converts to the number in the OpExtInst (or
// OpExtInstWithForwardRefsKHR) that contains it: result type, result, set and
// instruction come first.
struct ExtOperandIndex {
  static constexpr uint32_t kFirst = 4;

  uint32_t value = 0;

  constexpr operator OperandIndex() const {  // NOLINT: implicit
    return OperandIndex(value + kFirst);
  }
  friend constexpr bool operator==(ExtOperandIndex a,
                                   ExtOperandIndex b) = default;
  friend constexpr auto operator<=>(ExtOperandIndex a,
                                    ExtOperandIndex b) = default;
};

// The same for an operand that may be omitted.
struct OptionalExtOperandIndex {
  uint32_t value = 0;

  constexpr operator OptionalOperandIndex() const {  // NOLINT: implicit
    return OptionalOperandIndex{value + ExtOperandIndex::kFirst};
  }
};

inline constexpr ExtOperandIndex kNoExtOperand{0xffffffff -
                                               ExtOperandIndex::kFirst};
static_assert(OperandIndex(kNoExtOperand) == kNoOperand);

// The number of operands of an instruction, including the result type and the
// result, or the first four of the OpExtInst.
struct OperandCounts {
  static constexpr uint8_t kUnlimited = 0xff;

  uint8_t min;  // these are in every instruction, at these indexes
  uint8_t max;
};

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OPERAND_INDEX_H_
