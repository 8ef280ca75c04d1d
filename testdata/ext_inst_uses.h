// Valid and wrong uses of the instructions of extended sets, found by a search
// among the ids of a palette (ext_inst_palette.h).
//
// The search is guided by the rules: the rows of the tables (operand_rule.h)
// give the types to try first, and the diagnostic of a use gives the operand
// to change.  All uses of a step are in one module, so that a step is one run.
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

// In the form of a text: "%float = Round %half".
std::string TextOf(const Palette& palette, const ExtInstUse& use);
// One of its operands: "%half".
std::string TextOf(const Palette& palette, const ExtInstUse& use,
                   OperandIndex at);

// The first diagnostic of a use.
struct UseDiagnostic {
  const Rule* rule = nullptr;  // null: nothing
  // As in the OpExtInst; Place::kWhole if it is not an operand.
  OperandIndex operand = Place::kWhole;

  explicit operator bool() const { return rule != nullptr; }
};

// Checks uses of the instructions of a palette's set.
class UseChecker {
 public:
  explicit UseChecker(const Palette& palette);

  // The palette with uses at one slot.
  std::vector<uint32_t> BuildModule(absl::Span<const ExtInstUse> uses) const;

  // The complaint about each of some uses at one slot, all of them in one
  // module. If several have a common cause, only one of them has the
  // complaint.
  std::vector<UseDiagnostic> RunTogether(absl::Span<const ExtInstUse> uses);
  // The complaint about a module with one use, wherever it is reported.
  UseDiagnostic RunSeparately(const ExtInstUse& use);

 private:
  // Runs the uses; a diagnostic outside them is stored in `elsewhere`.
  std::vector<UseDiagnostic> Run(absl::Span<const ExtInstUse> uses,
                                 UseDiagnostic* elsewhere);
  Place FindPlace(size_t count, InstIndex first, const Diagnostic& d) const;

  const Palette& palette_;
  Session session_;
};

// The types that the rows of the tables allow for operands.
class UseRows {
 public:
  explicit UseRows(const Palette& palette);

  // The rows' rules about an instruction.
  std::vector<const Rule*> RulesOf(grammar::ExtInst inst) const;
  // Whether a rule of a row requires operands to match the result.
  bool IsRelation(grammar::ExtInst inst, const Rule* rule) const;
  // Whether an id has a type that each row about an operand allows; for the
  // result type, whether it is such a type.
  bool Accepts(grammar::ExtInst inst, OperandIndex operand, Id id) const;
  // The same ids, with those that the rows allow first.
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
  OperandIndex operand;  // the replaced one
  UseDiagnostic diagnostic;
};

class UseFinder {
 public:
  explicit UseFinder(const Palette& palette)
      : palette_(palette), checker_(palette), rows_(palette) {}

  const UseChecker& checker() const { return checker_; }
  const UseRows& rows() const { return rows_; }

  // A use without a diagnostic, with as many optional operands as possible.
  std::optional<ExtInstUse> FindValidUse(grammar::ExtInst inst);

  // That use with one operand replaced, for each operand and each rule that
  // this violates.  Rules for all instructions are omitted.
  std::vector<WrongUse> FindWrongUses(const ExtInstUse& right);

  // Uses like that one with other result types, one for each existing type.
  std::vector<ExtInstUse> FindOtherResults(const ExtInstUse& right);

  // That use with one operand replaced by another kind, type or number, so
  // that it is still valid; and the operand.
  std::vector<std::pair<ExtInstUse, OperandIndex>> FindOtherValidUses(
      const ExtInstUse& right);

  // A use that violates a rule, with any number of changed operands.
  std::optional<WrongUse> FindUseViolating(grammar::ExtInst inst,
                                           const Rule& rule);

 private:
  // An initial use, with operands of the classes that an instruction of the
  // set allows.
  ExtInstUse Start(grammar::ExtInst inst, size_t slot,
                   absl::Span<const Kind> kinds);
  // A use without a diagnostic, or, with a rule, one whose first violation is
  // of the rule.
  std::optional<ExtInstUse> Find(grammar::ExtInst inst, const Rule* broken);
  // Searches among uses like those.
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
  UseChecker checker_;
  UseRows rows_;
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_EXT_INST_USES_H_
