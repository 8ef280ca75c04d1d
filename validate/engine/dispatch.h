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
  // What is bound to an instruction in every module: what ChecksOf() runs
  // without a condition, and those of OperandRulesOf() that apply always.
  absl::Span<const Run> RunsAlwaysOf(Row row) const {
    return Of(&Starts::runs_always, runs_always_, row);
  }
  absl::Span<const BoundOperandRule> OperandRulesAlwaysOf(Row row) const {
    return Of(&Starts::operand_rules_always, operand_rules_always_, row);
  }
  // What decides whether there is more to it, each once: the conditions of its
  // checks, and rules about operands, which have to apply.
  absl::Span<const uint32_t> ConditionsOf(Row row) const {
    return Of(&Starts::row_conditions, row_conditions_, row);
  }
  absl::Span<const Rule* const> ConditionalRulesOf(Row row) const {
    return Of(&Starts::conditional_rules, conditional_rules_, row);
  }
  bool IsUnconditional(Row row) const {
    return ConditionsOf(row).empty() && ConditionalRulesOf(row).empty();
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
    uint32_t operand_rules_always = 0, runs_always = 0;
    uint32_t conditional_rules = 0, row_conditions = 0;
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
  void SplitByCondition();

  std::vector<ModuleCondition> conditions_{nullptr};
  std::array<Starts, kRowCount + 1> starts_{};
  std::vector<BoundCheck> checks_;
  std::vector<Run> runs_always_;
  std::vector<uint32_t> row_conditions_;
  std::vector<BoundSignature> signatures_;
  std::vector<BoundOperandRule> operand_rules_, operand_rules_always_;
  std::vector<const Rule*> conditional_rules_;
  std::array<std::vector<RunModule>, kPhaseCount> module_checks_;
  std::vector<FunctionCheck> function_checks_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DISPATCH_H_
