#include "core/suppression.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace plumb {

void Suppressions::Add(const Rule* rule, InstIndex inst) {
  rows_.push_back({inst, rule, rows_.size()});
}

void Suppressions::Sort() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    if (a.inst != b.inst) return a.inst < b.inst;
    if (a.rule != b.rule) return std::less<const Rule*>()(a.rule, b.rule);
    return a.number < b.number;
  });
}

const Suppressions::Row* Suppressions::FindRow(const Rule& rule,
                                               InstIndex inst) const {
  const auto row = std::lower_bound(
      rows_.begin(), rows_.end(), std::make_tuple(inst, &rule),
      [](const Row& a, const std::tuple<InstIndex, const Rule*>& key) {
        const auto& [key_inst, key_rule] = key;
        if (a.inst != key_inst) return a.inst < key_inst;
        return std::less<const Rule*>()(a.rule, key_rule);
      });
  const bool found =
      row != rows_.end() && row->inst == inst && row->rule == &rule;
  return found ? &*row : nullptr;
}

size_t Suppressions::Find(const Rule& rule, InstIndex inst) const {
  const Row* row = FindRow(rule, inst);
  if (row == nullptr && inst != kNoInst) row = FindRow(rule, kNoInst);
  return row == nullptr ? kNone : row->number;
}

}  // namespace plumb
