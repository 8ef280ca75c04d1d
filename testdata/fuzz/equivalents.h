// Other modules with the meaning of a module, to which the validator must have
// the same objections.
#ifndef PLUMB_TESTDATA_FUZZ_EQUIVALENTS_H_
#define PLUMB_TESTDATA_FUZZ_EQUIVALENTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/module.h"

namespace plumb {

struct EquivalentModule {
  std::vector<uint32_t> words;
  // By instruction: the one of the original, or kNoOrigin if it was added.
  std::vector<uint32_t> origins;

  static constexpr uint32_t kNoOrigin = ~uint32_t{0};
};

// The module with other numbers for its ids below the bound.  Linear.
EquivalentModule WithOtherIds(const Module& module, uint32_t seed);

// The module, which has a valid layout, with instructions that mean nothing:
// names, lines, and OpNop.  Linear.
EquivalentModule WithIdleInstructions(const Module& module, uint32_t seed);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FUZZ_EQUIVALENTS_H_
