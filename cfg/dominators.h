// Dominator and post-dominator trees of a flow graph (SPIR-V 2.2.5).
//
// The algorithm of Lengauer and Tarjan with path compression, without
// recursion: O(m log n) for any graph.  Both directions share the code: a
// virtual root precedes the entry block or follows every exit block, and the
// direction selects the adjacency lists.
//
// The tree is a pre-order numbering with subtree sizes, so the blocks dominated
// by a block are a contiguous range, and dominance is one subtraction and one
// compare.  It has 16 bytes a block; the builder, which serves any number of
// trees, 28.  Tested by dominators_test.cc, also against the definitions by
// path deletion on random graphs.

#ifndef PLUMB_CFG_DOMINATORS_H_
#define PLUMB_CFG_DOMINATORS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/flow_graph.h"
#include "cfg/index.h"

namespace plumb::cfg {

// Made by DomTreeBuilder.
//
// In the post-dominator tree, `a` post-dominates `b` if every path from `b` to
// a block without successors goes through `a`.  A block that reaches none (in
// an endless loop) is not in the tree: reachable() is false, and by definition
// everything post-dominates it.
class DomTree {
 public:
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

  // Releases the memory of a large tree.
  void ReleaseLarge();

 private:
  friend class DomTreeBuilder;

  // By block.
  std::vector<BlockIndex> idom_;
  std::vector<uint32_t> enter_;  // place in preorder_; kUnreached if none
  std::vector<uint32_t> size_;   // of the subtree; 0 if unreachable

  std::vector<BlockIndex> preorder_;
  bool is_single_ = false;  // the tree is that of BuildSingle()
};

// Builds trees, and answers questions about the depth-first search that the
// last one was built from.  Used for function after function; memory is kept
// and used again.
class DomTreeBuilder {
 public:
  // The dominator tree: `a` dominates `b` if every path from `entry` to `b`
  // goes through `a`.  A graph without blocks takes any entry.
  void BuildForward(const FlowGraph& graph, BlockIndex entry, DomTree* tree);

  // The post-dominator tree.
  void BuildPost(const FlowGraph& graph, DomTree* tree);

  // The search takes successors in graph order (predecessors if post).

  // The reachable blocks in reverse post-order.
  absl::Span<const BlockIndex> reverse_postorder() const {
    return absl::MakeConstSpan(vertex_order_).first(reached_count_);
  }

  // True if `a` was still on the stack of the search when it came to `b`, as
  // it is if they are the same block; false if either is unreachable.
  bool IsSearchAncestor(BlockIndex a, BlockIndex b) const;

  // Releases the memory of a large graph.
  void ReleaseLarge();

 private:
  void BuildSingle(DomTree* tree);
  void Start(uint32_t block_count);
  // `onward` leads away from the virtual root, `back` towards it.
  void Build(const Adjacency<BlockIndex>& back, DomTree* tree);
  void Search(const Adjacency<BlockIndex>& onward, BlockIndex root);
  void Discover(BlockIndex b, uint32_t parent);
  void FindImmediateDominators(const Adjacency<BlockIndex>& back);
  uint32_t SemiDominator(uint32_t number, const Adjacency<BlockIndex>& back);
  uint32_t Evaluate(uint32_t number, uint32_t first_linked);
  void NumberTree(DomTree* tree);
  void OrderBlocks();

  // Of the search, by block.
  std::vector<uint32_t> number_;     // order of discovery from 1; kUnreached
  std::vector<uint32_t> postorder_;  // order of completion
  uint32_t reached_count_ = 0;

  // By search number, 0 being the virtual root.  Arrays whose names have two
  // parts are used for the second one after the first.
  uint32_t vertex_count_ = 0;
  // The block, and in the end the reverse post-order.
  std::vector<BlockIndex> vertex_order_;
  // The parent in the search tree until the vertex is linked; then an ancestor
  // in the forest.
  std::vector<uint32_t> parent_ancestor_;
  // The next edge of the search; the first vertex of a bucket until the vertex
  // is linked; then its label; and in the end the size of its subtree.
  std::vector<uint32_t> bucket_label_;
  // The semi-dominator, and in the end the next free place in the subtree.
  std::vector<uint32_t> semi_;
  // The next vertex of the same bucket, and then the dominator.
  std::vector<uint32_t> next_dom_;
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_DOMINATORS_H_
