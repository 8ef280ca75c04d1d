// The ids that are poisoned, because their definition was rejected, could not
// be read or does not exist, and which errors that explains.
//
// Spreading is linear in the module, a query in the operands of the instruction
// with the error.
//
// Tested by validate/triage_test.cc.
#ifndef PLUMB_VALIDATE_TRIAGE_POISONED_IDS_H_
#define PLUMB_VALIDATE_TRIAGE_POISONED_IDS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// Whether a rule is about the order of instructions and the targets of
// branches.
bool IsAboutShape(const Rule& rule);

class PoisonedIds {
 public:
  explicit PoisonedIds(const Module& module)
      : module_(module), poisoned_(module.id_bound(), 0) {}

  // Ignores kNoId.
  void Add(Id id);
  // Adds the ids that have no definition.
  void AddUndefined();
  // Adds types, constants and functions made of poisoned ids, and values with a
  // poisoned type.
  void Spread();

  bool Has(Id id) const {
    return id.value < poisoned_.size() && poisoned_[id.value] != 0;
  }
  // Whether an instruction uses a poisoned id that is defined before it.
  bool AreUsedAfterDefinition(InstIndex at) const;
  // Whether an error in an instruction may follow from one of its operands, or
  // from the function or graph that contains it.
  bool ExplainOperandsOf(const Diagnostic& d) const;
  // Whether it may follow from an id that its message names.
  bool ExplainArgsOf(const Diagnostic& d) const;
  // Whether a note points at a poisoned variable or pointer type: then the
  // error is about its contents.
  bool ExplainNotesOf(const Diagnostic& d, absl::Span<const Note> notes) const;
  // Whether the error names one, uses one or is at the definition of one.
  bool AreSubjectOf(const Diagnostic& d) const;

 private:
  bool UsesPoisoned(InstIndex definition) const;
  bool IsCause(Id id, InstIndex at) const;

  const Module& module_;
  std::vector<uint8_t> poisoned_;  // by id
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_TRIAGE_POISONED_IDS_H_
