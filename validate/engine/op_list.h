// Lists of opcodes made of others, for families whose rows share groups of
// instructions.
#ifndef PLUMB_VALIDATE_ENGINE_OP_LIST_H_
#define PLUMB_VALIDATE_ENGINE_OP_LIST_H_

#include <array>
#include <cstddef>

#include "grammar/grammar.h"

namespace plumb {

// All opcodes of some lists, in order.
template <size_t... kSizes>
consteval auto JoinOps(const grammar::Op (&... lists)[kSizes]) {
  std::array<grammar::Op, (kSizes + ...)> all{};
  size_t next = 0;
  const auto add = [&](const auto& list) {
    for (const grammar::Op op : list) all[next++] = op;
  };
  (add(lists), ...);
  return all;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OP_LIST_H_
