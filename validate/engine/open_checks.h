// What a module needs to be checked for.  Most checks are about things that few
// modules have, and say so by a condition (Check::when); many rules apply to
// some versions and environments only.  This keeps, for each opcode that a
// module uses, the lists of what concerns it.
//
// Tested by open_checks_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_
#define PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "validate/engine/dispatch.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_check.h"

namespace plumb {

class ModuleContext;

class OpenChecks {
 public:
  using Run = void (*)(const CheckContext&);

  // What is bound to the instructions with an opcode, each in the order of the
  // families: signatures, rows about operands whose rules apply, and checks
  // whose conditions hold.
  struct Bound {
    absl::Span<const BoundSignature> signatures;
    absl::Span<const BoundOperandRule> operand_rules;
    absl::Span<const Run> runs;
  };

  // `dispatch` must outlive this.
  explicit OpenChecks(const Dispatch& dispatch);

  // Begins with another module, or when more is known of this one.  Conditions
  // are asked when a row needs them first: O(conditions), but none is run.
  void Begin(const ModuleContext& context);

  // Lasts until the next call for another row; what it refers to, until
  // Begin().  O(1), the first time O(items of the row).
  const Bound& Of(Dispatch::Row row) {
    const List& list = lists_[numbers_[row.value]];
    return list.stamp < stamp_ ? Fill(row) : list.bound;
  }

 private:
  enum class State : uint8_t { kUnknown, kOpen, kClosed };

  struct List {
    uint32_t stamp = 0;  // of the module that it was made for, or kEveryModule
    Bound bound;
  };
  static constexpr uint32_t kEveryModule = 0xffffffff;

  // All that is bound to a row, and room for what concerns a module.
  struct Items {
    std::vector<BoundSignature> signatures;
    std::vector<BoundOperandRule> operand_rules;
    std::vector<Run> runs;
    std::vector<uint32_t> conditions;  // of the runs
    std::vector<BoundOperandRule> open_rules;
    std::vector<Run> open_runs;
  };

  const Bound& Fill(Dispatch::Row row);
  // Looks a row up that no module has had before.
  void Bind(Dispatch::Row row);
  // Which of conditions_ this is.
  uint32_t NumberOf(ModuleCondition condition);
  // Most checks have no condition, and several have the same.
  bool IsOpen(uint32_t condition) {
    const State known = states_[condition];
    return known == State::kUnknown ? Ask(condition) : known == State::kOpen;
  }
  bool Ask(uint32_t condition);

  const Dispatch& dispatch_;
  const ModuleContext* context_ = nullptr;
  uint32_t stamp_ = 0;
  // Of the rows that modules have had: by row the number of a list; the first
  // is that of all others and never filled.
  static_assert(Dispatch::kRowCount < 0xffff);
  std::vector<uint16_t> numbers_;
  std::vector<List> lists_;
  std::vector<Items> items_;
  // What checks ask of a module; null, which always holds, is the first.
  std::vector<ModuleCondition> conditions_{nullptr};
  std::vector<State> states_{State::kOpen};
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_
