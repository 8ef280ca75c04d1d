// The dominator algorithm of Lengauer and Tarjan with simple path compression
// (ACM TOPLAS 1, 1979); see the header.
//
// Vertices are search numbers: ancestors in the search tree have smaller
// numbers, so "the least semi-dominator" is an integer minimum.  The virtual
// root is number 0, which avoids special cases for several roots: a block next
// to the root has the root as its semi-dominator at once.
//
// Vertices are linked in descending order, from which follows what may share
// an array.  The bucket of a vertex has vertices with greater numbers and is
// emptied before the vertex itself is linked.  Only linked vertices have a
// label and an ancestor other than their parent.  A vertex leaves its bucket
// when its dominator is known.
//
// Tested by dominators_test.cc.

#include "cfg/dominators.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "cfg/scratch.h"

namespace plumb::cfg {
namespace {

// Greater than any number or place, so that `kUnreached - enter` exceeds any
// subtree size: see DomTree::Dominates.
constexpr uint32_t kUnreached = 0xFFFFFFFF;

constexpr uint32_t kVirtualRoot = 0;

}  // namespace

void DomTree::ReleaseLarge() {
  is_single_ = false;
  ReleaseIfLarge(&idom_);
  ReleaseIfLarge(&enter_);
  ReleaseIfLarge(&size_);
  ReleaseIfLarge(&preorder_);
}

void DomTreeBuilder::ReleaseLarge() {
  for (auto* list : {&number_, &postorder_, &parent_ancestor_, &bucket_label_,
                     &semi_, &next_dom_}) {
    ReleaseIfLarge(list);
  }
  ReleaseIfLarge(&vertex_order_);
}

void DomTreeBuilder::BuildForward(const FlowGraph& graph, BlockIndex entry,
                                  DomTree* tree) {
  if (graph.block_count() == 1) return BuildSingle(tree);
  Start(graph.block_count());
  if (graph.block_count() != 0) {
    assert(entry.value < graph.block_count());
    Search(graph.successors(), entry);
  }
  Build(graph.predecessors(), tree);
}

// The dominator tree of a single block, whether it branches to itself or not.
// As most functions are, one after the other.
void DomTreeBuilder::BuildSingle(DomTree* tree) {
  number_.assign(1, 1);
  postorder_.assign(1, 0);
  vertex_order_.assign(1, BlockIndex(0));
  reached_count_ = 1;
  if (tree->is_single_) return;
  tree->is_single_ = true;
  tree->idom_.assign(1, kNoBlock);
  tree->enter_.assign(1, 0);
  tree->size_.assign(1, 1);
  tree->preorder_.assign(1, BlockIndex(0));
}

void DomTreeBuilder::BuildPost(const FlowGraph& graph, DomTree* tree) {
  Start(graph.block_count());
  for (uint32_t i = 0; i < graph.block_count(); ++i) {
    const BlockIndex exit(i);
    if (graph.successors(exit).empty()) Search(graph.predecessors(), exit);
  }
  Build(graph.successors(), tree);
}

void DomTreeBuilder::Build(const Adjacency<BlockIndex>& back, DomTree* tree) {
  FindImmediateDominators(back);
  NumberTree(tree);
  OrderBlocks();
}

bool DomTreeBuilder::IsSearchAncestor(BlockIndex a, BlockIndex b) const {
  return number_[a.value] != kUnreached && number_[b.value] != kUnreached &&
         number_[a.value] <= number_[b.value] &&
         postorder_[a.value] >= postorder_[b.value];
}

void DomTreeBuilder::Start(uint32_t block_count) {
  number_.assign(block_count, kUnreached);
  ResizeExactly(block_count, &postorder_);
  reached_count_ = 0;
  const uint32_t vertices = block_count + 1;
  ResizeExactly(vertices, &vertex_order_);
  for (auto* list : {&parent_ancestor_, &bucket_label_, &semi_, &next_dom_}) {
    ResizeExactly(vertices, list);
  }
  vertex_order_[kVirtualRoot] = kNoBlock;
  vertex_count_ = 1;
}

void DomTreeBuilder::Discover(BlockIndex b, uint32_t parent) {
  const uint32_t number = vertex_count_++;
  number_[b.value] = number;
  vertex_order_[number] = b;
  parent_ancestor_[number] = parent;
  bucket_label_[number] = 0;
}

// The stack of the search is the path from the vertex to its root.
void DomTreeBuilder::Search(const Adjacency<BlockIndex>& onward,
                            BlockIndex root) {
  uint32_t number = vertex_count_;
  Discover(root, kVirtualRoot);
  while (number != kVirtualRoot) {
    const BlockIndex block = vertex_order_[number];
    const absl::Span<const BlockIndex> targets = onward[block];
    uint32_t edge = bucket_label_[number];
    while (edge < targets.size() &&
           number_[targets[edge].value] != kUnreached) {
      ++edge;
    }
    if (edge < targets.size()) {
      bucket_label_[number] = edge + 1;
      Discover(targets[edge], number);
      number = vertex_count_ - 1;
      continue;
    }
    postorder_[block.value] = reached_count_++;
    number = parent_ancestor_[number];
  }
}

// The vertex with the least semi-dominator on the path in the forest of linked
// vertices from `number` up to its root, excluding the root.  A vertex is
// linked to its parent after it was processed, in descending order: those from
// `first_linked` on are linked.
uint32_t DomTreeBuilder::Evaluate(uint32_t number, uint32_t first_linked) {
  if (number < first_linked) return number;
  // Turn the path around, so that it leads back from the top.
  uint32_t below = kVirtualRoot;
  uint32_t top = number;
  while (parent_ancestor_[top] >= first_linked) {
    const uint32_t above = parent_ancestor_[top];
    parent_ancestor_[top] = below;
    below = top;
    top = above;
  }
  // Compress, from the vertex below the top down to `number`.
  const uint32_t root = parent_ancestor_[top];
  while (below != kVirtualRoot) {
    const uint32_t v = below;
    below = parent_ancestor_[v];
    if (semi_[bucket_label_[top]] < semi_[bucket_label_[v]]) {
      bucket_label_[v] = bucket_label_[top];
    }
    parent_ancestor_[v] = root;
    top = v;
  }
  return bucket_label_[number];
}

uint32_t DomTreeBuilder::SemiDominator(uint32_t number,
                                       const Adjacency<BlockIndex>& back) {
  uint32_t semi = parent_ancestor_[number];
  // A block next to the virtual root.
  if (semi == kVirtualRoot) return semi;
  for (const BlockIndex p : back[vertex_order_[number]]) {
    const uint32_t predecessor = number_[p.value];
    if (predecessor == kUnreached) continue;
    semi = std::min(semi, semi_[Evaluate(predecessor, number + 1)]);
  }
  return semi;
}

void DomTreeBuilder::FindImmediateDominators(
    const Adjacency<BlockIndex>& back) {
  const uint32_t count = vertex_count_;
  std::vector<uint32_t>& bucket = bucket_label_;
  for (uint32_t v = 0; v < count; ++v) {
    semi_[v] = v;
    bucket[v] = kUnreached;
  }
  for (uint32_t v = count - 1; v > kVirtualRoot; --v) {
    const uint32_t parent = parent_ancestor_[v];
    const uint32_t semi = SemiDominator(v, back);
    semi_[v] = semi;
    bucket_label_[v] = v;
    next_dom_[v] = bucket[semi];
    bucket[semi] = v;
    // With v linked, the vertices whose semi-dominator is v's parent are final:
    // it is their dominator, or they share the dominator of `u`.
    for (uint32_t w = bucket[parent]; w != kUnreached;) {
      const uint32_t u = Evaluate(w, v);
      const uint32_t next = next_dom_[w];
      next_dom_[w] = semi_[u] < semi_[w] ? u : parent;
      w = next;
    }
    bucket[parent] = kUnreached;
  }
  std::vector<uint32_t>& dom = next_dom_;
  for (uint32_t v = 1; v < count; ++v) {
    if (dom[v] != semi_[v]) dom[v] = dom[dom[v]];
  }
}

// A dominator has a smaller number than what it dominates, so one descending
// pass sums subtree sizes, and one ascending pass assigns positions.
void DomTreeBuilder::NumberTree(DomTree* tree) {
  const auto block_count = static_cast<uint32_t>(number_.size());
  const uint32_t count = vertex_count_;
  tree->is_single_ = false;
  tree->idom_.assign(block_count, kNoBlock);
  tree->enter_.assign(block_count, kUnreached);
  tree->size_.assign(block_count, 0);
  ResizeExactly(count - 1, &tree->preorder_);

  const std::vector<uint32_t>& dom = next_dom_;
  std::vector<uint32_t>& subtree_size = bucket_label_;
  std::fill_n(subtree_size.begin(), count, 1);
  for (uint32_t v = count - 1; v > kVirtualRoot; --v) {
    subtree_size[dom[v]] += subtree_size[v];
  }
  std::vector<uint32_t>& next_place = semi_;
  next_place[kVirtualRoot] = 0;
  for (uint32_t v = 1; v < count; ++v) {
    const uint32_t place = next_place[dom[v]];
    next_place[dom[v]] += subtree_size[v];
    next_place[v] = place + 1;
    const BlockIndex block = vertex_order_[v];
    tree->idom_[block.value] = vertex_order_[dom[v]];
    tree->enter_[block.value] = place;
    tree->size_[block.value] = subtree_size[v];
    tree->preorder_[place] = block;
  }
}

void DomTreeBuilder::OrderBlocks() {
  const auto block_count = static_cast<uint32_t>(number_.size());
  for (uint32_t b = 0; b < block_count; ++b) {
    if (number_[b] == kUnreached) continue;
    vertex_order_[reached_count_ - 1 - postorder_[b]] = BlockIndex(b);
  }
}

}  // namespace plumb::cfg
