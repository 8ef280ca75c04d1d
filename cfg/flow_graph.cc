// Building of the flow graph; see the header.  Tested by flow_graph_test.cc.

#include "cfg/flow_graph.h"

#include <cassert>
#include <cstdint>

#include "cfg/scratch.h"

namespace plumb::cfg {

void FlowGraph::Reset(uint32_t block_count) {
  assert(block_count < kNoBlock.value);
  block_count_ = block_count;
  edges_.clear();
}

void FlowGraph::AddEdge(BlockIndex from, BlockIndex to) {
  assert(from.value < block_count_ && to.value < block_count_);
  edges_.push_back({from, to});
}

void FlowGraph::Finish() {
  successors_.Build(block_count_, edges_, Orientation::kForward);
  predecessors_.Build(block_count_, edges_, Orientation::kReverse);
}

void FlowGraph::ForgetEdges() {
  edges_.clear();
  ReleaseIfLarge(&edges_);
}

void FlowGraph::ReleaseLarge() {
  ForgetEdges();
  successors_.ReleaseLarge();
  predecessors_.ReleaseLarge();
}

}  // namespace plumb::cfg
