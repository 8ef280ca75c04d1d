#include "validate/engine/active_checks.h"

#include <algorithm>
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
      items_(1),
      conditions_(size_t{2} * kBits),
      results_{{}, {.of_features = true}},
      next_number_{1, kBits} {}

void ActiveChecks::Begin(const ModuleContext& context) {
  context_ = &context;
  const bool keeps = feature_stamp_ == context.feature_stamp();
  feature_stamp_ = context.feature_stamp();
  for (Results& results : results_) {
    if (keeps && results.of_features) continue;
    results.known = results.open = 0;
  }
  results_[0].known = results_[0].open = 1;
  if (++stamp_ != kEveryModule) return;
  // The counter wrapped around: no list belongs to the module that begins.
  for (List& list : lists_) {
    if (list.stamp != kEveryModule) list.stamp = 0;
  }
  stamp_ = 1;
}

void ActiveChecks::Evaluate(uint32_t word, uint64_t conditions) {
  Results& results = results_[word];
  results.open |= EvaluateRows(&conditions_[size_t{word} * kBits],
                               conditions & ~results.known, *context_);
  results.known |= conditions;
}

uint16_t ActiveChecks::NumberOf(const Preconditions& preconditions) {
  const auto at = absl::c_find(conditions_, preconditions);
  if (at != conditions_.end()) {
    return static_cast<uint16_t>(at - conditions_.begin());
  }
  const bool of_features =
      absl::c_all_of(preconditions.all(),
                     [](const Precondition& p) { return p.IsOfFeatures(); });
  uint16_t& next = next_number_[of_features ? 1 : 0];
  const uint16_t number = next++;
  conditions_[number] = preconditions;
  if (next % kBits == 0) {  // the word is full
    next = static_cast<uint16_t>(conditions_.size());
    conditions_.resize(conditions_.size() + kBits);
    results_.push_back({.of_features = of_features});
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
  const auto end_of_features =
      std::stable_partition(masks_.begin() + list.first_mask, masks_.end(),
                            [this](const ConditionMask& mask) {
                              return results_[mask.word].of_features;
                            });
  list.feature_mask_count =
      static_cast<uint16_t>(end_of_features - masks_.begin() - list.first_mask);
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
  const uint32_t known =
      list.feature_stamp == feature_stamp_ ? list.feature_mask_count : 0;
  ConditionMask* const end = masks_.data() + list.first_mask + list.mask_count;
  for (ConditionMask* mask = masks_.data() + list.first_mask + known;
       mask != end; ++mask) {
    const Results& results = results_[mask->word];
    if ((mask->conditions & ~results.known) != 0) {
      Evaluate(mask->word, mask->conditions);
    }
    const uint64_t open = results.open & mask->conditions;
    differs |= open != mask->open;
    mask->open = open;
  }
  if (differs) Make(number);
  list.made = true;
  list.feature_stamp = feature_stamp_;
  list.stamp = list.mask_count == 0 ? kEveryModule : stamp_;
  return list.bound;
}

}  // namespace plumb
