#include "validate/engine/dispatch.h"

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

void Dispatch::FindUnconditional() {
  runs_.reserve(checks_.size());
  for (const BoundCheck& check : checks_) runs_.push_back(check.run);
  for (uint32_t op = 0; op < kRowCount; ++op) {
    const Row row(op);
    unconditional_[op] =
        absl::c_all_of(ChecksOf(row),
                       [](const BoundCheck& c) { return c.condition == 0; }) &&
        absl::c_all_of(OperandRulesOf(row),
                       [](const BoundOperandRule& r) { return r.always; });
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
  FindUnconditional();
}

}  // namespace plumb
