// Tests of the strong indices, the adjacency lists and the flow graph.

#include "cfg/flow_graph.h"

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/adjacency.h"
#include "cfg/index.h"
#include "gtest/gtest.h"

namespace plumb::cfg {
namespace {

std::vector<uint32_t> Values(absl::Span<const BlockIndex> blocks) {
  std::vector<uint32_t> values;
  for (const BlockIndex b : blocks) values.push_back(b.value);
  return values;
}

using List = std::vector<uint32_t>;

void Add(FlowGraph& graph, uint32_t from, uint32_t to) {
  graph.AddEdge(BlockIndex(from), BlockIndex(to));
}

TEST(IndexTest, DefaultIsNone) {
  EXPECT_EQ(BlockIndex(), kNoBlock);
  EXPECT_NE(BlockIndex(0), kNoBlock);
  EXPECT_LT(BlockIndex(1), BlockIndex(2));
}

TEST(FlowGraphTest, KeepsOrderOfInsertionPerBlock) {
  FlowGraph graph;
  graph.Reset(4);
  Add(graph, 2, 3);
  Add(graph, 0, 2);
  Add(graph, 2, 0);
  Add(graph, 0, 1);
  Add(graph, 1, 3);
  graph.Finish();
  EXPECT_EQ(graph.block_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 5u);
  EXPECT_EQ(Values(graph.successors(BlockIndex(0))), (List{2, 1}));
  EXPECT_EQ(Values(graph.successors(BlockIndex(1))), (List{3}));
  EXPECT_EQ(Values(graph.successors(BlockIndex(2))), (List{3, 0}));
  EXPECT_EQ(Values(graph.successors(BlockIndex(3))), List());
  EXPECT_EQ(Values(graph.predecessors(BlockIndex(0))), (List{2}));
  EXPECT_EQ(Values(graph.predecessors(BlockIndex(1))), (List{0}));
  EXPECT_EQ(Values(graph.predecessors(BlockIndex(2))), (List{0}));
  EXPECT_EQ(Values(graph.predecessors(BlockIndex(3))), (List{2, 1}));
}

TEST(FlowGraphTest, KeepsDuplicatesAndSelfLoops) {
  FlowGraph graph;
  graph.Reset(2);
  Add(graph, 0, 1);
  Add(graph, 1, 1);
  Add(graph, 0, 1);
  graph.Finish();
  EXPECT_EQ(Values(graph.successors(BlockIndex(0))), (List{1, 1}));
  EXPECT_EQ(Values(graph.predecessors(BlockIndex(1))), (List{0, 1, 0}));
}

TEST(FlowGraphTest, EmptyGraph) {
  FlowGraph graph;
  graph.Reset(0);
  graph.Finish();
  EXPECT_EQ(graph.block_count(), 0u);
  EXPECT_EQ(graph.successors().node_count(), 0u);
  EXPECT_EQ(graph.edge_count(), 0u);
}

TEST(FlowGraphTest, ReuseForgetsTheFormerGraph) {
  FlowGraph graph;
  graph.Reset(3);
  Add(graph, 0, 1);
  Add(graph, 1, 2);
  graph.Finish();
  graph.Reset(2);
  Add(graph, 1, 0);
  graph.Finish();
  EXPECT_EQ(graph.block_count(), 2u);
  EXPECT_EQ(graph.successors().node_count(), 2u);
  EXPECT_EQ(graph.edge_count(), 1u);
  EXPECT_EQ(Values(graph.successors(BlockIndex(0))), List());
  EXPECT_EQ(Values(graph.successors(BlockIndex(1))), (List{0}));
  EXPECT_EQ(Values(graph.predecessors(BlockIndex(0))), (List{1}));
}

TEST(FlowGraphTest, ManyEdgesIntoOneBlock) {
  constexpr uint32_t kCount = 200000;
  FlowGraph graph;
  graph.Reset(kCount);
  for (uint32_t i = 0; i < kCount; ++i) Add(graph, i, 0);
  graph.Finish();
  const auto predecessors = graph.predecessors(BlockIndex(0));
  ASSERT_EQ(predecessors.size(), kCount);
  for (uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(predecessors[i].value, i);
}

}  // namespace
}  // namespace plumb::cfg
