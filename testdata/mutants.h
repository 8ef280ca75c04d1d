// Damages modules at random; the result depends only on the seed.
//
// Used by disassembly_hostile_test.cc.
#ifndef PLUMB_TESTDATA_MUTANTS_H_
#define PLUMB_TESTDATA_MUTANTS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace plumb {

// A copy of `words` with a few changes after the header: words overwritten,
// bits flipped, word counts and opcodes changed, words removed, duplicated or
// cut off at the end; sometimes also in the header, except for the magic
// number.
std::vector<uint32_t> Mutant(absl::Span<const uint32_t> words, uint32_t seed);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_MUTANTS_H_
