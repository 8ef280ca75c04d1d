#include "validate/analysis/entry_points.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "validate/analysis/entry_point.h"

namespace plumb {
namespace {

bool IsModeLess(const ExecutionModeRow& row, ExecutionMode mode) {
  return row.mode < mode;
}

}  // namespace

const ExecutionModeRow* EntryFunction::Find(ExecutionMode mode) const {
  const auto at =
      std::lower_bound(modes.begin(), modes.end(), mode, IsModeLess);
  return at != modes.end() && at->mode == mode ? &*at : nullptr;
}

absl::Span<const ExecutionModeRow> EntryFunction::FindAll(
    ExecutionMode mode) const {
  const auto begin =
      std::lower_bound(modes.begin(), modes.end(), mode, IsModeLess);
  const auto end = std::find_if(
      begin, modes.end(),
      [&](const ExecutionModeRow& row) { return row.mode != mode; });
  return modes.subspan(static_cast<size_t>(begin - modes.begin()),
                       static_cast<size_t>(end - begin));
}

const EntryPointRow* EntryFunction::FindEntryPoint(ModelSet expected) const {
  for (const EntryPointRow& row : entry_points) {
    if (expected.Contains(row.model)) return &row;
  }
  return nullptr;
}

void EntryPoints::Build(const Module& module) {
  entry_points_.clear();
  modes_.clear();
  functions_.clear();
  models_ = {};
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry_point(module, i);
    entry_points_.push_back({entry_point.id(), entry_point.model(), i});
  }
  for (InstIndex i : module.execution_modes()) {
    const Inst inst = module.inst(i);
    modes_.push_back({inst.id(0), ExecutionMode{inst.operand_word(1)},
                      inst.operand_count() > 2 ? inst.operand_word(2) : 0, i});
  }
  std::sort(entry_points_.begin(), entry_points_.end(),
            [](const EntryPointRow& a, const EntryPointRow& b) {
              return std::tie(a.function, a.at) < std::tie(b.function, b.at);
            });
  std::sort(modes_.begin(), modes_.end(),
            [](const ExecutionModeRow& a, const ExecutionModeRow& b) {
              return std::tie(a.function, a.mode, a.first_word, a.at) <
                     std::tie(b.function, b.mode, b.first_word, b.at);
            });
  // Both are sorted by function: what belongs together is met in one walk.
  size_t e = 0;
  size_t m = 0;
  while (e < entry_points_.size() || m < modes_.size()) {
    EntryFunction row;
    const bool mode_first =
        e == entry_points_.size() ||
        (m < modes_.size() && modes_[m].function < entry_points_[e].function);
    row.function = mode_first ? modes_[m].function : entry_points_[e].function;
    const size_t first_entry = e;
    while (e < entry_points_.size() &&
           entry_points_[e].function == row.function) {
      row.models = row.models | entry_points_[e++].model;
    }
    const size_t first_mode = m;
    while (m < modes_.size() && modes_[m].function == row.function) ++m;
    row.entry_points = absl::MakeConstSpan(entry_points_)
                           .subspan(first_entry, e - first_entry);
    row.modes = absl::MakeConstSpan(modes_).subspan(first_mode, m - first_mode);
    models_ = models_ | row.models;
    functions_.push_back(row);
  }
}

EntryFunction EntryPoints::Get(Id function) const {
  const auto at = std::lower_bound(
      functions_.begin(), functions_.end(), function,
      [](const EntryFunction& row, Id id) { return row.function < id; });
  if (at != functions_.end() && at->function == function) return *at;
  EntryFunction none;
  none.function = function;
  return none;
}

}  // namespace plumb
