// The places in the source that instructions were compiled from, with the calls
// that were inlined on the way, by debug information: OpLine and OpNoLine, and
// DebugLine, DebugNoLine, DebugScope, DebugNoScope and DebugInlinedAt of
// NonSemantic.Shader.DebugInfo and OpenCL.DebugInfo.100.
//
// A line or scope holds from its instruction on until the next one, one that
// ends it, or the end of the block.  The validity of what is read does not
// matter: what makes no sense says nothing.
//
// Cost: one pass over the module, and 20 bytes for each change of the line or
// scope; a question is logarithmic in the changes.  Nothing is needed for
// validation itself: whoever explains a diagnostic builds it.
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

  // Where an instruction was compiled from.
  SourcePosition Of(InstIndex inst) const;

  // Where the code around an instruction was inlined: the place of the
  // innermost call first, then that of the call around it, and so on, no more
  // than `limit` of them.  Empty for code that was not inlined.  Linear in the
  // answer.
  std::vector<SourcePosition> InlinedAt(InstIndex inst, size_t limit) const;

  // How many changes of the line or scope there are.
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
  // What `now_` says holds from an instruction on.
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
