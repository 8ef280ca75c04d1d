#include "validate/engine/active_checks.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "validate/engine/module_context.h"

namespace plumb {

ActiveChecks::ActiveChecks(const Dispatch& dispatch)
    : dispatch_(dispatch),
      numbers_(Dispatch::kRowCount, 0),
      lists_(1),
      items_(1) {}

void ActiveChecks::Begin(const ModuleContext& context) {
  context_ = &context;
  absl::c_fill(results_, Results());
  results_[0] = {.known = 1, .open = 1};
  if (++stamp_ != kEveryModule) return;
  // The counter wrapped around: no list belongs to the module that begins.
  for (List& list : lists_) {
    if (list.stamp != kEveryModule) list.stamp = 0;
  }
  stamp_ = 1;
}

void ActiveChecks::Evaluate(uint32_t word, uint64_t conditions) {
  Results& results = results_[word];
  for (uint64_t rest = conditions & ~results.known; rest != 0;
       rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const bool holds = conditions_[word * kBits + bit].Hold(*context_);
    results.open |= uint64_t{holds} << bit;
  }
  results.known |= conditions;
}

uint16_t ActiveChecks::NumberOf(const Preconditions& preconditions) {
  const auto at = absl::c_find(conditions_, preconditions);
  const auto number = static_cast<uint16_t>(at - conditions_.begin());
  if (at == conditions_.end()) {
    conditions_.push_back(preconditions);
    results_.resize((conditions_.size() + kBits - 1) / kBits);
  }
  return number;
}

void ActiveChecks::Bind(Dispatch::Row row) {
  Items items;
  items.signatures = dispatch_.SignaturesOf(row);
  items.operand_rules = dispatch_.OperandRulesOf(row);
  for (const BoundOperandRule& bound : items.operand_rules) {
    const Scope& scope = bound.rule->rule->when;
    items.conditions_of_rules.push_back(
        NumberOf(scope == Scope() ? Preconditions() : Requires(&scope)));
  }
  const std::vector<const Check*> checks = dispatch_.ChecksOf(row);
  items.runs.reserve(checks.size());
  items.conditions_of_runs.reserve(checks.size());
  for (const Check* check : checks) {
    items.runs.push_back(check->run);
    items.conditions_of_runs.push_back(NumberOf(check->preconditions));
  }
  // Reserves all memory, because spans into these vectors must stay valid.
  items.active_rules.reserve(items.operand_rules.size());
  items.open_runs.reserve(items.runs.size());

  std::vector<uint16_t> conditions = items.conditions_of_rules;
  conditions.insert(conditions.end(), items.conditions_of_runs.begin(),
                    items.conditions_of_runs.end());
  absl::c_sort(conditions);
  conditions.erase(std::unique(conditions.begin(), conditions.end()),
                   conditions.end());
  List list;
  list.first_mask = static_cast<uint32_t>(masks_.size());
  for (const uint16_t condition : conditions) {
    if (condition == 0) continue;
    const uint32_t word = condition / kBits;
    if (masks_.size() == list.first_mask || masks_.back().word != word) {
      masks_.push_back({word, 0, 0});
    }
    masks_.back().conditions |= uint64_t{1} << (condition % kBits);
  }
  list.mask_count = static_cast<uint16_t>(masks_.size() - list.first_mask);
  list.bound.signatures = items.signatures;
  numbers_[row.value] = static_cast<uint16_t>(lists_.size());
  lists_.push_back(list);
  items_.push_back(std::move(items));
}

void ActiveChecks::Make(uint32_t number) {
  Items& items = items_[number];
  items.active_rules.clear();
  for (size_t i = 0; i < items.operand_rules.size(); ++i) {
    if (IsOpen(items.conditions_of_rules[i])) {
      items.active_rules.push_back(items.operand_rules[i]);
    }
  }
  items.open_runs.clear();
  for (size_t i = 0; i < items.runs.size(); ++i) {
    if (IsOpen(items.conditions_of_runs[i])) {
      items.open_runs.push_back(items.runs[i]);
    }
  }
  lists_[number].bound.operand_rules = items.active_rules;
  lists_[number].bound.runs = items.open_runs;
}

const ActiveChecks::Bound& ActiveChecks::Fill(Dispatch::Row row) {
  if (numbers_[row.value] == 0) Bind(row);
  const uint32_t number = numbers_[row.value];
  List& list = lists_[number];
  bool differs = !list.made;
  const absl::Span<ConditionMask> all(masks_);
  for (ConditionMask& masks : all.subspan(list.first_mask, list.mask_count)) {
    const Results& results = results_[masks.word];
    if ((masks.conditions & ~results.known) != 0) {
      Evaluate(masks.word, masks.conditions);
    }
    const uint64_t open = results.open & masks.conditions;
    differs |= open != masks.open;
    masks.open = open;
  }
  if (differs) Make(number);
  list.made = true;
  list.stamp = list.mask_count == 0 ? kEveryModule : stamp_;
  return list.bound;
}

}  // namespace plumb
