// Instructions that could not be parsed (Module::unread), and the errors that
// their absence explains, besides errors about ids:
//
// - a capability or extension: errors about missing declarations;
// - the memory model: all errors except those about order and ids;
// - an entry point or mode: errors about entry points and their modes;
// - a label, terminator or merge instruction: errors about the control flow of
//   its function; OpFunction: all errors up to the OpFunctionEnd.
//
// A block outside functions, after an early OpFunctionEnd, and a branch to a
// missing label also explain errors about control flow.
//
// Linear in the module for each unread instruction, of which readers record a
// limited number, and in the unread instructions for each diagnostic.
//
// Tested by validate/triage_test.cc.
#ifndef PLUMB_VALIDATE_TRIAGE_MISSING_PARTS_H_
#define PLUMB_VALIDATE_TRIAGE_MISSING_PARTS_H_

#include <cstdint>
#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

class MissingParts {
 public:
  explicit MissingParts(const Module& module);

  // An error that a block is in no function.
  void AddBlockWithoutFunction(InstIndex block);
  // A branch or merge instruction that does not name a block.
  void AddMissingBlock(InstIndex branch);

  // Whether a diagnostic may follow from a missing instruction.
  bool Explain(const Diagnostic& d) const;

 private:
  // The instructions [first, last).
  struct Range {
    InstIndex first, last;
    InstIndex cause;  // the error that stays, or kNoInst
  };

  void Add(const UnreadInst& unread);
  void AddInFunction(const UnreadInst& unread);
  bool BeginsFunction(const UnreadInst& unread) const;
  bool MayShapeFunction(const UnreadInst& unread) const;

  bool ExplainMissing(const Diagnostic& d) const;
  bool ExplainPlaceOf(const Diagnostic& d) const;

  const Module& module_;
  std::vector<Range> shapeless_;  // no errors about shape there
  std::vector<Range> lost_;       // no errors at all there
  bool requirements_ = false;     // a capability or an extension
  bool memory_model_ = false;
  bool entry_points_ = false;  // or execution modes
  bool decorations_ = false;   // of which the target is not known
  bool result_ = false;        // a result whose id is not known
  bool any_ = false;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TRIAGE_MISSING_PARTS_H_
