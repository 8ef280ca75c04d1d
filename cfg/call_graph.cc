// Building and queries of the call graph; see the header.
// Tested by call_graph_test.cc.

#include "cfg/call_graph.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plumb::cfg {

void CallGraph::Reset(uint32_t function_count) {
  assert(function_count < kNoFunction.value);
  function_count_ = function_count;
  calls_.clear();
}

void CallGraph::AddCall(FunctionIndex caller, FunctionIndex callee) {
  assert(caller.value < function_count_ && callee.value < function_count_);
  calls_.push_back({caller, callee});
}

void CallGraph::Finish() {
  // As most modules are, one after the other.
  const bool is_same = calls_.empty() && callees_.edge_count() == 0 &&
                       callees_.node_count() == function_count_;
  if (is_same && function_count_ != 0) return;
  callees_.Build(function_count_, calls_, Orientation::kForward);
  components_.Build(callees_);
  // A call within a component closes a cycle, and every cycle has one.
  recursive_.assign(components_.count(), 0);
  for (const CallEdge& call : calls_) {
    const uint32_t component = components_.component(call.from);
    if (component == components_.component(call.to)) recursive_[component] = 1;
  }
}

void CallGraph::PropagateDown(absl::Span<uint64_t> masks) const {
  assert(masks.size() == function_count_);
  for (uint32_t c = components_.count(); c-- > 0;) {
    const absl::Span<const FunctionIndex> members = components_.members(c);
    uint64_t mask = 0;
    for (const FunctionIndex f : members) mask |= masks[f.value];
    for (const FunctionIndex f : members) {
      masks[f.value] = mask;
      for (const FunctionIndex callee : callees(f)) masks[callee.value] |= mask;
    }
  }
}

std::vector<FunctionIndex> CallGraph::FindPath(FunctionIndex from,
                                               FunctionIndex to) const {
  std::vector<FunctionIndex> caller(function_count_, kNoFunction);
  std::vector<FunctionIndex> queue = {from};
  for (size_t next = 0; next < queue.size(); ++next) {
    const FunctionIndex f = queue[next];
    for (const FunctionIndex callee : callees(f)) {
      // `from` gets a caller too, so that a way back to it is found.
      if (caller[callee.value] != kNoFunction) continue;
      caller[callee.value] = f;
      queue.push_back(callee);
    }
    if (caller[to.value] != kNoFunction) break;
  }
  if (caller[to.value] == kNoFunction) return {};
  std::vector<FunctionIndex> path = {to};
  do {
    path.push_back(caller[path.back().value]);
  } while (path.back() != from);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace plumb::cfg
