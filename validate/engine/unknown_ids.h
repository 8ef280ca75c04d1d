// Ids of which nothing is known, because what defines them is wrong or not
// there, and which errors that explains: the bookkeeping of cascades.h.
//
// Adding is O(1).  Spreading is linear in the module, asking in the operands of
// the instruction with the error, and logarithmic in the number of functions.
#ifndef PLUMB_VALIDATE_ENGINE_UNKNOWN_IDS_H_
#define PLUMB_VALIDATE_ENGINE_UNKNOWN_IDS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

// Rules about where instructions stand and where branches go.
bool IsOfShape(const Rule& rule);
// Whether an argument names an id, or a type by its id.
bool IsOfInstruction(const Arg& arg);
bool IsInInstruction(const Module& module, const Diagnostic& d);
// Of the operand that is wrong, if the instruction has it.
std::optional<grammar::Kind> KindOfOperand(const Module& module,
                                           const Diagnostic& d);
// Whether an operand is what a branch asks, so that where the branch stands and
// where it goes can be judged without it.
bool IsSelector(const Module& module, const Place& place);

class UnknownIds {
 public:
  explicit UnknownIds(const Module& module)
      : module_(module), unknown_(module.id_bound(), 0) {}

  void Clear();
  void Add(Id id);
  // Adds what has no definition.
  void AddUndefined();
  // Adds what is made of unknown types and constants: such, and values whose
  // type is one.
  void Spread();

  bool Has(Id id) const {
    return id.value < unknown_.size() && unknown_[id.value] != 0;
  }
  // Whether an instruction names what is unknown and defined before.
  bool AreInEarlier(InstIndex at) const;
  // Whether an operand, or anything else of an instruction, can be the cause of
  // an error there.
  bool AreInOperands(const Diagnostic& d) const;
  // Whether what the message names can be the cause of the error.
  bool AreNamed(const Diagnostic& d) const;
  // One of these.
  bool AreMentioned(const Diagnostic& d) const;
  // Whether they are what the error blames: the operand it is at or, of the
  // types and ids that it names, the first.
  bool AreBlamed(const Diagnostic& d) const;
  // Whether notes point at a variable or pointer type that is one: an error is
  // about what it holds.
  bool ArePointedAt(absl::Span<const Note> notes) const;
  // Whether the error mentions them or stands at the definition of one.
  bool AreSubject(const Diagnostic& d) const;

 private:
  bool AreMadeInto(InstIndex i) const;
  bool IsCause(Id id, InstIndex at) const;
  Id GraphAround(InstIndex at) const;
  Id FunctionAround(InstIndex at) const;

  const Module& module_;
  std::vector<uint8_t> unknown_;  // by id
  std::vector<InstIndex> graphs_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_UNKNOWN_IDS_H_
