// The source location of an instruction: its function, its block, and its
// source line with inlined calls, as far as the module states them
// (validate/analysis/debug_positions.h).
//
// Computed on demand; queries in module order cost two passes over the module
// in total.
//
// Tested by source_location_test.cc.
#ifndef PLUMB_API_RESOLVE_SOURCE_LOCATION_H_
#define PLUMB_API_RESOLVE_SOURCE_LOCATION_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/module.h"
#include "validate/analysis/debug_positions.h"

namespace plumb {

struct SourceLocation {
  Id function;  // kNoId outside functions
  Id block;     // kNoId outside blocks
  // The OpName of the function, or the name of its entry point; may be empty. A
  // view into the module.
  absl::string_view function_name;
  SourcePosition position;
  // The calls that were inlined, the innermost first; of many the first ones.
  std::vector<SourcePosition> inlined_at;
};

class SourceLocator {
 public:
  // `module` must outlive this.
  explicit SourceLocator(const Module& module) : module_(module) {}

  SourceLocation At(InstIndex inst);

 private:
  void Restart(InstIndex inst);
  void Step(InstIndex inst);
  absl::string_view NameOf(Id function);

  const Module& module_;
  InstIndex next_{0};        // the instruction to step over next
  SourceLocation location_;  // of what stands before it
  bool leaves_block_ = false;
  bool has_positions_ = false;
  DebugPositions positions_;
  bool has_names_ = false;
  absl::flat_hash_map<Id, absl::string_view> names_;  // of functions
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_SOURCE_LOCATION_H_
