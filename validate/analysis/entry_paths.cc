#include "validate/analysis/entry_paths.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/types/span.h"

namespace plumb {

EntryPaths::EntryPaths(const CallSites& calls, const cfg::CallGraph& graph,
                       std::vector<Root> roots)
    : calls_(calls),
      roots_(std::move(roots)),
      reached_(calls.function_count()) {
  FindPaths();
  CountOthers(graph);
}

// The search from a root skips functions that an earlier root reaches.  No path
// is lost: a path through such a function leads to a function that is skipped,
// too.
void EntryPaths::FindPaths() {
  std::vector<cfg::FunctionIndex> queue;
  for (uint32_t root = 0; root < roots_.size(); ++root) {
    FindPathsFrom(root, &queue);
  }
}

void EntryPaths::FindPathsFrom(uint32_t root,
                               std::vector<cfg::FunctionIndex>* queue) {
  ReachedFunction& first = reached_[roots_[root].function.value];
  if (first.root != kNone) return;
  first.root = root;
  queue->assign(1, roots_[root].function);
  for (size_t next = 0; next < queue->size(); ++next) {
    const cfg::FunctionIndex caller = (*queue)[next];
    for (const CallSite& call : calls_.of(caller)) {
      ReachedFunction& callee = reached_[call.callee.value];
      if (callee.root != kNone) continue;
      callee.root = root;
      callee.call = calls_.NumberOf(call);
      callee.depth = reached_[caller.value].depth + 1;
      queue->push_back(call.callee);
    }
  }
}

void EntryPaths::CountOthers(const cfg::CallGraph& graph) {
  constexpr size_t kBatch = 64;  // a bit each
  const size_t end = std::min(roots_.size(), kMaxCounted);
  if (end < 2) return;
  std::vector<uint64_t> masks(reached_.size());
  for (size_t begin = 0; begin < end; begin += kBatch) {
    std::fill(masks.begin(), masks.end(), 0);
    for (size_t r = begin; r < std::min(end, begin + kBatch); ++r) {
      masks[roots_[r].function.value] |= uint64_t{1} << (r - begin);
    }
    graph.PropagateDown(absl::MakeSpan(masks));
    for (size_t f = 0; f < masks.size(); ++f) {
      ReachedFunction& reached = reached_[f];
      uint64_t mask = masks[f];
      if (reached.root >= begin && reached.root - begin < kBatch) {
        mask &= ~(uint64_t{1} << (reached.root - begin));
      }
      if (mask == 0) continue;
      reached.others += static_cast<uint32_t>(std::popcount(mask));
      if (reached.first_other == kNoInst) {
        reached.first_other =
            roots_[begin + static_cast<size_t>(std::countr_zero(mask))]
                .entry_point;
      }
    }
  }
}

std::vector<CallSite> EntryPaths::LastCalls(cfg::FunctionIndex f,
                                            size_t max_count) const {
  std::vector<CallSite> calls;
  while (calls.size() < max_count && reached_[f.value].call != kNone) {
    calls.push_back(calls_.all()[reached_[f.value].call]);
    f = calls.back().caller;
  }
  std::reverse(calls.begin(), calls.end());
  return calls;
}

}  // namespace plumb
