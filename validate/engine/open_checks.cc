#include "validate/engine/open_checks.h"

#include <algorithm>
#include <cstddef>

#include "validate/engine/module_context.h"

namespace plumb {

OpenChecks::OpenChecks(const Dispatch& dispatch)
    : dispatch_(dispatch),
      rows_(Dispatch::kRowCount),
      conditions_(dispatch.conditions().size(), Condition::kUnknown) {
  runs_.reserve(dispatch.check_count());
  operand_rules_.reserve(dispatch.operand_rule_count());
  for (uint32_t number = 0; number < Dispatch::kRowCount; ++number) {
    const Dispatch::Row row(number);
    if (!dispatch.IsUnconditional(row)) continue;
    rows_[number] = {kEveryModule,
                     {dispatch.SignaturesOf(row), dispatch.OperandRulesOf(row),
                      dispatch.RunsOf(row)}};
  }
}

void OpenChecks::Begin(const ModuleContext& context) {
  context_ = &context;
  runs_.clear();
  operand_rules_.clear();
  std::fill(conditions_.begin(), conditions_.end(), Condition::kUnknown);
  conditions_[0] = Condition::kOpen;  // none is asked
  if (++stamp_ != kEveryModule) return;
  // It comes around: no list is of the module that begins.
  for (List& list : rows_) {
    if (list.stamp != kEveryModule) list.stamp = 0;
  }
  stamp_ = 1;
}

bool OpenChecks::Ask(uint32_t condition) {
  const bool holds = dispatch_.conditions()[condition](*context_);
  conditions_[condition] = holds ? Condition::kOpen : Condition::kClosed;
  return holds;
}

void OpenChecks::Fill(Dispatch::Row row) {
  List& list = rows_[row.value];
  list.stamp = stamp_;
  list.bound.signatures = dispatch_.SignaturesOf(row);
  const size_t first_rule = operand_rules_.size();
  for (const BoundOperandRule& bound : dispatch_.OperandRulesOf(row)) {
    if (bound.always || context_->Applies(*bound.rule->rule)) {
      operand_rules_.push_back(bound);
    }
  }
  list.bound.operand_rules =
      absl::MakeConstSpan(operand_rules_).subspan(first_rule);
  const size_t first_run = runs_.size();
  for (const Dispatch::BoundCheck& check : dispatch_.ChecksOf(row)) {
    if (IsOpen(check.condition)) runs_.push_back(check.run);
  }
  list.bound.runs = absl::MakeConstSpan(runs_).subspan(first_run);
}

}  // namespace plumb
