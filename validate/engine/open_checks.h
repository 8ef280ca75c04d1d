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
  // Modules are much alike: lists are kept while the answers are the same.
  void Begin(const ModuleContext& context);

  // Lasts until the next call for another row; what it refers to, until
  // Begin().  O(1), the first time O(items of the row).
  const Bound& Of(Dispatch::Row row) {
    const List& list = lists_[numbers_[row.value]];
    return list.stamp < stamp_ ? Fill(row) : list.bound;
  }

 private:
  // Answers are kept in words, a bit for each question.
  static constexpr uint32_t kBits = 64;

  // What is asked of a module, for all items that ask the same: the scope of a
  // rule or the condition of a check.  Neither: what always holds.
  struct Question {
    const Rule* rule;
    ModuleCondition condition;
  };

  // What of a word of answers a row asks, and the answers that its lists were
  // made for.
  struct Asked {
    uint32_t word;
    uint64_t questions;
    uint64_t open;
  };

  struct Answers {
    uint64_t known = 0;
    uint64_t open = 0;
  };

  struct List {
    uint32_t stamp = 0;  // of the module that it was made for, or kEveryModule
    bool made = false;
    // What the row asks, in asked_.
    uint16_t asked_count = 0;
    uint32_t first_asked = 0;
    Bound bound;
  };
  static constexpr uint32_t kEveryModule = 0xffffffff;

  // All that is bound to a row, and room for what concerns a module.
  struct Items {
    std::vector<BoundSignature> signatures;
    std::vector<BoundOperandRule> operand_rules;
    std::vector<uint16_t> questions_of_rules;
    std::vector<Run> runs;
    std::vector<uint16_t> questions_of_runs;
    std::vector<BoundOperandRule> open_rules;
    std::vector<Run> open_runs;
  };

  const Bound& Fill(Dispatch::Row row);
  // Looks a row up that no module has had before.
  void Bind(Dispatch::Row row);
  // Makes the lists of a row anew, its questions being answered.
  void Make(uint32_t number);
  // Which of questions_ this is.
  uint16_t NumberOf(const Rule& rule);
  uint16_t NumberOf(ModuleCondition condition);
  template <typename Same>
  uint16_t NumberOf(Question question, Same same);
  bool IsOpen(uint16_t question) const {
    return ((answers_[question / kBits].open >> (question % kBits)) & 1) != 0;
  }
  // Answers those questions of a word that are not known yet.
  void Ask(uint32_t word, uint64_t questions);

  const Dispatch& dispatch_;
  const ModuleContext* context_ = nullptr;
  uint32_t stamp_ = 0;
  // Of the rows that modules have had: by row the number of a list; the first
  // is that of all others and never filled.
  static_assert(Dispatch::kRowCount < 0xffff);
  std::vector<uint16_t> numbers_;
  std::vector<List> lists_;
  std::vector<Items> items_;
  std::vector<Asked> asked_;
  // What always holds is the first.
  std::vector<Question> questions_{{nullptr, nullptr}};
  std::vector<Answers> answers_{{.known = 1, .open = 1}};
};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_OPEN_CHECKS_H_
