// The dominator algorithm of Lengauer and Tarjan with simple path compression
// (ACM TOPLAS 1, 1979); see the header.
//
// Vertices are search numbers: ancestors in the search tree have smaller
// numbers, so "the least semi-dominator" is an integer minimum.  The virtual
// root is number 0, which avoids special cases for several roots: a block next
// to the root has the root as its semi-dominator at once. Tested by
// dominators_test.cc.

#include "cfg/dominators.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace plumb::cfg {
namespace {

// Greater than any number or place, so that `kUnreached - enter` exceeds any
// subtree size: see DomTree::Dominates.
constexpr uint32_t kUnreached = 0xFFFFFFFF;

constexpr uint32_t kVirtualRoot = 0;

}  // namespace

void DomTree::BuildForward(const FlowGraph& graph, BlockIndex entry) {
  if (graph.block_count() == 1) return BuildSingle();
  is_single_ = false;
  is_root_.assign(graph.block_count(), 0);
  roots_.clear();
  if (graph.block_count() != 0) {
    assert(entry.value < graph.block_count());
    roots_.push_back(entry);
    is_root_[entry.value] = 1;
  }
  Build(graph.successors(), graph.predecessors());
}

// As most functions are, one after the other.
void DomTree::BuildSingle() {
  if (is_single_) return;
  is_single_ = true;
  idom_.assign(1, kNoBlock);
  enter_.assign(1, 0);
  size_.assign(1, 1);
  number_.assign(1, 1);
  postorder_.assign(1, 0);
  preorder_.assign(1, BlockIndex(0));
  reverse_postorder_.assign(1, BlockIndex(0));
}

void DomTree::BuildPost(const FlowGraph& graph) {
  is_single_ = false;
  is_root_.assign(graph.block_count(), 0);
  roots_.clear();
  for (uint32_t i = 0; i < graph.block_count(); ++i) {
    if (!graph.successors(BlockIndex(i)).empty()) continue;
    roots_.push_back(BlockIndex(i));
    is_root_[i] = 1;
  }
  Build(graph.predecessors(), graph.successors());
}

void DomTree::Build(const Adjacency<BlockIndex>& onward,
                    const Adjacency<BlockIndex>& back) {
  Search(onward);
  FindImmediateDominators(back);
  NumberTree();
}

void DomTree::Discover(BlockIndex b, uint32_t parent) {
  const uint32_t number = static_cast<uint32_t>(vertex_.size());
  number_[b.value] = number;
  vertex_.push_back(b);
  parent_.push_back(parent);
  frames_.push_back({number, 0});
}

void DomTree::Search(const Adjacency<BlockIndex>& onward) {
  const uint32_t block_count = onward.node_count();
  number_.assign(block_count, kUnreached);
  postorder_.assign(block_count, kUnreached);
  vertex_.assign(1, kNoBlock);
  parent_.assign(1, kVirtualRoot);
  reverse_postorder_.clear();
  for (const BlockIndex root : roots_) {
    if (number_[root.value] != kUnreached) continue;
    Discover(root, kVirtualRoot);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const uint32_t number = frame.number;
      const BlockIndex block = vertex_[number];
      const absl::Span<const BlockIndex> targets = onward[block];
      if (frame.next_edge < targets.size()) {
        const BlockIndex target = targets[frame.next_edge++];
        if (number_[target.value] == kUnreached) Discover(target, number);
        continue;
      }
      postorder_[block.value] =
          static_cast<uint32_t>(reverse_postorder_.size());
      reverse_postorder_.push_back(block);
      frames_.pop_back();
    }
  }
  std::reverse(reverse_postorder_.begin(), reverse_postorder_.end());
}

// The vertex with the least semi-dominator on the path in the forest of linked
// vertices from `number` up to its root, excluding the root.  A vertex is
// linked to its parent after it was processed, in descending order: those from
// `first_linked` on are linked.
uint32_t DomTree::Evaluate(uint32_t number, uint32_t first_linked) {
  if (number < first_linked) return number;
  path_.clear();
  uint32_t top = number;
  while (ancestor_[top] >= first_linked) {
    path_.push_back(top);
    top = ancestor_[top];
  }
  // Compress, from the vertex next to the top down to `number`.
  while (!path_.empty()) {
    const uint32_t v = path_.back();
    path_.pop_back();
    if (semi_[label_[top]] < semi_[label_[v]]) label_[v] = label_[top];
    ancestor_[v] = ancestor_[top];
    top = v;
  }
  return label_[number];
}

uint32_t DomTree::SemiDominator(uint32_t number,
                                const Adjacency<BlockIndex>& back) {
  const BlockIndex block = vertex_[number];
  if (is_root_[block.value]) return kVirtualRoot;
  uint32_t semi = parent_[number];
  for (const BlockIndex p : back[block]) {
    const uint32_t predecessor = number_[p.value];
    if (predecessor == kUnreached) continue;
    semi = std::min(semi, semi_[Evaluate(predecessor, number + 1)]);
  }
  return semi;
}

void DomTree::FindImmediateDominators(const Adjacency<BlockIndex>& back) {
  const uint32_t count = static_cast<uint32_t>(vertex_.size());
  ancestor_.assign(parent_.begin(), parent_.end());
  label_.resize(count);
  semi_.resize(count);
  dom_.assign(count, kVirtualRoot);
  bucket_head_.assign(count, kUnreached);
  bucket_next_.resize(count);
  for (uint32_t v = 0; v < count; ++v) label_[v] = semi_[v] = v;

  for (uint32_t v = count - 1; v > kVirtualRoot; --v) {
    const uint32_t semi = semi_[v] = SemiDominator(v, back);
    bucket_next_[v] = bucket_head_[semi];
    bucket_head_[semi] = v;
    // With v linked, the vertices whose semi-dominator is v's parent are final:
    // it is their dominator, or they share the dominator of `u`.
    const uint32_t parent = parent_[v];
    for (uint32_t w = bucket_head_[parent]; w != kUnreached;
         w = bucket_next_[w]) {
      const uint32_t u = Evaluate(w, v);
      dom_[w] = semi_[u] < semi_[w] ? u : parent;
    }
    bucket_head_[parent] = kUnreached;
  }
  for (uint32_t v = 1; v < count; ++v) {
    if (dom_[v] != semi_[v]) dom_[v] = dom_[dom_[v]];
  }
}

// A dominator has a smaller number than what it dominates, so one descending
// pass sums subtree sizes, and one ascending pass assigns positions.
void DomTree::NumberTree() {
  const size_t block_count = number_.size();
  const uint32_t count = static_cast<uint32_t>(vertex_.size());
  idom_.assign(block_count, kNoBlock);
  enter_.assign(block_count, kUnreached);
  size_.assign(block_count, 0);

  std::vector<uint32_t>& subtree_size = label_;  // No longer needed.
  subtree_size.assign(count, 1);
  for (uint32_t v = count - 1; v > kVirtualRoot; --v) {
    subtree_size[dom_[v]] += subtree_size[v];
  }
  preorder_.resize(count - 1);
  next_place_.resize(count);
  next_place_[kVirtualRoot] = 0;
  for (uint32_t v = 1; v < count; ++v) {
    const uint32_t place = next_place_[dom_[v]];
    next_place_[dom_[v]] += subtree_size[v];
    next_place_[v] = place + 1;
    const BlockIndex block = vertex_[v];
    idom_[block.value] = vertex_[dom_[v]];
    enter_[block.value] = place;
    size_[block.value] = subtree_size[v];
    preorder_[place] = block;
  }
}

}  // namespace plumb::cfg
