// Positions of the blocks of a function in a picture.
//
// The layout follows the structural dominator tree: a block is above all that
// it dominates, its children are in rows, a child below its siblings that lead
// to it, and the merge block below all of them.  So constructs are nested
// boxes, nothing overlaps, and positions are sums over subtrees.  Edges into a
// row below the first use a lane at the side of the rows, one for each target.
// O(m log n), without recursion.
//
// Tested by layout_test.cc.
#ifndef PLUMB_CLI_DRAWING_LAYOUT_H_
#define PLUMB_CLI_DRAWING_LAYOUT_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/flow_graph.h"
#include "cfg/index.h"
#include "cfg/structure.h"

namespace plumb::drawing {

// In pixels, y downwards.
struct Size {
  int64_t width = 0, height = 0;
};
struct Box {
  int64_t x = 0, y = 0, width = 0, height = 0;
  int64_t right() const { return x + width; }
  int64_t bottom() const { return y + height; }
  bool empty() const { return width == 0; }
};

struct Layout {
  static constexpr int64_t kNoLane = -1;

  Size size;
  std::vector<Box> blocks;      // by block
  std::vector<Box> constructs;  // by construct; the function's is empty
  // By block, the x of the lanes for branches to it from farther above, and for
  // back edges to it.
  std::vector<int64_t> lane, back_lane;
  // The height at which the edges of each block turn sideways: below its row,
  // to avoid taller neighbors, if nothing is below the block.
  std::vector<int64_t> exit;
};

// `structure` was built from `graph`; `search` is what built it last.
Layout LayOut(const cfg::FlowGraph& graph, const cfg::Structure& structure,
              const cfg::DomTreeBuilder& search, absl::Span<const Size> sizes);

}  // namespace plumb::drawing

#endif  // PLUMB_CLI_DRAWING_LAYOUT_H_
