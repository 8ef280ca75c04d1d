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

  // A row of the lists: opcodes first, then the instructions of all sets.
  struct Row {
    uint32_t value;
    explicit Row(grammar::Op op) : value(static_cast<uint32_t>(op)) {}
    explicit Row(grammar::ExtInst inst)
        : value(grammar::kOpCount + static_cast<uint32_t>(inst)) {}
  };

  explicit Dispatch(absl::Span<const ListedFamily> families);

  // The checks of an instruction, in the order of the families.
  absl::Span<const Run> ChecksOf(Row row) const { return checks_.Of(row); }
  absl::Span<const Signature* const> SignaturesOf(Row row) const {
    return signatures_.Of(row);
  }
  absl::Span<const BoundOperandRule> OperandRulesOf(Row row) const {
    return operand_rules_.Of(row);
  }
  // The module checks of a phase, in the order of the families.
  absl::Span<const RunModule> ModuleChecksOf(Phase phase) const {
    return module_checks_[static_cast<size_t>(phase)];
  }
  absl::Span<const FunctionCheck> function_checks() const {
    return function_checks_;
  }

 private:
  static constexpr uint32_t kRowCount =
      grammar::kOpCount + grammar::kExtInstCount;

  // Lists by row, one behind the other in one array.
  template <typename T>
  struct ByRow {
    std::array<uint32_t, kRowCount + 1> starts{};
    std::vector<T> items;

    absl::Span<const T> Of(Row row) const {
      return {items.data() + starts[row.value],
              starts[row.value + 1] - starts[row.value]};
    }
    template <typename Visit>
    void Fill(Visit visit);
  };

  ByRow<Run> checks_;
  ByRow<const Signature*> signatures_;
  ByRow<BoundOperandRule> operand_rules_;
  std::array<std::vector<RunModule>, kPhaseCount> module_checks_;
  std::vector<FunctionCheck> function_checks_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_DISPATCH_H_
