#include "validate/engine/dispatch.h"

#include <cassert>
#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"

namespace plumb {
namespace {

// Calls `visit` with each row that an item of a table is about.  Instructions
// that the grammar lacks are left out.
template <typename Visit>
void ForEachRow(const Instructions& instructions, Visit visit) {
  for (grammar::Op op : instructions.ops()) visit(Dispatch::Row(op));
  for (uint32_t number : instructions.numbers()) {
    const grammar::ExtInst inst =
        grammar::ExtInstFromNumber(instructions.set(), number);
    if (inst != grammar::ExtInst::kNone) visit(Dispatch::Row(inst));
  }
}

// The number of leading items that apply to the same instructions: items of one
// subject often share a list.
template <typename Item>
size_t CountEqual(absl::Span<const Item> items) {
  size_t count = 1;
  while (count < items.size() && items.front().ops.IsLike(items[count].ops)) {
    ++count;
  }
  return count;
}

// The operand that a rule is about, in the instructions of a row.
OperandIndex Find(const OperandKey& key, Dispatch::Row row) {
  return row.value < grammar::kOpCount
             ? key.IndexIn(static_cast<grammar::Op>(row.value))
             : key.IndexIn(static_cast<grammar::ExtInst>(row.value -
                                                         grammar::kOpCount));
}

}  // namespace

template <typename Item>
void Dispatch::Index<Item>::Add(absl::Span<const Item> items) {
  while (!items.empty()) {
    const Group group = items.first(CountEqual(items));
    const auto number = static_cast<uint16_t>(groups_.size());
    groups_.push_back(group);
    ForEachRow(group.front().ops, [&](Row row) {
      uint16_t& last = last_[row.value];
      entries_.push_back({number, last});
      last = static_cast<uint16_t>(entries_.size() - 1);
    });
    items.remove_prefix(group.size());
  }
  assert(groups_.size() < kNone && entries_.size() < kNone);
}

template <typename Item>
std::vector<const Item*> Dispatch::Index<Item>::GetItems(Row row) const {
  constexpr size_t kTypicalGroups = 32;
  absl::InlinedVector<Group, kTypicalGroups> groups;
  size_t count = 0;
  for (uint16_t at = last_[row.value]; at != kNone; at = entries_[at].before) {
    groups.push_back(groups_[entries_[at].group]);
    count += groups.back().size();
  }
  std::vector<const Item*> items;
  items.reserve(count);
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    for (const Item& item : *group) items.push_back(&item);
  }
  return items;
}

Dispatch::Dispatch(absl::Span<const ListedFamily> families) {
  for (const auto& [path, family] : families) {
    for (const ModuleCheck& check : family->module_checks) {
      module_checks_[static_cast<size_t>(check.phase)].push_back(
          {check.run, preconditions_.Add(check.preconditions)});
    }
    function_checks_.insert(function_checks_.end(),
                            family->function_checks.begin(),
                            family->function_checks.end());
    checks_.Add(family->checks);
    signatures_.Add(family->signatures);
    operand_rules_.Add(family->operand_rules);
  }
}

std::vector<const Check*> Dispatch::ChecksOf(Row row) const {
  return checks_.GetItems(row);
}

std::vector<BoundSignature> Dispatch::SignaturesOf(Row row) const {
  const std::vector<const Signature*> signatures = signatures_.GetItems(row);
  std::vector<BoundSignature> bound;
  bound.reserve(signatures.size());
  for (const Signature* signature : signatures) {
    bound.push_back(Bind(*signature));
  }
  return bound;
}

std::vector<BoundOperandRule> Dispatch::OperandRulesOf(Row row) const {
  const std::vector<const OperandRule*> rules = operand_rules_.GetItems(row);
  std::vector<BoundOperandRule> bound;
  bound.reserve(rules.size());
  for (const OperandRule* rule : rules) {
    const OperandIndex operand = Find(rule->operand, row);
    if (operand != kNoOperand) bound.push_back(Bind(*rule, operand));
  }
  return bound;
}

}  // namespace plumb
