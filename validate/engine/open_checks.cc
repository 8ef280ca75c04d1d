#include "validate/engine/open_checks.h"

#include <algorithm>
#include <bit>
#include <cstdint>
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
  absl::c_fill(answers_, Answers());
  answers_[0] = {.known = 1, .open = 1};
  if (++stamp_ != kEveryModule) return;
  // It comes around: no list is of the module that begins.
  for (List& list : lists_) {
    if (list.stamp != kEveryModule) list.stamp = 0;
  }
  stamp_ = 1;
}

void OpenChecks::Ask(uint32_t word, uint64_t questions) {
  Answers& answers = answers_[word];
  for (uint64_t rest = questions & ~answers.known; rest != 0;
       rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const Question& asked = questions_[word * kBits + bit];
    const bool holds = asked.rule != nullptr ? context_->Applies(*asked.rule)
                                             : asked.condition(*context_);
    answers.open |= uint64_t{holds} << bit;
  }
  answers.known |= questions;
}

template <typename Same>
uint16_t OpenChecks::NumberOf(Question question, Same same) {
  const auto at = absl::c_find_if(questions_, same);
  const auto number = static_cast<uint16_t>(at - questions_.begin());
  if (at == questions_.end()) {
    questions_.push_back(question);
    answers_.resize((questions_.size() + kBits - 1) / kBits);
  }
  return number;
}

uint16_t OpenChecks::NumberOf(const Rule& rule) {
  if (rule.when == Scope()) return 0;
  return NumberOf({&rule, nullptr}, [&](const Question& other) {
    return other.rule != nullptr && other.rule->when == rule.when;
  });
}

uint16_t OpenChecks::NumberOf(ModuleCondition condition) {
  return NumberOf({nullptr, condition}, [&](const Question& other) {
    return other.rule == nullptr && other.condition == condition;
  });
}

void OpenChecks::Bind(Dispatch::Row row) {
  Items items;
  items.signatures = dispatch_.SignaturesOf(row);
  items.operand_rules = dispatch_.OperandRulesOf(row);
  for (const BoundOperandRule& bound : items.operand_rules) {
    items.questions_of_rules.push_back(NumberOf(*bound.rule->rule));
  }
  const std::vector<const Check*> checks = dispatch_.ChecksOf(row);
  items.runs.reserve(checks.size());
  items.questions_of_runs.reserve(checks.size());
  for (const Check* check : checks) {
    items.runs.push_back(check->run);
    items.questions_of_runs.push_back(NumberOf(check->when));
  }
  // So that what a module is given never moves.
  items.open_rules.reserve(items.operand_rules.size());
  items.open_runs.reserve(items.runs.size());

  std::vector<uint16_t> questions = items.questions_of_rules;
  questions.insert(questions.end(), items.questions_of_runs.begin(),
                   items.questions_of_runs.end());
  absl::c_sort(questions);
  questions.erase(std::unique(questions.begin(), questions.end()),
                  questions.end());
  List list;
  list.first_asked = static_cast<uint32_t>(asked_.size());
  for (const uint16_t question : questions) {
    if (question == 0) continue;
    const uint32_t word = question / kBits;
    if (asked_.size() == list.first_asked || asked_.back().word != word) {
      asked_.push_back({word, 0, 0});
    }
    asked_.back().questions |= uint64_t{1} << (question % kBits);
  }
  list.asked_count = static_cast<uint16_t>(asked_.size() - list.first_asked);
  list.bound.signatures = items.signatures;
  numbers_[row.value] = static_cast<uint16_t>(lists_.size());
  lists_.push_back(list);
  items_.push_back(std::move(items));
}

void OpenChecks::Make(uint32_t number) {
  Items& items = items_[number];
  items.open_rules.clear();
  for (size_t i = 0; i < items.operand_rules.size(); ++i) {
    if (IsOpen(items.questions_of_rules[i])) {
      items.open_rules.push_back(items.operand_rules[i]);
    }
  }
  items.open_runs.clear();
  for (size_t i = 0; i < items.runs.size(); ++i) {
    if (IsOpen(items.questions_of_runs[i])) {
      items.open_runs.push_back(items.runs[i]);
    }
  }
  lists_[number].bound.operand_rules = items.open_rules;
  lists_[number].bound.runs = items.open_runs;
}

const OpenChecks::Bound& OpenChecks::Fill(Dispatch::Row row) {
  if (numbers_[row.value] == 0) Bind(row);
  const uint32_t number = numbers_[row.value];
  List& list = lists_[number];
  bool differs = !list.made;
  const absl::Span<Asked> all(asked_);
  for (Asked& asked : all.subspan(list.first_asked, list.asked_count)) {
    const Answers& answers = answers_[asked.word];
    if ((asked.questions & ~answers.known) != 0) {
      Ask(asked.word, asked.questions);
    }
    const uint64_t open = answers.open & asked.questions;
    differs |= open != asked.open;
    asked.open = open;
  }
  if (differs) Make(number);
  list.made = true;
  list.stamp = list.asked_count == 0 ? kEveryModule : stamp_;
  return list.bound;
}

}  // namespace plumb
