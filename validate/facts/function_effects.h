// Effects of functions, including those of the functions that they call: a set
// of bits that is propagated up the static call tree (section 2.6).
#ifndef PLUMB_VALIDATE_FACTS_FUNCTION_EFFECTS_H_
#define PLUMB_VALIDATE_FACTS_FUNCTION_EFFECTS_H_

#include <cstdint>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"

namespace plumb {

// By function; `effects_of` is called once for each FunctionRange.  Linear in
// the functions and calls.  For recursive functions, which are an error, some
// effects may be missing.
template <typename EffectsOf>
std::vector<uint64_t> PropagateUpCallGraph(const ModuleContext& context,
                                           EffectsOf effects_of) {
  const cfg::CallGraph& calls = context.call_graph();
  std::vector<uint64_t> effects(calls.function_count());
  for (const cfg::FunctionIndex f : calls.components().sinks_first()) {
    effects[f.value] = effects_of(context.module().functions()[f.value]);
    for (const cfg::FunctionIndex callee : calls.callees(f)) {
      effects[f.value] |= effects[callee.value];
    }
  }
  return effects;
}

// Calls `visit` with each entry point of a model and its effects.
template <typename Visit>
void ForEachEntryPointOf(const ModuleContext& context, ExecutionModel model,
                         const std::vector<uint64_t>& effects, Visit visit) {
  for (InstIndex i : context.module().entry_points()) {
    const EntryPoint entry(context.module(), i);
    const cfg::FunctionIndex f = context.FunctionOf(entry.id());
    if (entry.model() != model || f == cfg::kNoFunction) continue;
    visit(entry, effects[f.value]);
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_FUNCTION_EFFECTS_H_
