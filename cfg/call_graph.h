// The static call graph of a module: functions as integers, calls as edges
// (SPIR-V 2.6, 2.16.1).
//
// The strongly connected components are computed once.  They identify recursive
// functions, and give an order, callers before callees, in which facts about
// entry points (execution models as a bit mask) are propagated in one pass.
// Tested by call_graph_test.cc.

#ifndef PLUMB_CFG_CALL_GRAPH_H_
#define PLUMB_CFG_CALL_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/adjacency.h"
#include "cfg/components.h"
#include "cfg/index.h"

namespace plumb::cfg {

using CallEdge = Edge<FunctionIndex>;

// Use: Reset, AddCall for each call in any order, Finish; then read.  Memory
// is kept and used again.
class CallGraph {
 public:
  void Reset(uint32_t function_count);

  // Both must be less than the function count.  A call may be added repeatedly.
  void AddCall(FunctionIndex caller, FunctionIndex callee);

  // O(functions + calls).
  void Finish();

  uint32_t function_count() const { return function_count_; }

  // In the order in which the calls were added.
  absl::Span<const FunctionIndex> callees(FunctionIndex f) const {
    return callees_[f];
  }

  // A component is a maximal set of functions that all reach each other.  A
  // call never leads to a component with a higher number: descending numbers
  // order callers before callees.
  const Components<FunctionIndex>& components() const { return components_; }

  // True if `f` can be called, directly or not, from itself.
  bool IsRecursive(FunctionIndex f) const {
    return recursive_[components_.component(f)] != 0;
  }

  // ORs the mask of each function into those of all functions it reaches.
  // `masks` has one entry a function.  O(functions + calls).
  void PropagateDown(absl::Span<uint64_t> masks) const;

  // The functions on a shortest path of one or more calls, including both ends;
  // empty if there is none.  From a function to itself it is a cycle.
  // Breadth-first, with its own memory, O(functions + calls): for the notes of
  // messages.
  std::vector<FunctionIndex> FindPath(FunctionIndex from,
                                      FunctionIndex to) const;

 private:
  uint32_t function_count_ = 0;
  std::vector<CallEdge> calls_;
  Adjacency<FunctionIndex> callees_;
  Components<FunctionIndex> components_;
  std::vector<uint8_t> recursive_;  // per component
};

}  // namespace plumb::cfg

#endif  // PLUMB_CFG_CALL_GRAPH_H_
