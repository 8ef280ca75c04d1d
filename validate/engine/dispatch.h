// The order and selection of checks: module checks by phase, function checks,
// and the table items that apply to each opcode.
//
// A process that validates one small module needs the items of a few dozen
// opcodes only.  This class records where items are; their contents are read
// when an instruction first needs them (active_checks.h).
//
// Tested by dispatch_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_DISPATCH_H_
#define PLUMB_VALIDATE_ENGINE_DISPATCH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "grammar/grammar.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_check.h"
#include "validate/engine/precondition.h"

namespace plumb {

class Dispatch {
 public:
  // A module check with the bits of its preconditions.
  struct BoundModuleCheck {
    void (*run)(ModuleContext&);
    uint64_t preconditions;
  };

  // A row of the lists: opcodes first, then the instructions of all sets.
  struct Row {
    uint32_t value;
    explicit Row(uint32_t number) : value(number) {}
    explicit Row(grammar::Op op) : value(static_cast<uint32_t>(op)) {}
    explicit Row(grammar::ExtInst inst)
        : value(grammar::kOpCount + static_cast<uint32_t>(inst)) {}
  };

  // O(items of all families and the instructions they name).
  explicit Dispatch(absl::Span<const ListedFamily> families);

  static constexpr uint32_t kRowCount =
      grammar::kOpCount + grammar::kExtInstCount;

  // The checks of a row, in the order of the families.  O(items); for operand
  // rules times the possible operands.
  std::vector<const Check*> ChecksOf(Row row) const;
  std::vector<BoundSignature> SignaturesOf(Row row) const;
  std::vector<BoundOperandRule> OperandRulesOf(Row row) const;

  // The module checks of a phase, in the order of the families.
  absl::Span<const BoundModuleCheck> ModuleChecksOf(Phase phase) const {
    return module_checks_[static_cast<size_t>(phase)];
  }
  // The preconditions of all module checks.
  const PreconditionTable& preconditions() const { return preconditions_; }
  absl::Span<const FunctionCheck> function_checks() const {
    return function_checks_;
  }

 private:
  // The positions of the items of one kind, by row.
  template <typename Item>
  class Index {
   public:
    Index() { last_.fill(kNone); }

    // Adds a table of a family.
    void Add(absl::Span<const Item> items);
    // The items about a row, in the order of Add().
    std::vector<const Item*> GetItems(Row row) const;

   private:
    // Adjacent items that apply to the same instructions.
    using Group = absl::Span<const Item>;
    // One of the groups that are about a row, and the entry of the one before.
    struct Entry {
      uint16_t group;
      uint16_t before;
    };
    static constexpr uint16_t kNone = 0xffff;

    std::vector<Group> groups_;
    std::vector<Entry> entries_;
    std::array<uint16_t, kRowCount> last_;  // of each row, into entries_
  };

  Index<Check> checks_;
  Index<Signature> signatures_;
  Index<OperandRule> operand_rules_;
  PreconditionTable preconditions_;
  std::array<std::vector<BoundModuleCheck>, kPhaseCount> module_checks_;
  std::vector<FunctionCheck> function_checks_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DISPATCH_H_
