// Dominator and post-dominator trees of a flow graph (SPIR-V 2.2.5).
//
// The algorithm of Lengauer and Tarjan with path compression, without
// recursion: O(m log n) for any graph.  Both directions share the code: a
// virtual root precedes the entry block or follows every exit block, and the
// direction selects the adjacency lists.
//
// The tree is a pre-order numbering with subtree sizes, so the blocks dominated
// by a block are a contiguous range, and dominance is one subtraction and one
// compare. Tested by dominators_test.cc, also against the definitions by path
// deletion on random graphs.

#ifndef PLUMB_CFG_DOMINATORS_H_
#define PLUMB_CFG_DOMINATORS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/flow_graph.h"
#include "cfg/index.h"

namespace plumb::cfg {

// Rebuilt for function after function; memory is kept and used again.
class DomTree {
 public:
  // The dominator tree: `a` dominates `b` if every path from `entry` to `b`
  // goes through `a`.  A graph without blocks takes any entry.
  void BuildForward(const FlowGraph& graph, BlockIndex entry);

  // The post-dominator tree: `a` post-dominates `b` if every path from `b` to a
  // block without successors goes through `a`.  A block that reaches none (in
  // an endless loop) is not in the tree: reachable() is false, and by
  // definition everything post-dominates it.
  void BuildPost(const FlowGraph& graph);

  // In a post-dominator tree read "post-dominates" for "dominates" and
  // "reaches the virtual exit" for "is reachable".

  // kNoBlock for the entry block (in a post-dominator tree: for a block that
  // only the virtual exit post-dominates) and for an unreachable block.
  BlockIndex immediate_dominator(BlockIndex b) const { return idom_[b.value]; }

  bool reachable(BlockIndex b) const { return size_[b.value] != 0; }

  // Every reachable block dominates itself; an unreachable one neither
  // dominates nor is dominated.
  bool Dominates(BlockIndex a, BlockIndex b) const {
    return enter_[b.value] - enter_[a.value] < size_[a.value];
  }
  bool StrictlyDominates(BlockIndex a, BlockIndex b) const {
    return a != b && Dominates(a, b);
  }

  // The reachable blocks, each before those that it strictly dominates.
  absl::Span<const BlockIndex> preorder() const { return preorder_; }

  // The blocks that `b` dominates, itself first: a range of the pre-order.
  // Empty for an unreachable block.
  absl::Span<const BlockIndex> Subtree(BlockIndex b) const {
    if (!reachable(b)) return {};
    return preorder().subspan(enter_[b.value], size_[b.value]);
  }

  // Results of the depth-first search that the tree was built from, which takes
  // successors in graph order (predecessors if post).

  // The reachable blocks in reverse post-order.
  absl::Span<const BlockIndex> reverse_postorder() const {
    return reverse_postorder_;
  }

  // True if `a` was still on the stack of the search when it came to `b`, as
  // it is if they are the same block; false if either is unreachable.
  bool IsSearchAncestor(BlockIndex a, BlockIndex b) const {
    return reachable(a) && reachable(b) &&
           number_[a.value] <= number_[b.value] &&
           postorder_[a.value] >= postorder_[b.value];
  }

 private:
  struct Frame {
    uint32_t number;
    uint32_t next_edge;
  };

  // The dominator tree of a single block, whether it branches to itself or not.
  void BuildSingle();
  // `onward` leads away from the virtual root, `back` towards it.
  void Build(const Adjacency<BlockIndex>& onward,
             const Adjacency<BlockIndex>& back);
  void Search(const Adjacency<BlockIndex>& onward);
  void Discover(BlockIndex b, uint32_t parent);
  void FindImmediateDominators(const Adjacency<BlockIndex>& back);
  uint32_t SemiDominator(uint32_t number, const Adjacency<BlockIndex>& back);
  uint32_t Evaluate(uint32_t number, uint32_t first_linked);
  void NumberTree();

  // Results, per block.
  std::vector<BlockIndex> idom_;
  std::vector<uint32_t> enter_;      // place in preorder_; kUnreached if none
  std::vector<uint32_t> size_;       // of the subtree; 0 if unreachable
  std::vector<uint32_t> number_;     // order of discovery from 1; kUnreached
  std::vector<uint32_t> postorder_;  // order of completion
  std::vector<BlockIndex> preorder_;
  std::vector<BlockIndex> reverse_postorder_;
  bool is_single_ = false;  // what BuildSingle() makes is all there

  // Scratch.  All vertices but the blocks named in roots_ and vertex_ are
  // search numbers, 0 being the virtual root.
  std::vector<BlockIndex> roots_;  // blocks next to the virtual root
  std::vector<uint8_t> is_root_;   // per block
  std::vector<BlockIndex> vertex_;
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> ancestor_;
  std::vector<uint32_t> label_;
  std::vector<uint32_t> semi_;
  std::vector<uint32_t> dom_;
  std::vector<uint32_t> bucket_head_;
  std::vector<uint32_t> bucket_next_;
  std::vector<uint32_t> next_place_;
  std::vector<uint32_t> path_;
  std::vector<Frame> frames_;
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_DOMINATORS_H_
