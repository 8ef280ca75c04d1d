#include "validate/engine/dispatch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"

namespace plumb {
namespace {

// Calls `visit` with each instruction that a row of a table is about: an Op or
// an ExtInst.  Those that the grammar lacks are left out.
template <typename Visit>
void ForEachInstruction(const Instructions& instructions, Visit visit) {
  for (grammar::Op op : instructions.ops()) visit(op);
  for (uint32_t number : instructions.numbers()) {
    const grammar::ExtInst inst =
        grammar::ExtInstFromNumber(instructions.set(), number);
    if (inst != grammar::ExtInst::kNone) visit(inst);
  }
}

}  // namespace

// `visit` calls its argument with each row and item.
template <typename T, typename Visit>
void Dispatch::Fill(List list, std::vector<T>* items, Visit visit) {
  std::vector<std::pair<Row, T>> found;
  visit([&](Row row, const T& item) {
    ++(starts_[row.value + 1].*list);
    found.emplace_back(row, item);
  });
  for (uint32_t row = 0; row < kRowCount; ++row) {
    starts_[row + 1].*list += starts_[row].*list;
  }
  items->resize(found.size());
  auto next = starts_;
  for (const auto& [row, item] : found) {
    (*items)[(next[row.value].*list)++] = item;
  }
}

uint32_t Dispatch::NumberOf(ModuleCondition condition) {
  const auto at = absl::c_find(conditions_, condition);
  const auto number = static_cast<uint32_t>(at - conditions_.begin());
  if (at != conditions_.end()) return number;
  conditions_.push_back(condition);
  return number;
}

void Dispatch::SplitByCondition() {
  // Adds an item to those of the last row, unless it is there.
  const auto add_once = [](auto* items, uint32_t first, auto item) {
    if (std::find(items->begin() + first, items->end(), item) == items->end()) {
      items->push_back(item);
    }
  };
  for (uint32_t number = 0; number <= kRowCount; ++number) {
    Starts& starts = starts_[number];
    starts.runs_always = static_cast<uint32_t>(runs_always_.size());
    starts.row_conditions = static_cast<uint32_t>(row_conditions_.size());
    starts.operand_rules_always =
        static_cast<uint32_t>(operand_rules_always_.size());
    starts.conditional_rules = static_cast<uint32_t>(conditional_rules_.size());
    if (number == kRowCount) break;
    for (const BoundCheck& check : ChecksOf(Row(number))) {
      if (check.condition == 0) {
        runs_always_.push_back(check.run);
      } else {
        add_once(&row_conditions_, starts.row_conditions, check.condition);
      }
    }
    for (const BoundOperandRule& bound : OperandRulesOf(Row(number))) {
      if (bound.always) {
        operand_rules_always_.push_back(bound);
      } else {
        add_once(&conditional_rules_, starts.conditional_rules,
                 bound.rule->rule);
      }
    }
  }
}

Dispatch::Dispatch(absl::Span<const ListedFamily> families) {
  for (const auto& [path, family] : families) {
    for (const ModuleCheck& check : family->module_checks) {
      module_checks_[static_cast<size_t>(check.phase)].push_back(check.run);
    }
    function_checks_.insert(function_checks_.end(),
                            family->function_checks.begin(),
                            family->function_checks.end());
  }
  Fill(&Starts::checks, &checks_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Check& check : family->checks) {
        const BoundCheck bound = {check.run, NumberOf(check.when)};
        ForEachInstruction(check.ops, [&](auto row) { add(Row(row), bound); });
      }
    }
  });
  Fill(&Starts::signatures, &signatures_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Signature& signature : family->signatures) {
        const BoundSignature bound = Bind(signature);
        ForEachInstruction(signature.ops,
                           [&](auto row) { add(Row(row), bound); });
      }
    }
  });
  Fill(&Starts::operand_rules, &operand_rules_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const OperandRule& rule : family->operand_rules) {
        ForEachInstruction(rule.ops, [&](auto row) {
          const OperandIndex operand = rule.operand.In(row);
          if (operand != kNoOperand) {
            const bool always = rule.rule->when == Scope();
            add(Row(row), BoundOperandRule{&rule, operand, always,
                                           rule.type.IsRowOnly()});
          }
        });
      }
    }
  });
  SplitByCondition();
}

}  // namespace plumb
