// Source positions of instructions, with their inlined call sites, from debug
// information: OpLine and OpNoLine, and DebugLine, DebugNoLine, DebugScope,
// DebugNoScope and DebugInlinedAt of NonSemantic.Shader.DebugInfo and
// OpenCL.DebugInfo.100.
//
// A line or scope applies until the next one, one that ends it, or the end of
// the block.  Invalid debug information is ignored, not reported.
//
// Cost: one pass over the module, and 20 bytes per change of the line or scope;
// queries are logarithmic in the changes.  Validation does not need it; it is
// built to explain diagnostics.
//
// Tested by debug_positions_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_DEBUG_POSITIONS_H_
#define PLUMB_VALIDATE_ANALYSIS_DEBUG_POSITIONS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/index.h"
#include "core/module.h"

namespace plumb {

struct SourcePosition {
  absl::string_view file;  // a view into the module; perhaps empty
  uint32_t line = 0;       // from 1; 0: not known
  uint32_t column = 0;     // from 1; 0: not known

  bool known() const { return line != 0; }
};

class DebugPositions {
 public:
  // `module` must outlive this.  Keeps its memory.
  void Build(const Module& module);

  // The source position of an instruction.
  SourcePosition PositionOf(InstIndex inst) const;

  // The call sites that the code of an instruction was inlined at, innermost
  // first, at most `limit`.  Empty for code that was not inlined.  Linear in
  // the result.
  std::vector<SourcePosition> InlinedAt(InstIndex inst, size_t limit) const;

  // The number of changes of the line or scope.
  size_t change_count() const { return changes_.size(); }

 private:
  // From an instruction on to the next change.
  struct Change {
    InstIndex first;
    Id file;  // an OpString
    uint32_t line = 0;
    uint32_t column = 0;
    Id inlined;  // a DebugInlinedAt

    void ForgetLine() {
      file = kNoId;
      line = column = 0;
    }
  };

  void Step(InstIndex index);
  void ReadDebugInfo(InstIndex index);
  void ReadDebugLine(const Inst& inst);
  // Records that `now_` applies from an instruction on.
  void Note(InstIndex first);
  const Change* FindChange(InstIndex inst) const;
  Id FileOfSource(Id source) const;
  Id FileOfScope(Id scope) const;
  absl::string_view String(Id id) const;

  const Module* module_ = nullptr;
  std::vector<Change> changes_;  // by instruction
  Change now_;                   // while building
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_DEBUG_POSITIONS_H_
