// Tests of the call graph: tables, random graphs against plain reachability,
// and a chain of 100,000 calls.

#include "cfg/call_graph.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "cfg/index.h"
#include "gtest/gtest.h"

namespace plumb::cfg {
namespace {

using Calls = std::vector<std::pair<uint32_t, uint32_t>>;
using List = std::vector<uint32_t>;

void Make(uint32_t n, const Calls& calls, CallGraph* graph) {
  graph->Reset(n);
  for (const auto& [from, to] : calls) {
    graph->AddCall(FunctionIndex(from), FunctionIndex(to));
  }
  graph->Finish();
}

List Path(const CallGraph& graph, uint32_t from, uint32_t to) {
  List values;
  for (const FunctionIndex f :
       graph.FindPath(FunctionIndex(from), FunctionIndex(to))) {
    values.push_back(f.value);
  }
  return values;
}

struct RecursionCase {
  const char* name;
  uint32_t functions;
  Calls calls;
  List recursive;
};

TEST(CallGraphTest, IsRecursive) {
  const RecursionCase kCases[] = {
      {"no calls", 2, {}, {}},
      {"chain", 3, {{0, 1}, {1, 2}}, {}},
      {"diamond", 4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}, {}},
      {"itself", 2, {{0, 1}, {1, 1}}, {1}},
      {"each other", 3, {{0, 1}, {1, 2}, {2, 1}}, {1, 2}},
      {"two cycles", 4, {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}}, {0, 1, 2, 3}},
      {"called twice", 2, {{0, 1}, {0, 1}}, {}},
      {"unused cycle", 3, {{1, 2}, {2, 1}}, {1, 2}},
  };
  CallGraph graph;
  for (const RecursionCase& c : kCases) {
    Make(c.functions, c.calls, &graph);
    List recursive;
    for (uint32_t f = 0; f < c.functions; ++f) {
      if (graph.IsRecursive(FunctionIndex(f))) recursive.push_back(f);
    }
    EXPECT_EQ(recursive, c.recursive) << c.name;
  }
}

struct PathCase {
  const char* name;
  uint32_t functions;
  Calls calls;
  uint32_t from, to;
  List path;
};

TEST(CallGraphTest, FindPath) {
  const PathCase kCases[] = {
      {"one call", 2, {{0, 1}}, 0, 1, {0, 1}},
      {"none", 2, {{0, 1}}, 1, 0, {}},
      {"not to itself", 1, {}, 0, 0, {}},
      {"to itself", 1, {{0, 0}}, 0, 0, {0, 0}},
      {"cycle", 3, {{0, 1}, {1, 2}, {2, 0}}, 1, 1, {1, 2, 0, 1}},
      {"shortest", 4, {{0, 1}, {1, 2}, {2, 3}, {0, 2}}, 0, 3, {0, 2, 3}},
      {"past a cycle", 3, {{0, 1}, {1, 0}, {1, 2}}, 0, 2, {0, 1, 2}},
  };
  CallGraph graph;
  for (const PathCase& c : kCases) {
    Make(c.functions, c.calls, &graph);
    EXPECT_EQ(Path(graph, c.from, c.to), c.path) << c.name;
  }
}

TEST(CallGraphTest, RandomGraphsAgreeWithPaths) {
  std::mt19937 random(7);
  CallGraph graph;
  for (int round = 0; round < 3000; ++round) {
    const uint32_t n = 1 + random() % 10;
    Calls calls(random() % (size_t{2} * n));
    for (auto& call : calls) call = {random() % n, random() % n};
    Make(n, calls, &graph);
    std::vector<uint64_t> masks(n);
    for (uint32_t f = 0; f < n; ++f) masks[f] = uint64_t{1} << f;
    graph.PropagateDown(absl::MakeSpan(masks));
    for (uint32_t from = 0; from < n; ++from) {
      for (uint32_t to = 0; to < n; ++to) {
        const List path = Path(graph, from, to);
        const bool flows = from == to || (masks[to] >> from & 1) != 0;
        ASSERT_EQ(flows, from == to || !path.empty());
        if (from == to) {
          ASSERT_EQ(graph.IsRecursive(FunctionIndex(from)), !path.empty());
        }
        if (path.empty()) continue;
        ASSERT_EQ(path.front(), from);
        ASSERT_EQ(path.back(), to);
        for (size_t i = 0; i + 1 < path.size(); ++i) {
          const std::pair<uint32_t, uint32_t> call = {path[i], path[i + 1]};
          ASSERT_NE(std::find(calls.begin(), calls.end(), call), calls.end());
        }
      }
    }
  }
}

TEST(CallGraphTest, CallersComeBeforeCallees) {
  CallGraph graph;
  Make(4, {{2, 0}, {0, 3}, {3, 0}, {3, 1}}, &graph);
  const auto& components = graph.components();
  EXPECT_EQ(components.count(), 3u);
  const auto of = [&](uint32_t f) {
    return components.component(FunctionIndex(f));
  };
  EXPECT_GT(of(2), of(0));
  EXPECT_EQ(of(0), of(3));
  EXPECT_GT(of(3), of(1));
}

TEST(CallGraphTest, LongChain) {
  constexpr uint32_t kCount = 100000;
  Calls calls;
  for (uint32_t f = 0; f + 1 < kCount; ++f) calls.push_back({f, f + 1});
  CallGraph graph;
  Make(kCount, calls, &graph);
  EXPECT_EQ(graph.components().count(), kCount);
  std::vector<uint64_t> masks(kCount);
  masks[0] = 1;
  masks[kCount / 2] = 6;
  graph.PropagateDown(absl::MakeSpan(masks));
  EXPECT_EQ(masks[kCount / 2 - 1], 1u);
  EXPECT_EQ(masks[kCount - 1], 7u);
  EXPECT_EQ(Path(graph, 0, kCount - 1).size(), kCount);
  EXPECT_FALSE(graph.IsRecursive(FunctionIndex(0)));
  calls.push_back({kCount - 1, 0});
  Make(kCount, calls, &graph);
  EXPECT_EQ(graph.components().count(), 1u);
  EXPECT_TRUE(graph.IsRecursive(FunctionIndex(kCount / 2)));
}

}  // namespace
}  // namespace plumb::cfg
