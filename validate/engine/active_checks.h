// Selects the checks that apply to the current module.  Most checks have
// preconditions that few modules meet, and many rules apply to some versions
// and environments only.  This class keeps, for each opcode of the module, the
// lists of applicable checks.
//
// Tested by active_checks_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_ACTIVE_CHECKS_H_
#define PLUMB_VALIDATE_ENGINE_ACTIVE_CHECKS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "validate/engine/dispatch.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_check.h"

namespace plumb {

class ModuleContext;

class ActiveChecks {
 public:
  using Run = void (*)(const CheckContext&);

  // The checks that apply to an opcode, each list in the order of the families:
  // signatures, operand rules whose rules apply, and checks whose preconditions
  // hold.
  struct Bound {
    absl::Span<const BoundSignature> signatures;
    absl::Span<const BoundOperandRule> operand_rules;
    absl::Span<const Run> runs;
  };

  // `dispatch` must outlive this.
  explicit ActiveChecks(const Dispatch& dispatch);

  // Begins a new module, or more facts about this one.  All modules have the
  // same context.  Preconditions are
  // evaluated when a row first needs them: O(preconditions), but none is
  // evaluated here.  Lists are kept while the results are the same, as modules
  // are much alike.
  void Begin(const ModuleContext& context);

  // Valid until the next call for another row; its spans until Begin().  O(1);
  // the first time O(items of the row).
  const Bound& Get(Dispatch::Row row) {
    const List& list = lists_[numbers_[row.value]];
    return list.stamp < stamp_ ? Fill(row) : list.bound;
  }

 private:
  // Results are kept in words, a bit for each condition.
  static constexpr uint32_t kBits = 64;

  // The preconditions in one word that a row depends on, and the results that
  // its lists were made for.
  struct ConditionMask {
    uint32_t word;
    uint64_t conditions;
    uint64_t open;
  };

  struct Results {
    uint64_t known = 0;
    uint64_t open = 0;
    // Whether all of its conditions depend on features only
    // (Precondition::IsOfFeatures).  Modules with the same features, which is
    // most modules of one producer, have the same results.
    bool of_features = false;
  };

  struct List {
    uint32_t stamp = 0;  // of the module that it was made for, or kEveryModule
    bool made = false;
    // The words that the row depends on, in masks_: first those of features.
    uint16_t mask_count = 0;
    uint16_t feature_mask_count = 0;
    uint32_t first_mask = 0;
    uint64_t feature_stamp = 0;  // of the features that it was made for
    Bound bound;
  };
  static constexpr uint32_t kEveryModule = 0xffffffff;

  // The items that are bound to a row, and those that apply to the module.
  struct Items {
    std::vector<BoundSignature> signatures;
    std::vector<BoundOperandRule> operand_rules;
    std::vector<uint16_t> conditions_of_rules;
    std::vector<Run> runs;
    std::vector<uint16_t> conditions_of_runs;
    std::vector<BoundOperandRule> active_rules;
    std::vector<Run> open_runs;
  };

  const Bound& Fill(Dispatch::Row row);
  // Looks a row up that no module has had before.
  void Bind(Dispatch::Row row);
  // Makes the lists of a row again from the evaluated preconditions.
  void Make(uint32_t number);
  // The number in conditions_; a new one if it is not there.
  uint16_t NumberOf(const Preconditions& preconditions);
  bool IsOpen(uint16_t condition) const {
    return ((results_[condition / kBits].open >> (condition % kBits)) & 1) != 0;
  }
  // Evaluates those preconditions of a word that are not known yet.
  void Evaluate(uint32_t word, uint64_t conditions);

  const Dispatch& dispatch_;
  const ModuleContext* context_ = nullptr;
  uint32_t stamp_ = 0;
  // The number of the list of each row; list 0 belongs to all rows that no
  // module had yet, and is never filled.
  static_assert(Dispatch::kRowCount < 0xffff);
  std::vector<uint16_t> numbers_;
  std::vector<List> lists_;
  std::vector<Items> items_;
  std::vector<ConditionMask> masks_;
  // The scopes of rules and the preconditions of checks.  The first one, and
  // each that is not used yet, always holds.
  std::vector<Preconditions> conditions_;
  std::vector<Results> results_;
  // The numbers of the next conditions, by of_features.
  std::array<uint16_t, 2> next_number_;
  uint64_t feature_stamp_ = 0;  // of the last module
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_ACTIVE_CHECKS_H_
