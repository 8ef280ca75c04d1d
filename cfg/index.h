// Strong integer types for the nodes of the graphs in this folder.
//
// A block number and a function number are both small dense integers; giving
// each its own type keeps one from indexing the other's arrays.  A default
// constructed index is "none".  Tested by flow_graph_test.cc.

#ifndef PLUMB_CFG_INDEX_H_
#define PLUMB_CFG_INDEX_H_

#include <compare>
#include <cstdint>
#include <type_traits>

namespace plumb::cfg {

// A dense number of one kind of thing; `Tag` only tells kinds apart.
template <typename Tag>
struct StrongIndex {
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  uint32_t value = kNone;

  constexpr StrongIndex() = default;
  constexpr explicit StrongIndex(uint32_t v) : value(v) {}

  friend constexpr bool operator==(StrongIndex, StrongIndex) = default;
  friend constexpr auto operator<=>(StrongIndex, StrongIndex) = default;
};

// The place of a block among the blocks of its function, in program order.
using BlockIndex = StrongIndex<struct BlockTag>;
inline constexpr BlockIndex kNoBlock;

// The place of a function among the functions of its module.
using FunctionIndex = StrongIndex<struct FunctionTag>;
inline constexpr FunctionIndex kNoFunction;

static_assert(sizeof(BlockIndex) == 4);
static_assert(std::is_trivially_copyable_v<BlockIndex>);
static_assert(!std::is_convertible_v<BlockIndex, FunctionIndex>);

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_INDEX_H_
