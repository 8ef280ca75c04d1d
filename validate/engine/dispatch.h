// Which checks run when: module checks by phase, function checks, and lists of
// instruction checks in one array, by the row of an opcode in the grammar or of
// an instruction of an extended set.
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

namespace plumb {

class Dispatch {
 public:
  using Run = void (*)(const CheckContext&);
  using RunModule = void (*)(ModuleContext&);

  // A check, and which of conditions() it has.
  struct BoundCheck {
    Run run;
    uint32_t condition;
  };

  // A row of the lists: opcodes first, then the instructions of all sets.
  struct Row {
    uint32_t value;
    explicit Row(uint32_t number) : value(number) {}
    explicit Row(grammar::Op op) : value(static_cast<uint32_t>(op)) {}
    explicit Row(grammar::ExtInst inst)
        : value(grammar::kOpCount + static_cast<uint32_t>(inst)) {}
  };

  explicit Dispatch(absl::Span<const ListedFamily> families);

  static constexpr uint32_t kRowCount =
      grammar::kOpCount + grammar::kExtInstCount;

  // What checks ask of a module, by BoundCheck::condition; null, which always
  // holds, is the first.
  absl::Span<const ModuleCondition> conditions() const { return conditions_; }

  // The checks of an instruction, in the order of the families.
  absl::Span<const BoundCheck> ChecksOf(Row row) const {
    return Of(&Starts::checks, checks_, row);
  }
  absl::Span<const BoundSignature> SignaturesOf(Row row) const {
    return Of(&Starts::signatures, signatures_, row);
  }
  absl::Span<const BoundOperandRule> OperandRulesOf(Row row) const {
    return Of(&Starts::operand_rules, operand_rules_, row);
  }
  // Whether what is bound to an instruction concerns every module: no check has
  // a condition, and all rules about operands apply always.
  bool IsUnconditional(Row row) const { return unconditional_[row.value] != 0; }
  // What ChecksOf() runs, without the conditions.
  absl::Span<const Run> RunsOf(Row row) const {
    return Of(&Starts::checks, runs_, row);
  }
  // Of all rows together.
  size_t check_count() const { return checks_.size(); }
  size_t operand_rule_count() const { return operand_rules_.size(); }
  // The module checks of a phase, in the order of the families.
  absl::Span<const RunModule> ModuleChecksOf(Phase phase) const {
    return module_checks_[static_cast<size_t>(phase)];
  }
  absl::Span<const FunctionCheck> function_checks() const {
    return function_checks_;
  }

 private:
  // Where the lists of a row begin; those of the next row begin where they end.
  // Together, for all are asked for at once.
  struct Starts {
    uint32_t signatures = 0, operand_rules = 0, checks = 0;
  };
  using List = uint32_t Starts::*;

  template <typename T>
  absl::Span<const T> Of(List list, const std::vector<T>& items,
                         Row row) const {
    const uint32_t begin = starts_[row.value].*list;
    return {items.data() + begin, starts_[row.value + 1].*list - begin};
  }
  template <typename T, typename Visit>
  void Fill(List list, std::vector<T>* items, Visit visit);

  uint32_t NumberOf(ModuleCondition condition);
  void FindUnconditional();

  std::vector<ModuleCondition> conditions_{nullptr};
  std::array<Starts, kRowCount + 1> starts_{};
  std::vector<BoundCheck> checks_;
  std::vector<Run> runs_;  // of checks_
  std::array<uint8_t, kRowCount> unconditional_{};
  std::vector<BoundSignature> signatures_;
  std::vector<BoundOperandRule> operand_rules_;
  std::array<std::vector<RunModule>, kPhaseCount> module_checks_;
  std::vector<FunctionCheck> function_checks_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DISPATCH_H_
