// The control-flow graph of one function: blocks as integers, branches as
// edges (SPIR-V 2.2.5).
//
// Two compressed adjacency lists, successors and predecessors, each built by a
// counting sort.  One object serves function after function: memory only ever
// grows to the largest function seen.  Tested by flow_graph_test.cc.

#ifndef PLUMB_CFG_FLOW_GRAPH_H_
#define PLUMB_CFG_FLOW_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/adjacency.h"
#include "cfg/index.h"

namespace plumb::cfg {

using FlowEdge = Edge<BlockIndex>;

// Use: Reset, AddEdge for each branch in any order, Finish; then read.  An edge
// that is added twice is stored twice, as for a conditional branch with two
// equal labels.
class FlowGraph {
 public:
  // Starts a graph of `block_count` blocks, numbered from 0, without edges.
  void Reset(uint32_t block_count);

  // Both ends must be less than the block count.
  void AddEdge(BlockIndex from, BlockIndex to);

  // Sorts the edges.  O(blocks + edges).
  void Finish();

  uint32_t block_count() const { return block_count_; }
  size_t edge_count() const { return successors_.edge_count(); }

  // Edges in the order in which they were added; none after ForgetEdges().
  absl::Span<const FlowEdge> edges() const { return edges_; }
  void ForgetEdges();

  // Releases the memory of a large graph.
  void ReleaseLarge();

  // In the order in which the edges of `b` were added.  Only after Finish, and
  // valid until the next Reset.
  absl::Span<const BlockIndex> successors(BlockIndex b) const {
    return successors_[b];
  }
  absl::Span<const BlockIndex> predecessors(BlockIndex b) const {
    return predecessors_[b];
  }

  const Adjacency<BlockIndex>& successors() const { return successors_; }
  const Adjacency<BlockIndex>& predecessors() const { return predecessors_; }

 private:
  uint32_t block_count_ = 0;
  std::vector<FlowEdge> edges_;
  Adjacency<BlockIndex> successors_;
  Adjacency<BlockIndex> predecessors_;
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_FLOW_GRAPH_H_
