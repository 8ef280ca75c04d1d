// Sample graphs and naive dominance; see the header.

#include "cfg/graph_samples.h"

#include <bit>
#include <cstdint>
#include <random>

namespace plumb::cfg {
namespace {

constexpr uint64_t Bit(uint32_t b) { return uint64_t{1} << b; }

}  // namespace

void MakeGraph(uint32_t block_count, const EdgeList& edges, FlowGraph* graph) {
  graph->Reset(block_count);
  for (const auto& [from, to] : edges) {
    graph->AddEdge(BlockIndex(from), BlockIndex(to));
  }
  graph->Finish();
}

void MakeRandomGraph(std::mt19937& random, uint32_t max_blocks,
                     FlowGraph* graph) {
  const uint32_t n = 1 + random() % max_blocks;
  graph->Reset(n);
  const uint32_t edge_count = random() % (2 * n + 1);
  for (uint32_t i = 0; i < edge_count; ++i) {
    const BlockIndex from(random() % n);
    graph->AddEdge(from, BlockIndex(random() % n));
  }
  graph->Finish();
}

uint64_t ReachableWithout(const FlowGraph& graph, BlockIndex start,
                          BlockIndex removed) {
  if (start == removed) return 0;
  uint64_t reached = Bit(start.value);
  for (uint64_t todo = reached; todo != 0;) {
    const BlockIndex b(std::countr_zero(todo));
    todo &= todo - 1;
    for (const BlockIndex s : graph.successors(b)) {
      if (s == removed || (reached & Bit(s.value)) != 0) continue;
      reached |= Bit(s.value);
      todo |= Bit(s.value);
    }
  }
  return reached;
}

uint64_t DominatedByDeletion(const FlowGraph& graph, BlockIndex entry,
                             BlockIndex a) {
  const uint64_t reached = ReachableWithout(graph, entry, kNoBlock);
  if ((reached & Bit(a.value)) == 0) return 0;
  return reached & ~ReachableWithout(graph, entry, a);
}

void MakeReversed(const FlowGraph& graph, FlowGraph* reversed) {
  const uint32_t n = graph.block_count();
  const BlockIndex virtual_exit(n);
  reversed->Reset(n + 1);
  for (const FlowEdge& e : graph.edges()) reversed->AddEdge(e.to, e.from);
  for (uint32_t b = 0; b < n; ++b) {
    if (graph.successors(BlockIndex(b)).empty()) {
      reversed->AddEdge(virtual_exit, BlockIndex(b));
    }
  }
  reversed->Finish();
}

}  // namespace plumb::cfg
