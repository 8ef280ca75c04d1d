#include "validate/engine/open_checks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/engine/module_context.h"

namespace plumb {

OpenChecks::OpenChecks(const Dispatch& dispatch)
    : dispatch_(dispatch),
      numbers_(Dispatch::kRowCount, 0),
      lists_(1),
      items_(1) {}

void OpenChecks::Begin(const ModuleContext& context) {
  context_ = &context;
  std::fill(states_.begin() + 1, states_.end(), State::kUnknown);
  if (++stamp_ != kEveryModule) return;
  // It comes around: no list is of the module that begins.
  for (List& list : lists_) {
    if (list.stamp != kEveryModule) list.stamp = 0;
  }
  stamp_ = 1;
}

bool OpenChecks::Ask(uint32_t condition) {
  const bool holds = conditions_[condition](*context_);
  states_[condition] = holds ? State::kOpen : State::kClosed;
  return holds;
}

uint32_t OpenChecks::NumberOf(ModuleCondition condition) {
  const auto at = absl::c_find(conditions_, condition);
  const auto number = static_cast<uint32_t>(at - conditions_.begin());
  if (at == conditions_.end()) {
    conditions_.push_back(condition);
    states_.push_back(State::kUnknown);
  }
  return number;
}

void OpenChecks::Bind(Dispatch::Row row) {
  Items items;
  items.signatures = dispatch_.SignaturesOf(row);
  items.operand_rules = dispatch_.OperandRulesOf(row);
  bool concerns_all = absl::c_all_of(
      items.operand_rules, [](const BoundOperandRule& r) { return r.always; });
  const std::vector<const Check*> checks = dispatch_.ChecksOf(row);
  items.runs.reserve(checks.size());
  items.conditions.reserve(checks.size());
  for (const Check* check : checks) {
    items.runs.push_back(check->run);
    items.conditions.push_back(NumberOf(check->when));
    concerns_all &= check->when == nullptr;
  }
  List list;
  list.bound.signatures = items.signatures;
  if (concerns_all) {
    list.stamp = kEveryModule;
    list.bound.operand_rules = items.operand_rules;
    list.bound.runs = items.runs;
  } else {
    // So that what a module is given never moves.
    items.open_rules.reserve(items.operand_rules.size());
    items.open_runs.reserve(items.runs.size());
  }
  numbers_[row.value] = static_cast<uint16_t>(lists_.size());
  lists_.push_back(list);
  items_.push_back(std::move(items));
}

const OpenChecks::Bound& OpenChecks::Fill(Dispatch::Row row) {
  if (numbers_[row.value] == 0) Bind(row);
  List& list = lists_[numbers_[row.value]];
  if (list.stamp == kEveryModule) return list.bound;
  list.stamp = stamp_;
  Items& items = items_[numbers_[row.value]];
  items.open_rules.clear();
  for (const BoundOperandRule& bound : items.operand_rules) {
    if (bound.always || context_->Applies(*bound.rule->rule)) {
      items.open_rules.push_back(bound);
    }
  }
  items.open_runs.clear();
  for (size_t i = 0; i < items.runs.size(); ++i) {
    if (IsOpen(items.conditions[i])) items.open_runs.push_back(items.runs[i]);
  }
  list.bound.operand_rules = items.open_rules;
  list.bound.runs = items.open_runs;
  return list.bound;
}

}  // namespace plumb
