// From which entry points a function is reached: execution models flow down
// the static call graph (section 2.6).
//
// Tested by reach_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_REACH_H_
#define PLUMB_VALIDATE_ANALYSIS_REACH_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "cfg/call_graph.h"
#include "core/execution_models.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/call_sites.h"
#include "validate/analysis/entry_paths.h"
#include "validate/analysis/function_numbers.h"

namespace plumb {

// A property of entry points whose invocations form no derivative group: not
// Fragment, and no execution mode DerivativeGroup….
inline constexpr ModelSet kNoDerivativeGroup = ModelSet::Property(0);

class Reach {
 public:
  Reach();
  ~Reach();
  Reach(const Reach&) = delete;
  Reach& operator=(const Reach&) = delete;

  // `call_graph` numbers functions as module.functions() does; all must outlive
  // this.  Linear in entry points, modes, functions and calls; keeps its
  // memory.
  void Build(const Module& module, const FunctionNumbers& numbers,
             const cfg::CallGraph& call_graph);

  // The models of all entry points whose static call tree contains the
  // function.
  ModelSet models(cfg::FunctionIndex f) const {
    return ModelSet::FromBits(models_[f.value]);
  }

  // Call paths from the entry points with one of `models`, or with an execution
  // mode.  For messages: computed at the first call, then kept.  Thread-safe.
  const EntryPaths& PathsFrom(ModelSet models) const;
  const EntryPaths& PathsFrom(ExecutionMode mode) const;
  // The same from some OpEntryPoints, in the order of the module; not kept.
  EntryPaths PathsFrom(absl::Span<const InstIndex> entry_points) const;

 private:
  struct Root {
    InstIndex entry_point;
    cfg::FunctionIndex function;
    ModelSet models;
  };
  // Marks the functions with a mode of which `is` is true.
  template <typename Is>
  void MarkFunctionsWith(Is is, std::vector<uint8_t>* marks) const;
  // From the roots of which `is` is true.  With the lock of kept_.
  template <typename Is>
  EntryPaths MakePaths(Is is) const;

  const Module* module_ = nullptr;
  const FunctionNumbers* numbers_ = nullptr;
  const cfg::CallGraph* call_graph_ = nullptr;
  std::vector<Root> roots_;
  ModelSet all_models_;           // of the roots
  std::vector<uint64_t> models_;  // by function: the bits of a ModelSet
  std::vector<uint8_t> grouped_;  // by function: has a DerivativeGroup… mode

  // Owned.  Nearly all rule files include this header, and neither hash maps
  // nor <memory> may slow down their compilation.
  struct KeptPaths;
  KeptPaths* const kept_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_REACH_H_
