// Where in the program an instruction belongs: its function, its block, and
// the line of the source that it was made of, as far as the module says.
//
// Lines come from OpLine (also of modules with OpenCL.DebugInfo.100) and from
// DebugLine of NonSemantic.Shader.DebugInfo.  Both hold until the next one, one
// that ends them, or the end of the block.
//
// Nothing is looked up before it is asked for; places that come in module order
// cost one walk over the module in all.
//
// Tested by source_location_test.cc.
#ifndef PLUMB_API_RESOLVE_SOURCE_LOCATION_H_
#define PLUMB_API_RESOLVE_SOURCE_LOCATION_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "core/module.h"

namespace plumb {

struct SourceLocation {
  Id function;  // kNoId outside functions
  Id block;     // kNoId outside blocks
  // What OpName calls the function, or else an entry point; may be empty.  A
  // view into the module.
  absl::string_view function_name;
  // A view into the module; empty if there is no line.
  absl::string_view file;
  uint32_t line = 0;
  uint32_t column = 0;  // 0: not known

  bool has_line() const { return line != 0; }
};

class SourceLocator {
 public:
  // `module` must outlive this.
  explicit SourceLocator(const Module& module) : module_(module) {}

  SourceLocation At(InstIndex inst);

 private:
  void Restart(InstIndex inst);
  void Step(InstIndex inst);
  void ReadLine(const Inst& line);
  void ReadExtInst(const Inst& inst);
  bool IsShaderDebugInfo(Id set);
  absl::string_view FileOfSource(Id debug_source) const;
  uint32_t Constant(Id id) const;
  absl::string_view String(Id id) const;
  absl::string_view NameOf(Id function);

  const Module& module_;
  InstIndex next_{0};        // the instruction to step over next
  SourceLocation location_;  // of what stands before it
  bool leaves_block_ = false;
  Id set_;  // the set that was looked up last
  bool set_has_lines_ = false;
  bool has_names_ = false;
  absl::flat_hash_map<Id, absl::string_view> names_;  // of functions
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_SOURCE_LOCATION_H_
