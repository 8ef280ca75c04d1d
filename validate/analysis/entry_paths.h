// Call paths from entry points to functions, for the notes of messages about
// instructions that not all entry points may reach.
//
// Built when something is reported, for all functions at once, so the time is
// linear in functions and calls for any number of reports.  The search is
// breadth-first and visits a function once, so recursive calls do no harm.
//
// Tested by entry_paths_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_ENTRY_PATHS_H_
#define PLUMB_VALIDATE_ANALYSIS_ENTRY_PATHS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cfg/call_graph.h"
#include "cfg/index.h"
#include "core/module.h"
#include "validate/analysis/call_sites.h"

namespace plumb {

class EntryPaths {
 public:
  struct Root {
    InstIndex entry_point;
    cfg::FunctionIndex function;
  };
  // Further entry points that reach a function.
  struct OtherEntryPoints {
    uint32_t count = 0;
    bool at_least = false;  // there may be more
    InstIndex first = kNoInst;
  };

  // `calls` must outlive this; `graph` has the same calls.  The first root that
  // reaches a function is the one it is explained by.
  EntryPaths(const CallSites& calls, const cfg::CallGraph& graph,
             std::vector<Root> roots);

  // The entry point whose call path explains a function; kNoInst if none
  // reaches it.
  InstIndex entry_point(cfg::FunctionIndex f) const {
    const uint32_t root = reached_[f.value].root;
    return root == kNone ? kNoInst : roots_[root].entry_point;
  }
  // The number of calls on a shortest path from there: 0 for its own function.
  uint32_t call_count(cfg::FunctionIndex f) const {
    return reached_[f.value].depth;
  }
  // The last calls on that path, in call order; at most `limit`, which bounds
  // the cost.
  std::vector<CallSite> LastCalls(cfg::FunctionIndex f, size_t max_count) const;

  // The other entry points that reach it, counted among the first kMaxCounted.
  OtherEntryPoints others(cfg::FunctionIndex f) const {
    return {reached_[f.value].others, roots_.size() > kMaxCounted,
            reached_[f.value].first_other};
  }
  static constexpr size_t kMaxCounted = 256;

 private:
  static constexpr uint32_t kNone = 0xffffffff;
  struct ReachedFunction {
    uint32_t root = kNone;
    uint32_t call = kNone;  // the last one; kNone in the root's function
    uint32_t depth = 0;
    uint32_t others = 0;
    InstIndex first_other = kNoInst;
  };

  void FindPaths();
  void FindPathsFrom(uint32_t root, std::vector<cfg::FunctionIndex>* queue);
  void CountOthers(const cfg::CallGraph& graph);

  const CallSites& calls_;
  std::vector<Root> roots_;
  std::vector<ReachedFunction> reached_;  // by function
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_ENTRY_PATHS_H_
