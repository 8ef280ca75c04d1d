// Evaluates integer and Boolean instructions at validation time (sections
// 3.3.11 to 3.3.15).
//
// Tested by constant_arithmetic_test.cc.
#ifndef PLUMB_CORE_CONSTANT_ARITHMETIC_H_
#define PLUMB_CORE_CONSTANT_ARITHMETIC_H_

#include <cstdint>
#include <optional>

#include "grammar/grammar.h"

namespace plumb {

// A number of up to 64 bits; the bits above its width are 0.
struct Bits {
  uint64_t value = 0;
  uint32_t width = 0;
};

// The lowest `width` bits (1 to 64).
uint64_t LowBits(uint64_t value, uint32_t width);
// The number that the lowest `width` bits (1 to 64) are in two's complement.
int64_t SignExtended(uint64_t value, uint32_t width);

// The result in `width` bits; nullopt if it is undefined or the opcode is not
// an integer or Boolean operation.  Unary operations ignore `b`.
std::optional<uint64_t> Calculate(grammar::Op op, Bits a, Bits b,
                                  uint32_t width);

}  // namespace plumb

#endif  // PLUMB_CORE_CONSTANT_ARITHMETIC_H_
