// From which entry points a function is reached: execution models flow down
// the static call graph (section 2.6).
//
// Tested by reach_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_REACH_H_
#define PLUMB_VALIDATE_ANALYSIS_REACH_H_

#include <cstdint>
#include <vector>

#include "cfg/call_graph.h"
#include "core/execution_models.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/function_numbers.h"

namespace plumb {

// A property: an entry point whose invocations form no derivative group: not
// Fragment, and no execution mode DerivativeGroup….
inline constexpr ModelSet kNoDerivativeGroup = ModelSet::Property(0);

class Reach {
 public:
  // `call_graph` numbers functions as module.functions() does; it must outlive
  // this.  Linear in entry points, modes, functions and calls; keeps its
  // memory.
  void Build(const Module& module, const FunctionNumbers& numbers,
             const cfg::CallGraph& call_graph);

  // Of all entry points whose static call tree has the function.
  ModelSet models(cfg::FunctionIndex f) const {
    return ModelSet::FromBits(models_[f.value]);
  }

  // The OpEntryPoint of a module with one of `models` that reaches a function;
  // kNoInst if none does.  For messages: it searches.
  InstIndex EntryPointOf(cfg::FunctionIndex f, ModelSet models) const;

 private:
  struct Root {
    InstIndex entry_point;
    cfg::FunctionIndex function;
    ModelSet models;
  };

  const cfg::CallGraph* call_graph_ = nullptr;
  std::vector<Root> roots_;
  std::vector<uint64_t> models_;  // by function: the bits of a ModelSet
  std::vector<uint8_t> grouped_;  // by function: has a DerivativeGroup… mode
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_REACH_H_
