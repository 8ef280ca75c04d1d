// Tests of dominators and post-dominators: a table of trees, random graphs
// against the definition by path deletion, and graphs of 200,000 blocks.

#include "cfg/dominators.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "absl/types/span.h"
#include "cfg/flow_graph.h"
#include "cfg/graph_samples.h"
#include "cfg/index.h"
#include "gtest/gtest.h"

namespace plumb::cfg {
namespace {

// "None" in the tables.
constexpr uint32_t kX = kNoBlock.value;

struct TreeCase {
  const char* name;
  uint32_t blocks;
  EdgeList edges;
  std::vector<uint32_t> dominators;       // immediate, from entry block 0
  std::vector<uint32_t> post_dominators;  // immediate
};

std::vector<uint32_t> ImmediateDominators(const DomTree& tree, uint32_t n) {
  std::vector<uint32_t> values;
  for (uint32_t b = 0; b < n; ++b) {
    values.push_back(tree.immediate_dominator(BlockIndex(b)).value);
  }
  return values;
}

TEST(DomTreeTest, Trees) {
  const TreeCase kCases[] = {
      {"one block", 1, {}, {kX}, {kX}},
      {"line", 3, {{0, 1}, {1, 2}}, {kX, 0, 1}, {1, 2, kX}},
      {"diamond",
       4,
       {{0, 1}, {0, 2}, {1, 3}, {2, 3}},
       {kX, 0, 0, 0},
       {3, 3, 3, kX}},
      {"two exits", 3, {{0, 1}, {0, 2}}, {kX, 0, 0}, {kX, kX, kX}},
      {"equal labels", 2, {{0, 1}, {0, 1}}, {kX, 0}, {1, kX}},
      {"unreachable block", 3, {{0, 2}, {1, 2}}, {kX, kX, 0}, {2, 2, kX}},
      {"unreachable cycle",
       4,
       {{0, 3}, {1, 2}, {2, 1}, {2, 3}},
       {kX, kX, kX, 0},
       {3, 2, 3, kX}},
      {"loop",
       4,
       {{0, 1}, {1, 2}, {2, 1}, {1, 3}},
       {kX, 0, 1, 1},
       {1, 3, 1, kX}},
      {"entry is a loop header", 2, {{0, 0}, {0, 1}}, {kX, 0}, {1, kX}},
      {"irreducible",
       4,
       {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}},
       {kX, 0, 0, 2},
       {2, 2, 3, kX}},
      // Blocks that reach no exit are not in the tree.
      {"endless loop", 3, {{0, 1}, {1, 2}, {2, 1}}, {kX, 0, 1}, {kX, kX, kX}},
      {"exit or endless loop",
       4,
       {{0, 1}, {0, 2}, {2, 3}, {3, 2}},
       {kX, 0, 0, 2},
       {1, kX, kX, kX}},
      {"endless self loop", 2, {{0, 1}, {1, 1}}, {kX, 0}, {kX, kX}},
      {"two endless loops, one after the other",
       3,
       {{0, 1}, {1, 1}, {1, 2}, {2, 2}},
       {kX, 0, 1},
       {kX, kX, kX}},
      // The example of Lengauer and Tarjan's paper: R A B C D E F G H I J K L.
      {"lengauer-tarjan",
       13,
       {{0, 1}, {0, 2},  {0, 3},  {1, 4},  {2, 1},  {2, 4},  {2, 5},
        {3, 6}, {3, 7},  {4, 12}, {5, 8},  {6, 9},  {7, 9},  {7, 10},
        {8, 5}, {8, 11}, {9, 11}, {10, 9}, {11, 9}, {11, 0}, {12, 8}},
       {kX, 0, 0, 0, 0, 0, 3, 3, 0, 0, 7, 0, 4},
       {}},
  };
  FlowGraph graph;
  DomTreeBuilder builder;
  DomTree tree;
  for (const TreeCase& c : kCases) {
    MakeGraph(c.blocks, c.edges, &graph);
    builder.BuildForward(graph, BlockIndex(0), &tree);
    EXPECT_EQ(ImmediateDominators(tree, c.blocks), c.dominators) << c.name;
    if (c.post_dominators.empty()) continue;
    builder.BuildPost(graph, &tree);
    EXPECT_EQ(ImmediateDominators(tree, c.blocks), c.post_dominators) << c.name;
  }
}

// Compares the tree with domination in `graph` by path deletion from `entry`;
// blocks from `tree_blocks` on are not in the tree (virtual exit).
void ExpectByDefinition(const DomTreeBuilder& builder, const DomTree& tree,
                        const FlowGraph& graph, BlockIndex entry,
                        uint32_t tree_blocks) {
  const uint64_t reached = ReachableWithout(graph, entry, kNoBlock);
  std::vector<uint64_t> dominated(tree_blocks);
  for (uint32_t a = 0; a < tree_blocks; ++a) {
    dominated[a] = DominatedByDeletion(graph, entry, BlockIndex(a));
  }
  size_t reachable = 0;
  for (uint32_t a = 0; a < tree_blocks; ++a) {
    const BlockIndex block(a);
    ASSERT_EQ(tree.reachable(block), (reached >> a & 1) != 0);
    reachable += tree.reachable(block);
    uint64_t subtree = 0;
    for (const BlockIndex b : tree.Subtree(block)) {
      subtree |= uint64_t{1} << b.value;
    }
    ASSERT_EQ(subtree, dominated[a]);
    const BlockIndex parent = tree.immediate_dominator(block);
    for (uint32_t b = 0; b < tree_blocks; ++b) {
      const bool dominates = (dominated[b] >> a & 1) != 0;
      ASSERT_EQ(tree.Dominates(BlockIndex(b), block), dominates);
      ASSERT_EQ(tree.StrictlyDominates(BlockIndex(b), block),
                dominates && a != b);
      if (dominates && a != b) {  // The parent is the nearest of them.
        ASSERT_NE(parent, kNoBlock);
        ASSERT_NE(dominated[b] >> parent.value & 1, 0u);
      }
    }
    if (parent != kNoBlock) {
      ASSERT_NE(parent, block);
      ASSERT_NE(dominated[parent.value] >> a & 1, 0u);
    }
  }
  ASSERT_EQ(tree.preorder().size(), reachable);
  ASSERT_EQ(builder.reverse_postorder().size(), reachable);
}

TEST(DomTreeTest, RandomGraphsByDeletion) {
  std::mt19937 random(1979);
  FlowGraph graph;
  DomTreeBuilder builder;
  DomTree tree;  // One object for all graphs.
  for (int round = 0; round < 8000; ++round) {
    MakeRandomGraph(random, 12, &graph);
    const BlockIndex entry(random() % graph.block_count());
    builder.BuildForward(graph, entry, &tree);
    ExpectByDefinition(builder, tree, graph, entry, graph.block_count());
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
}

TEST(DomTreeTest, RandomGraphsByDeletionPost) {
  std::mt19937 random(1980);
  FlowGraph graph;
  FlowGraph reversed;
  DomTreeBuilder builder;
  DomTree tree;
  for (int round = 0; round < 8000; ++round) {
    MakeRandomGraph(random, 12, &graph);
    builder.BuildPost(graph, &tree);
    MakeReversed(graph, &reversed);
    ExpectByDefinition(builder, tree, reversed, BlockIndex(graph.block_count()),
                       graph.block_count());
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
}

// Ancestors in the search, by a search of the plainest kind.
void SearchAncestors(const FlowGraph& graph, BlockIndex b, uint64_t stack,
                     uint64_t* seen, std::vector<uint64_t>* ancestors) {
  stack |= uint64_t{1} << b.value;
  *seen |= stack;
  (*ancestors)[b.value] = stack;
  for (const BlockIndex s : graph.successors(b)) {
    if ((*seen >> s.value & 1) != 0) continue;
    SearchAncestors(graph, s, stack, seen, ancestors);
  }
}

TEST(DomTreeTest, SearchAncestorsAndReversePostorder) {
  std::mt19937 random(3);
  FlowGraph graph;
  DomTreeBuilder builder;
  DomTree tree;
  for (int round = 0; round < 2000; ++round) {
    MakeRandomGraph(random, 12, &graph);
    const uint32_t n = graph.block_count();
    builder.BuildForward(graph, BlockIndex(0), &tree);
    uint64_t seen = 0;
    std::vector<uint64_t> ancestors(n);
    SearchAncestors(graph, BlockIndex(0), 0, &seen, &ancestors);
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) {
        ASSERT_EQ(builder.IsSearchAncestor(BlockIndex(a), BlockIndex(b)),
                  (ancestors[b] >> a & 1) != 0);
      }
    }
    // In reverse post-order, only edges to an ancestor lead backwards.
    const auto order = builder.reverse_postorder();
    std::vector<size_t> place(n);
    for (size_t i = 0; i < order.size(); ++i) place[order[i].value] = i;
    for (const FlowEdge& e : graph.edges()) {
      if (!tree.reachable(e.from)) continue;
      ASSERT_EQ(place[e.to.value] <= place[e.from.value],
                builder.IsSearchAncestor(e.to, e.from));
    }
  }
}

TEST(DomTreeTest, ReuseIsAsGoodAsNew) {
  std::mt19937 random(11);
  FlowGraph graph;
  DomTreeBuilder builder;
  DomTree reused;
  for (int round = 0; round < 2000; ++round) {
    MakeRandomGraph(random, round % 2 == 0 ? 40 : 5, &graph);
    DomTreeBuilder fresh_builder;
    DomTree fresh;
    if (round % 3 == 0) {
      builder.BuildPost(graph, &reused);
      fresh_builder.BuildPost(graph, &fresh);
    } else {
      builder.BuildForward(graph, BlockIndex(0), &reused);
      fresh_builder.BuildForward(graph, BlockIndex(0), &fresh);
    }
    ASSERT_EQ(reused.preorder(), fresh.preorder());
    ASSERT_EQ(builder.reverse_postorder(), fresh_builder.reverse_postorder());
    ASSERT_EQ(ImmediateDominators(reused, graph.block_count()),
              ImmediateDominators(fresh, graph.block_count()));
  }
}

TEST(DomTreeTest, NoBlocks) {
  FlowGraph graph;
  MakeGraph(0, {}, &graph);
  DomTreeBuilder builder;
  DomTree tree;
  builder.BuildForward(graph, BlockIndex(0), &tree);
  EXPECT_TRUE(tree.preorder().empty());
  builder.BuildPost(graph, &tree);
  EXPECT_TRUE(tree.preorder().empty());
}

// Shapes that are deep, or bad for methods that are not near linear.
constexpr uint32_t kMany = 200000;

TEST(DomTreeTest, LongLine) {
  FlowGraph graph;
  graph.Reset(kMany);
  for (uint32_t b = 0; b + 1 < kMany; ++b) {
    graph.AddEdge(BlockIndex(b), BlockIndex(b + 1));
  }
  graph.Finish();
  DomTreeBuilder builder;
  DomTree tree;
  builder.BuildForward(graph, BlockIndex(0), &tree);
  EXPECT_TRUE(tree.Dominates(BlockIndex(0), BlockIndex(kMany - 1)));
  EXPECT_EQ(tree.Subtree(BlockIndex(kMany / 2)).size(), kMany / 2);
  builder.BuildPost(graph, &tree);
  EXPECT_TRUE(tree.Dominates(BlockIndex(kMany - 1), BlockIndex(0)));
}

TEST(DomTreeTest, LongLadder) {
  // Every block has an edge to the next, to the one after, and one back.
  FlowGraph graph;
  graph.Reset(kMany);
  for (uint32_t b = 0; b + 2 < kMany; ++b) {
    graph.AddEdge(BlockIndex(b), BlockIndex(b + 1));
    graph.AddEdge(BlockIndex(b), BlockIndex(b + 2));
    if (b > 0) graph.AddEdge(BlockIndex(b), BlockIndex(b - 1));
  }
  graph.Finish();
  DomTreeBuilder builder;
  DomTree tree;
  builder.BuildForward(graph, BlockIndex(0), &tree);
  for (uint32_t b = 2; b + 1 < kMany; ++b) {
    ASSERT_EQ(tree.immediate_dominator(BlockIndex(b)), BlockIndex(0)) << b;
  }
  // The last but one has no edges, so the last has a single predecessor.
  EXPECT_EQ(tree.immediate_dominator(BlockIndex(kMany - 1)),
            BlockIndex(kMany - 3));
}

TEST(DomTreeTest, NestOfEndlessLoops) {
  // A nest of kMany / 2 loops: headers, then latches, each with an edge to its
  // own header.  Iterative algorithms are slow on it.
  constexpr uint32_t kHalf = kMany / 2;
  FlowGraph graph;
  graph.Reset(kMany);
  for (uint32_t b = 0; b + 1 < kMany; ++b) {
    graph.AddEdge(BlockIndex(b), BlockIndex(b + 1));
  }
  for (uint32_t i = 0; i < kHalf; ++i) {
    graph.AddEdge(BlockIndex(kMany - 1 - i), BlockIndex(i));
  }
  graph.Finish();
  DomTreeBuilder builder;
  DomTree tree;
  builder.BuildForward(graph, BlockIndex(0), &tree);
  for (uint32_t b = 1; b < kMany; ++b) {
    ASSERT_EQ(tree.immediate_dominator(BlockIndex(b)), BlockIndex(b - 1));
  }
  builder.BuildPost(graph, &tree);
  EXPECT_TRUE(tree.preorder().empty()) << "there is no exit";
}

}  // namespace
}  // namespace plumb::cfg
