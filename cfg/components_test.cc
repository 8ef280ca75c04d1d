// Tests of the strongly connected components: against mutual reachability on
// random graphs, and on a long chain and a long cycle.

#include "cfg/components.h"

#include <cstdint>
#include <random>
#include <vector>

#include "cfg/adjacency.h"
#include "cfg/index.h"
#include "gtest/gtest.h"

namespace plumb::cfg {
namespace {

using Edges = std::vector<Edge<BlockIndex>>;

Adjacency<BlockIndex> MakeAdjacency(uint32_t n, const Edges& edges) {
  Adjacency<BlockIndex> graph;
  graph.Build(n, edges, Orientation::kForward);
  return graph;
}

// reaches[a][b], by Warshall's algorithm.
std::vector<std::vector<bool>> Closure(uint32_t n, const Edges& edges) {
  std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
  for (uint32_t i = 0; i < n; ++i) reaches[i][i] = true;
  for (const auto& e : edges) reaches[e.from.value][e.to.value] = true;
  for (uint32_t via = 0; via < n; ++via) {
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) {
        if (reaches[a][via] && reaches[via][b]) reaches[a][b] = true;
      }
    }
  }
  return reaches;
}

TEST(ComponentsTest, AgreesWithMutualReachability) {
  std::mt19937 random(20260801);
  Components<BlockIndex> components;  // One object for all graphs.
  for (int round = 0; round < 5000; ++round) {
    const uint32_t n = 1 + random() % 12;
    Edges edges(random() % (2 * n + 1));
    for (auto& e : edges) {
      e = {BlockIndex(random() % n), BlockIndex(random() % n)};
    }
    components.Build(MakeAdjacency(n, edges));
    const auto reaches = Closure(n, edges);
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) {
        const uint32_t ca = components.component(BlockIndex(a));
        const uint32_t cb = components.component(BlockIndex(b));
        ASSERT_EQ(ca == cb, reaches[a][b] && reaches[b][a]);
        if (reaches[a][b]) {
          ASSERT_GE(ca, cb);
        }
      }
    }
    size_t members = 0;
    for (uint32_t c = 0; c < components.count(); ++c) {
      ASSERT_FALSE(components.members(c).empty());
      for (const BlockIndex b : components.members(c)) {
        ASSERT_EQ(components.component(b), c);
        ++members;
      }
    }
    ASSERT_EQ(members, n);
    ASSERT_EQ(components.sinks_first().size(), n);
  }
}

TEST(ComponentsTest, NoNodes) {
  Components<BlockIndex> components;
  components.Build(MakeAdjacency(0, {}));
  EXPECT_EQ(components.count(), 0u);
}

TEST(ComponentsTest, LongChainThenLongCycle) {
  constexpr uint32_t kCount = 200000;
  Edges edges;
  for (uint32_t i = 0; i + 1 < kCount; ++i) {
    edges.push_back({BlockIndex(i), BlockIndex(i + 1)});
  }
  Components<BlockIndex> components;
  components.Build(MakeAdjacency(kCount, edges));
  EXPECT_EQ(components.count(), kCount);
  EXPECT_EQ(components.component(BlockIndex(0)), kCount - 1);
  edges.push_back({BlockIndex(kCount - 1), BlockIndex(0)});
  components.Build(MakeAdjacency(kCount, edges));
  EXPECT_EQ(components.count(), 1u);
  EXPECT_EQ(components.members(0).size(), kCount);
}

}  // namespace
}  // namespace plumb::cfg
