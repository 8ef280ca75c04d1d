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

namespace plumb {

class ModuleContext;

class OpenChecks {
 public:
  // What is bound to the instructions with an opcode, each in the order of the
  // families: signatures, rows about operands whose rules apply, and checks
  // whose conditions hold.
  struct Bound {
    absl::Span<const BoundSignature> signatures;
    absl::Span<const BoundOperandRule> operand_rules;
    absl::Span<const Dispatch::Run> runs;
  };

  // `dispatch` must outlive this.
  explicit OpenChecks(const Dispatch& dispatch);

  // Begins with another module, or when more is known of this one.  Conditions
  // are asked when a row needs them first: O(conditions), but none is run.
  void Begin(const ModuleContext& context);

  // Stays as it is until Begin().  O(1), the first time O(items of the row).
  const Bound& Of(Dispatch::Row row) {
    const List& list = rows_[row.value];
    if (list.stamp < stamp_) Fill(row);
    return list.bound;
  }

 private:
  enum class Condition : uint8_t { kUnknown, kOpen, kClosed };

  struct List {
    uint32_t stamp = 0;  // of the module that it was made for, or kEveryModule
    Bound bound;
  };
  static constexpr uint32_t kEveryModule = 0xffffffff;

  void Fill(Dispatch::Row row);
  // Most checks have no condition, and several have the same.
  bool IsOpen(uint32_t condition) {
    const Condition known = conditions_[condition];
    return known == Condition::kUnknown ? Ask(condition)
                                        : known == Condition::kOpen;
  }
  bool Ask(uint32_t condition);

  const Dispatch& dispatch_;
  const ModuleContext* context_ = nullptr;
  uint32_t stamp_ = 0;
  std::vector<List> rows_;
  // Of all rows; with room for everything, so that they never move.
  std::vector<Dispatch::Run> runs_;
  std::vector<BoundOperandRule> operand_rules_;
  std::vector<Condition> conditions_;
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_
