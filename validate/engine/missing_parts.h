// What cannot be judged because parts of the module are missing, or are not
// where they belong.
//
// An instruction that could not be read (Module::unread) may have been what
// something else lacks:
//
// - What it defines is not there; nothing can be said of its uses.
// - Without a label, a terminator or whatever else gives a function its shape,
//   nothing can be said of the shape of that function; without an OpFunction,
//   of nothing up to the OpFunctionEnd.
// - Without a capability, an extension or the memory model, only the order and
//   the ids of instructions can be judged.
// - Without an entry point, an execution mode or a decoration, what is about
//   these cannot.
//
// A block behind a function is as much as a function whose OpFunctionEnd stands
// too early: the shape of both is lost.  So is that of a function with a branch
// to a label that is not there.
//
// Linear in the module for each instruction that is missing, and in what is
// missing for each diagnostic: readers that give up after so many errors keep
// that small.
//
// Tested by validate/cascades_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_MISSING_PARTS_H_
#define PLUMB_VALIDATE_ENGINE_MISSING_PARTS_H_

#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

class MissingParts {
 public:
  explicit MissingParts(const Module& module);

  // Takes note of an error that says that a block is in no function.
  void AddBlockWithoutFunction(InstIndex block);
  // Takes note of a branch or merge instruction that names no block.
  void AddMissingBlock(InstIndex branch);

  bool any() const { return any_; }
  // Whether a diagnostic may only be due to what is missing.
  bool Explain(const Diagnostic& d) const;

 private:
  // Instructions from the first up to the last, without it.
  struct Range {
    InstIndex first, last;
    InstIndex cause;  // the error that stays, or kNoInst
  };

  void Add(const UnreadInst& unread);
  void AddInFunction(const UnreadInst& unread);
  // The function that an instruction behind `before - 1` would stand in, or
  // null.
  const FunctionRange* FunctionAt(InstIndex before) const;
  const FunctionRange* LastFunctionBefore(InstIndex i) const;
  InstIndex EndOfFunctionFrom(InstIndex i) const;
  bool BeginsFunction(const UnreadInst& unread) const;

  bool IsMissing(Id id) const { return ids_.contains(id); }
  bool MentionsMissing(const Diagnostic& d) const;
  bool InLostFunction(const Diagnostic& d) const;

  const Module& module_;
  absl::flat_hash_set<Id> ids_;
  std::vector<Range> shapeless_;  // nothing is said of the shape there
  std::vector<Range> unknown_;    // nothing at all
  bool features_ = false;         // capabilities, the memory model...
  bool entry_points_ = false;     // or execution modes
  bool decorations_ = false;
  bool result_ = false;  // of an unknown name
  bool any_ = false;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_MISSING_PARTS_H_
