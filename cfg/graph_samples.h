// Graphs for the tests of this folder, and the plainest possible reading of
// dominance to compare with: delete a node and see what can still be reached.

#ifndef PLUMB_CFG_GRAPH_SAMPLES_H_
#define PLUMB_CFG_GRAPH_SAMPLES_H_

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "cfg/flow_graph.h"
#include "cfg/index.h"

namespace plumb::cfg {

using EdgeList = std::vector<std::pair<uint32_t, uint32_t>>;

// Rebuilds `graph`.
void MakeGraph(uint32_t block_count, const EdgeList& edges, FlowGraph* graph);

// 1 to `max_blocks` blocks; anything from no edge to about two a block;
// duplicates, self loops and unreachable blocks included.
void MakeRandomGraph(std::mt19937& random, uint32_t max_blocks,
                     FlowGraph* graph);

// For graphs of at most 64 blocks: bit b is set if `start` reaches b without
// going through `removed` (kNoBlock: nothing is removed).
uint64_t ReachableWithout(const FlowGraph& graph, BlockIndex start,
                          BlockIndex removed);

// Bit b is set if `a` dominates b, by deletion of `a`.  0 if it is unreachable.
uint64_t DominatedByDeletion(const FlowGraph& graph, BlockIndex entry,
                             BlockIndex a);

// The graph with its edges turned round and a block more, the virtual exit,
// with an edge to each block that has no successors.
void MakeReversed(const FlowGraph& graph, FlowGraph* reversed);

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_GRAPH_SAMPLES_H_
