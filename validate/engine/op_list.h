// Combines lists of opcodes, for families whose rows share groups of
// instructions.
#ifndef PLUMB_VALIDATE_ENGINE_OP_LIST_H_
#define PLUMB_VALIDATE_ENGINE_OP_LIST_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "grammar/grammar.h"

namespace plumb {

// All opcodes of some arrays, and single ones, in order.
template <typename... Parts>
consteval auto JoinOps(const Parts&... parts) {
  constexpr size_t kSize =
      ((std::is_array_v<Parts> ? std::extent_v<Parts> : 1) + ...);
  std::array<grammar::Op, kSize> all{};
  auto next = all.begin();
  const auto add = [&]<typename Part>(const Part& part) {
    if constexpr (std::is_array_v<Part>) {
      next = std::copy(std::begin(part), std::end(part), next);
    } else {
      *next++ = part;
    }
  };
  (add(parts), ...);
  return all;
}

// The opcodes of a list for which a predicate holds, in order.
template <const auto& kOps, auto kHolds>
consteval auto KeepOps() {
  constexpr auto kSize =
      static_cast<size_t>(std::count_if(kOps.begin(), kOps.end(), kHolds));
  std::array<grammar::Op, kSize> kept{};
  std::copy_if(kOps.begin(), kOps.end(), kept.begin(), kHolds);
  return kept;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OP_LIST_H_
