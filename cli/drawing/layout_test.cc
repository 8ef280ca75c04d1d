#include "cli/drawing/layout.h"

#include <algorithm>
#include <random>
#include <vector>

#include "cfg/graph_samples.h"
#include "cfg/structure_samples.h"
#include "gtest/gtest.h"

namespace plumb::drawing {
namespace {

struct Picture {
  cfg::FlowGraph graph;
  cfg::Structure structure;
  Layout layout;
};

Picture Draw(cfg::FlowGraph graph, const std::vector<cfg::BlockInfo>& infos) {
  Picture p;
  p.graph = std::move(graph);
  cfg::DomTreeBuilder search;
  p.structure.Build(p.graph, cfg::BlockIndex(0), infos, &search);
  std::vector<Size> sizes;
  for (uint32_t b = 0; b < p.graph.block_count(); ++b) {
    sizes.push_back({50 + 7 * (b % 11), 20 + 14 * (b % 5)});
  }
  p.layout = LayOut(p.graph, p.structure, search, sizes);
  return p;
}

// Without merge instructions.
Picture Draw(uint32_t block_count, const cfg::EdgeList& edges) {
  cfg::FlowGraph graph;
  cfg::MakeGraph(block_count, edges, &graph);
  return Draw(std::move(graph), std::vector<cfg::BlockInfo>(block_count));
}

bool Overlap(const Box& a, const Box& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() &&
         b.y < a.bottom();
}

// A sweep downwards, so that large pictures can be checked.
void ExpectNoOverlap(const std::vector<Box>& boxes) {
  std::vector<size_t> order(boxes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return boxes[a].y < boxes[b].y; });
  for (size_t i = 0; i < order.size(); ++i) {
    const Box& box = boxes[order[i]];
    EXPECT_FALSE(box.empty());
    for (size_t j = i + 1; j < order.size(); ++j) {
      if (boxes[order[j]].y >= box.bottom()) break;
      ASSERT_FALSE(Overlap(box, boxes[order[j]]))
          << order[i] << " " << order[j];
    }
  }
}

void ExpectInside(const Layout& layout) {
  for (const Box& box : layout.blocks) {
    EXPECT_GE(box.x, 0);
    EXPECT_GE(box.y, 0);
    EXPECT_LE(box.right(), layout.size.width);
    EXPECT_LE(box.bottom(), layout.size.height);
  }
}

bool Within(const Box& inner, const Box& outer) {
  return inner.x >= outer.x && inner.y >= outer.y &&
         inner.right() <= outer.right() && inner.bottom() <= outer.bottom();
}

// The blocks of a construct are in its box, and all others outside.
void ExpectConstructsHoldTheirBlocks(const Picture& p) {
  for (uint32_t c = 1; c < p.structure.constructs().size(); ++c) {
    const Box& box = p.layout.constructs[c];
    if (box.empty()) continue;
    for (uint32_t b = 0; b < p.graph.block_count(); ++b) {
      const Box& block = p.layout.blocks[b];
      if (p.structure.Encloses(cfg::ConstructIndex(c), cfg::BlockIndex(b))) {
        EXPECT_TRUE(Within(block, box)) << "block " << b << " construct " << c;
      } else {
        EXPECT_FALSE(Overlap(block, box)) << "block " << b << " in " << c;
      }
    }
  }
}

TEST(LayoutTest, StructuredFunctions) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const cfg::SampleFunction function = cfg::MakeStructuredFunction(random);
    cfg::FlowGraph graph;
    MakeGraph(function.size(), function.edges, &graph);
    const Picture p = Draw(std::move(graph), function.blocks);
    ExpectNoOverlap(p.layout.blocks);
    ExpectInside(p.layout);
    ExpectConstructsHoldTheirBlocks(p);
    if (HasFailure()) FAIL() << "function " << i;
  }
}

TEST(LayoutTest, AnyGraph) {
  std::mt19937 random(8);
  for (int i = 0; i < 300; ++i) {
    cfg::FlowGraph graph;
    MakeRandomGraph(random, 40, &graph);
    std::vector<cfg::BlockInfo> infos(graph.block_count());
    std::uniform_int_distribution<uint32_t> any(0, graph.block_count() - 1);
    for (cfg::BlockInfo& info : infos) {
      if (any(random) % 3 != 0) continue;
      info.header = any(random) % 2 == 0 ? cfg::HeaderKind::kLoop
                                         : cfg::HeaderKind::kSelection;
      info.merge = cfg::BlockIndex(any(random));
      if (info.header == cfg::HeaderKind::kLoop) {
        info.continue_target = cfg::BlockIndex(any(random));
      }
    }
    const Picture p = Draw(std::move(graph), infos);
    ExpectNoOverlap(p.layout.blocks);
    ExpectInside(p.layout);
    if (HasFailure()) FAIL() << "graph " << i;
  }
}

TEST(LayoutTest, RowsGoDown) {
  // 0 -> 1, 2; 1 -> 2; 2 -> 0
  const Picture p = Draw(3, {{0, 1}, {0, 2}, {1, 2}, {2, 0}});
  EXPECT_GT(p.layout.blocks[1].y, p.layout.blocks[0].bottom());
  EXPECT_GT(p.layout.blocks[2].y, p.layout.blocks[1].bottom());
  EXPECT_NE(p.layout.lane[2], Layout::kNoLane);
  EXPECT_EQ(p.layout.lane[1], Layout::kNoLane);
  EXPECT_NE(p.layout.back_lane[0], Layout::kNoLane);
}

TEST(LayoutTest, UnreachableBlocksGoDown) {
  // 1 -> 2 -> 3 -> 1, to which 0 does not lead.
  const Picture p = Draw(4, {{1, 2}, {2, 3}, {3, 1}});
  for (int b = 1; b < 4; ++b) {
    EXPECT_GT(p.layout.blocks[b].y, p.layout.blocks[b - 1].bottom());
  }
  ExpectInside(p.layout);
}

TEST(LayoutTest, EdgesTurnBelowTheirRow) {
  // 0 -> 1, 2; 2 -> 3; 1, 3 -> 4: 2 and 3 are both next to block 1.
  const Picture p = Draw(5, {{0, 1}, {0, 2}, {2, 3}, {1, 4}, {3, 4}});
  EXPECT_GE(p.layout.exit[1], p.layout.blocks[3].bottom());
  EXPECT_LT(p.layout.exit[1], p.layout.blocks[4].y);
  // Blocks below block 2 would be in the way.
  EXPECT_EQ(p.layout.exit[2], p.layout.blocks[2].bottom());
}

TEST(LayoutTest, NoBlocks) {
  cfg::FlowGraph graph;
  graph.Reset(0);
  graph.Finish();
  EXPECT_TRUE(Draw(std::move(graph), {}).layout.blocks.empty());
}

constexpr uint32_t kMany = 100000;

TEST(LayoutTest, ManyBlocksInAChainThatAllLeaveEarly) {
  cfg::FlowGraph graph;
  graph.Reset(kMany);
  for (uint32_t b = 0; b + 1 < kMany; ++b) {
    graph.AddEdge(cfg::BlockIndex(b), cfg::BlockIndex(b + 1));
    graph.AddEdge(cfg::BlockIndex(b), cfg::BlockIndex(kMany - 1));
  }
  graph.Finish();
  const Picture p = Draw(std::move(graph), std::vector<cfg::BlockInfo>(kMany));
  ExpectNoOverlap(p.layout.blocks);
}

TEST(LayoutTest, ManyNestedSelections) {
  // Block b is the header of selection b, and kMany - 1 - b its merge block.
  cfg::FlowGraph graph;
  graph.Reset(kMany);
  std::vector<cfg::BlockInfo> infos(kMany);
  for (uint32_t b = 0; b < kMany / 2; ++b) {
    const cfg::BlockIndex merge(kMany - 1 - b);
    graph.AddEdge(cfg::BlockIndex(b), cfg::BlockIndex(b + 1));
    graph.AddEdge(cfg::BlockIndex(b), merge);
    if (b > 0) graph.AddEdge(merge, cfg::BlockIndex(merge.value + 1));
    infos[b].header = cfg::HeaderKind::kSelection;
    infos[b].merge = merge;
  }
  graph.Finish();
  const Picture p = Draw(std::move(graph), infos);
  ExpectNoOverlap(p.layout.blocks);
  ExpectInside(p.layout);
}

TEST(LayoutTest, ManyBlocksSideBySide) {
  cfg::FlowGraph graph;
  graph.Reset(kMany);
  for (uint32_t b = 1; b + 1 < kMany; ++b) {
    graph.AddEdge(cfg::BlockIndex(0), cfg::BlockIndex(b));
    graph.AddEdge(cfg::BlockIndex(b),
                  cfg::BlockIndex(b % 2 == 0 ? kMany - 1 : b + 1));
  }
  graph.Finish();
  const Picture p = Draw(std::move(graph), std::vector<cfg::BlockInfo>(kMany));
  ExpectInside(p.layout);
}

}  // namespace
}  // namespace plumb::drawing
