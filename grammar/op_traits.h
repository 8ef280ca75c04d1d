// The traits of opcodes: a set of bits that the generator computes for each
// opcode (op_trait_bits.h), for use in rules.
//
//   if (Is(inst.op(), OpTrait::kTerminator)) …
//   if (Is(op, OpTrait::kVariable | OpTrait::kAccessChain)) …
//
// Tested by grammar_test.cc.
#ifndef PLUMB_GRAMMAR_OP_TRAITS_H_
#define PLUMB_GRAMMAR_OP_TRAITS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "grammar/enums.h"          // generated: Op
#include "grammar/op_trait_bits.h"  // generated: OpTrait, a bit each

namespace plumb::grammar {

// A set of traits.
class OpTraits {
 public:
  constexpr OpTraits() = default;
  constexpr OpTraits(OpTrait trait)  // NOLINT: a trait is a set of one
      : bits_(static_cast<uint32_t>(trait)) {}
  static constexpr OpTraits FromBits(uint32_t bits) {
    OpTraits traits;
    traits.bits_ = bits;
    return traits;
  }
  constexpr uint32_t bits() const { return bits_; }

  friend constexpr OpTraits operator|(OpTraits a, OpTraits b) {
    return FromBits(a.bits_ | b.bits_);
  }
  friend constexpr OpTraits operator&(OpTraits a, OpTraits b) {
    return FromBits(a.bits_ & b.bits_);
  }
  friend constexpr bool operator==(OpTraits a, OpTraits b) = default;

 private:
  uint32_t bits_ = 0;
};
constexpr OpTraits operator|(OpTrait a, OpTrait b) {
  return OpTraits(a) | OpTraits(b);
}

// All traits of an opcode.
constexpr OpTraits TraitsOf(Op op) {
  return OpTraits::FromBits(internal::kOpTraitBits[static_cast<uint16_t>(op)]);
}

// Whether an opcode has any of these traits.  One load and a mask.
constexpr bool Is(Op op, OpTraits traits) {
  return (TraitsOf(op) & traits) != OpTraits();
}

// Whether an opcode has all of these traits.
constexpr bool IsAll(Op op, OpTraits traits) {
  return (TraitsOf(op) & traits) == traits;
}

namespace internal {

template <OpTrait... kTraits>
inline constexpr OpTraits kAnyOf = (OpTraits() | ... | OpTraits(kTraits));

constexpr size_t CountOpsWith(OpTraits any) {
  size_t count = 0;
  for (uint16_t op = 0; op < kOpCount; ++op) count += Is(Op{op}, any);
  return count;
}

template <OpTrait... kTraits>
constexpr auto OpsWith() {
  std::array<Op, CountOpsWith(kAnyOf<kTraits...>)> ops{};
  size_t next = 0;
  for (uint16_t op = 0; op < kOpCount; ++op) {
    if (Is(Op{op}, kAnyOf<kTraits...>)) ops[next++] = Op{op};
  }
  return ops;
}

}  // namespace internal

// The opcodes with any of these traits, for tables built at compile time:
// kOpsWith<OpTrait::kAtomic>.
template <OpTrait... kTraits>
inline constexpr auto kOpsWith = internal::OpsWith<kTraits...>();

}  // namespace plumb::grammar

#endif  // PLUMB_GRAMMAR_OP_TRAITS_H_
