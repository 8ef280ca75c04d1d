#include "validate/engine/dispatch.h"

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

// `visit` calls its argument with each row and item, the same each time.
template <typename T>
template <typename Visit>
void Dispatch::ByRow<T>::Fill(Visit visit) {
  visit([this](Row row, const T&) { ++starts[row.value + 1]; });
  for (uint32_t row = 0; row < kRowCount; ++row) starts[row + 1] += starts[row];
  items.resize(starts[kRowCount]);
  auto next = starts;
  visit([&](Row row, const T& item) { items[next[row.value]++] = item; });
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
  checks_.Fill([&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Check& check : family->checks) {
        ForEachInstruction(check.ops,
                           [&](auto row) { add(Row(row), check.run); });
      }
    }
  });
  signatures_.Fill([&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Signature& signature : family->signatures) {
        ForEachInstruction(signature.ops,
                           [&](auto row) { add(Row(row), &signature); });
      }
    }
  });
  operand_rules_.Fill([&](auto add) {
    for (const auto& [path, family] : families) {
      for (const OperandRule& rule : family->operand_rules) {
        ForEachInstruction(rule.ops, [&](auto row) {
          const OperandIndex operand = rule.operand.In(row);
          if (operand != kNoOperand) {
            add(Row(row), BoundOperandRule{&rule, operand});
          }
        });
      }
    }
  });
}

}  // namespace plumb
