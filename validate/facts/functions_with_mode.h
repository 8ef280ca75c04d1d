// The functions that run under an execution mode: those that an entry point
// with the mode calls, directly or not.
#ifndef PLUMB_VALIDATE_FACTS_FUNCTIONS_WITH_MODE_H_
#define PLUMB_VALIDATE_FACTS_FUNCTIONS_WITH_MODE_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "validate/engine/module_context.h"

namespace plumb {

// By function: 1 if an entry point with this mode reaches it; empty if no
// entry point has it.  Linear in entry points, functions and calls.
inline std::vector<uint64_t> FunctionsWithMode(const ModuleContext& context,
                                               ExecutionMode mode) {
  std::vector<uint64_t> reached;
  for (const EntryFunction& entry : context.entry_points().functions()) {
    if (!entry.Has(mode)) continue;
    const cfg::FunctionIndex f = context.FunctionOf(entry.function);
    if (f == cfg::kNoFunction) continue;
    reached.resize(context.call_graph().function_count());
    reached[f.value] = 1;
  }
  if (!reached.empty()) {
    context.call_graph().PropagateDown(absl::MakeSpan(reached));
  }
  return reached;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_FUNCTIONS_WITH_MODE_H_
