#include "validate/engine/open_checks.h"

#include <algorithm>

namespace plumb {

void OpenChecks::Begin(const ModuleContext& context) {
  context_ = &context;
  runs_.clear();
  std::fill(conditions_.begin(), conditions_.end(), Condition::kUnknown);
  if (++stamp_ != 0) return;
  // It came around: no list is of the module that begins.
  std::fill(rows_.begin(), rows_.end(), List());
  stamp_ = 1;
}

bool OpenChecks::IsOpen(uint32_t condition) {
  Condition& known = conditions_[condition];
  if (known == Condition::kUnknown) {
    const ModuleCondition holds = dispatch_.conditions()[condition];
    known = holds == nullptr || holds(*context_) ? Condition::kOpen
                                                 : Condition::kClosed;
  }
  return known == Condition::kOpen;
}

void OpenChecks::Fill(Dispatch::Row row) {
  List& list = rows_[row.value];
  list.stamp = stamp_;
  list.begin = static_cast<uint32_t>(runs_.size());
  for (const Dispatch::BoundCheck& check : dispatch_.ChecksOf(row)) {
    if (IsOpen(check.condition)) runs_.push_back(check.run);
  }
  list.count = static_cast<uint32_t>(runs_.size()) - list.begin;
}

}  // namespace plumb
