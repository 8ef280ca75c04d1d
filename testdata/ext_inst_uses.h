// Uses of the instructions of extended sets, right and wrong ones, made by a
// search among what a palette has (ext_inst_palette.h).
//
// The search asks the rules: the rows of the tables (operand_rule.h) say which
// types to try first, and what is said of a use says which of its operands to
// change.  All uses of a step stand in one module, so that a step is one run.
//
// Used by ext_inst_uses_test.cc.
#ifndef PLUMB_TESTDATA_EXT_INST_USES_H_
#define PLUMB_TESTDATA_EXT_INST_USES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "api/session.h"
#include "core/diagnostic.h"
#include "core/rule.h"
#include "grammar/grammar.h"
#include "testdata/ext_inst_palette.h"
#include "validate/engine/dispatch.h"
#include "validate/engine/module_context.h"

namespace plumb {

struct ExtInstUse {
  struct Operand {
    Kind kind;
    uint32_t word;  // an id, a number or an enumerant
  };

  grammar::ExtInst inst;
  size_t slot;  // of the palette
  Id type;
  std::vector<Operand> operands;
};

// As a text would have it: "%float = Round %half".
std::string TextOf(const Palette& palette, const ExtInstUse& use);
// One of its operands: "%half".
std::string TextOf(const Palette& palette, const ExtInstUse& use,
                   OperandIndex at);

// What is said of a use first.
struct Complaint {
  const Rule* rule = nullptr;  // null: nothing
  // As in the OpExtInst; Place::kWhole if it is none.
  OperandIndex operand = Place::kWhole;

  explicit operator bool() const { return rule != nullptr; }
};

// Judges uses of the instructions of a palette's set.
class UseChecker {
 public:
  explicit UseChecker(const Palette& palette);

  // The palette with uses at one slot.
  std::vector<uint32_t> WordsWith(absl::Span<const ExtInstUse> uses) const;

  // What is said of each of some uses at one slot, all of them in one module.
  // What follows from a common cause is said of one of them alone.
  std::vector<Complaint> Together(absl::Span<const ExtInstUse> uses);
  // What is said of a module with one use, wherever that is.
  Complaint Alone(const ExtInstUse& use);

 private:
  // Runs the uses; what is said of none of them is said of `elsewhere`.
  std::vector<Complaint> Run(absl::Span<const ExtInstUse> uses,
                             Complaint* elsewhere);
  Place PlaceAmong(size_t count, InstIndex first, const Diagnostic& d) const;

  const Palette& palette_;
  Session session_;
};

// What the rows of the tables say of operands: the types that they take.
class UseRows {
 public:
  explicit UseRows(const Palette& palette);

  // The rows' rules about an instruction.
  std::vector<const Rule*> RulesOf(grammar::ExtInst inst) const;
  // Whether a rule of a row says that operands must be like the result.
  bool IsRelation(grammar::ExtInst inst, const Rule* rule) const;
  // Whether an id has a type that each row about an operand takes; of the
  // result type, whether it is one.
  bool Take(grammar::ExtInst inst, OperandIndex operand, Id id) const;
  // These ids, those first that the rows take.
  std::vector<Id> Sorted(grammar::ExtInst inst, OperandIndex operand,
                         absl::Span<const Id> ids) const;

 private:
  const Palette& palette_;
  Dispatch dispatch_;
  ValidatorOptions options_;
  DiagnosticList diagnostics_;
  ModuleContext context_;
};

struct WrongUse {
  ExtInstUse use;
  OperandIndex operand;  // the one that was replaced
  Complaint complaint;
};

class UseFinder {
 public:
  explicit UseFinder(const Palette& palette)
      : palette_(palette), judge_(palette), rows_(palette) {}

  const UseChecker& judge() const { return judge_; }
  const UseRows& rows() const { return rows_; }

  // A use of which nothing is said, with as many of the operands that may be
  // left out as can be.
  std::optional<ExtInstUse> FindRight(grammar::ExtInst inst);

  // That use with one operand replaced, for each operand and each rule that
  // this breaks.  Rules about what any instruction may name, whatever it is,
  // are left out.
  std::vector<WrongUse> FindWrong(const ExtInstUse& right);

  // Uses like that one with other result types, one for each that there is.
  std::vector<ExtInstUse> FindOtherResults(const ExtInstUse& right);

  // That use with one operand replaced, by something of another kind or type,
  // or another number, so that it is still right; and the operand.
  std::vector<std::pair<ExtInstUse, OperandIndex>> FindOtherRight(
      const ExtInstUse& right);

  // A use that breaks a rule, however many operands that takes.
  std::optional<WrongUse> FindBreaking(grammar::ExtInst inst, const Rule& rule);

 private:
  // A use to begin with, of what an instruction of the set can name at all.
  ExtInstUse Start(grammar::ExtInst inst, size_t slot,
                   absl::Span<const Kind> kinds);
  // A use of which nothing is said, or, with a rule, one that breaks it first.
  std::optional<ExtInstUse> Find(grammar::ExtInst inst, const Rule* broken);
  // Among uses like those.
  std::optional<ExtInstUse> Search(std::vector<ExtInstUse> uses,
                                   const Rule* broken, bool any_result = true);
  // The words to try for an operand.
  std::vector<uint32_t> Choices(grammar::ExtInst inst, OperandIndex operand,
                                Kind kind) const;
  std::vector<ExtInstUse> Variants(const ExtInstUse& use,
                                   OperandIndex operand) const;
  void AddWrong(const ExtInstUse& right, OperandIndex operand,
                std::vector<WrongUse>* wrong);
  void AddUnknownEnumerant(const ExtInstUse& right, OperandIndex operand,
                           std::vector<WrongUse>* wrong);

  const Palette& palette_;
  UseChecker judge_;
  UseRows rows_;
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_EXT_INST_USES_H_
