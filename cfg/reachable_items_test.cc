// Tests of the first reachable items: random graphs against plain reachability.

#include "cfg/reachable_items.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "absl/types/span.h"
#include "cfg/call_graph.h"
#include "cfg/index.h"
#include "gtest/gtest.h"

namespace plumb::cfg {
namespace {

using Item = ReachableItems::Item;

// The items of the functions that `from` reaches, by a search of its own.
std::vector<uint32_t> Expected(const CallGraph& graph,
                               absl::Span<const Item> items, uint32_t from,
                               uint32_t limit) {
  std::vector<FunctionIndex> reached = {FunctionIndex(from)};
  std::set<uint32_t> is_reached = {from};
  for (size_t next = 0; next < reached.size(); ++next) {
    for (const FunctionIndex callee : graph.callees(reached[next])) {
      if (is_reached.insert(callee.value).second) reached.push_back(callee);
    }
  }
  std::vector<uint32_t> expected;
  std::set<uint32_t> groups;
  for (uint32_t i = 0; i < items.size() && expected.size() < limit; ++i) {
    if (!is_reached.contains(items[i].function.value)) continue;
    if (groups.insert(items[i].group).second) expected.push_back(i);
  }
  return expected;
}

std::vector<uint32_t> ToList(absl::Span<const uint32_t> items) {
  return {items.begin(), items.end()};
}

TEST(ReachableItemsTest, RandomGraphs) {
  std::mt19937 random(7);
  const auto below = [&](uint32_t n) {
    return static_cast<uint32_t>(random() % n);
  };
  CallGraph graph;
  ReachableItems reachable;
  for (int round = 0; round < 2000; ++round) {
    const uint32_t functions = 1 + below(12);
    graph.Reset(functions);
    for (uint32_t calls = below(3 * functions); calls != 0; --calls) {
      graph.AddCall(FunctionIndex(below(functions)),
                    FunctionIndex(below(functions)));
    }
    graph.Finish();
    std::vector<Item> items;
    const uint32_t groups = 1 + below(8);
    for (uint32_t f = 0; f < functions; ++f) {
      for (uint32_t group = 0; group < groups; ++group) {
        if (below(3) == 0) items.push_back({FunctionIndex(f), group});
      }
    }
    const uint32_t limit = 1 + below(6);
    reachable.Build(graph, items, limit);
    for (uint32_t f = 0; f < functions; ++f) {
      EXPECT_EQ(ToList(reachable.of(FunctionIndex(f))),
                Expected(graph, items, f, limit));
    }
  }
}

TEST(ReachableItemsTest, ManyCallsFromOneFunction) {
  constexpr uint32_t kFunctions = 100'000;
  CallGraph graph;
  graph.Reset(kFunctions);
  std::vector<Item> items;
  for (uint32_t f = 0; f < kFunctions; ++f) {
    if (f != 0) graph.AddCall(FunctionIndex(0), FunctionIndex(f));
    items.push_back({FunctionIndex(f), f % 3});
  }
  graph.Finish();
  ReachableItems reachable;
  reachable.Build(graph, items, 4);
  EXPECT_EQ(ToList(reachable.of(FunctionIndex(0))),
            (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(ToList(reachable.of(FunctionIndex(5))), (std::vector<uint32_t>{5}));
}

TEST(ReachableItemsTest, NoFunctions) {
  CallGraph graph;
  graph.Reset(0);
  graph.Finish();
  ReachableItems reachable;
  reachable.Build(graph, {}, 4);
}

}  // namespace
}  // namespace plumb::cfg
