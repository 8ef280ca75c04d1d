#include "validate/engine/dispatch.h"

#include <cstddef>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

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

// From so many rows about the same opcodes on, operands are looked up together.
constexpr size_t kManyAlike = 8;

BoundOperandRule Bind(const OperandRule& rule, OperandIndex operand) {
  return {&rule, operand, rule.rule->when == Scope(), rule.type.IsRowOnly()};
}

// How many rows from the first on are bound together: many that are about the
// same opcodes (not extended instructions) and name their operands, or one.
size_t CountTogether(absl::Span<const OperandRule> rules) {
  const auto ops = rules.front().ops.ops();
  size_t count = 0;
  while (!ops.empty() && count < rules.size() &&
         !rules[count].operand.name().empty() &&
         rules[count].ops.ops().data() == ops.data() &&
         rules[count].ops.ops().size() == ops.size()) {
    ++count;
  }
  return count >= kManyAlike ? count : 1;
}

// Calls `add` with the rows of a rule.
template <typename Add>
void BindEach(const OperandRule& rule, Add add) {
  ForEachInstruction(rule.ops, [&](auto row) {
    const OperandIndex operand = rule.operand.In(row);
    if (operand != kNoOperand) add(Dispatch::Row(row), Bind(rule, operand));
  });
}

// The same for rules that are bound together.  Most of their opcodes have no
// operand of most names: looks up the names that they do have.
template <typename Add>
void BindByName(absl::Span<const OperandRule> rules, Add add) {
  struct Named {
    std::vector<const OperandRule*> rules;
    grammar::Op last = grammar::kNoOp;  // several operands can have one name
  };
  absl::flat_hash_map<absl::string_view, Named> by_name;
  by_name.reserve(rules.size());
  for (const OperandRule& rule : rules) {
    by_name[rule.operand.name()].rules.push_back(&rule);
  }
  for (const grammar::Op op : rules.front().ops.ops()) {
    for (const auto& pattern : grammar::Operands(grammar::Info(op))) {
      const auto found = by_name.find(grammar::NameOf(pattern));
      if (found == by_name.end() || found->second.last == op) continue;
      found->second.last = op;
      const OperandIndex operand = grammar::OperandByName(op, found->first);
      for (const OperandRule* rule : found->second.rules) {
        add(Dispatch::Row(op), Bind(*rule, operand));
      }
    }
  }
}

}  // namespace

// `visit` calls its argument with each row and item: once to count them, and
// once to put them where they belong.
template <typename T, typename Visit>
void Dispatch::Fill(List list, std::vector<T>* items, Visit visit) {
  visit([&](Row row, const T&) { ++(starts_[row.value + 1].*list); });
  for (uint32_t row = 0; row < kRowCount; ++row) {
    starts_[row + 1].*list += starts_[row].*list;
  }
  items->resize(starts_[kRowCount].*list);
  // Each start moves to the end of its list, and all lists back by one.
  visit([&](Row row, const T& item) {
    (*items)[(starts_[row.value].*list)++] = item;
  });
  for (uint32_t row = kRowCount; row > 0; --row) {
    starts_[row].*list = starts_[row - 1].*list;
  }
  starts_[0].*list = 0;
}

uint32_t Dispatch::NumberOf(ModuleCondition condition) {
  const auto at = absl::c_find(conditions_, condition);
  const auto number = static_cast<uint32_t>(at - conditions_.begin());
  if (at != conditions_.end()) return number;
  conditions_.push_back(condition);
  return number;
}

void Dispatch::FindUnconditional() {
  runs_.reserve(checks_.size());
  for (const BoundCheck& check : checks_) runs_.push_back(check.run);
  for (uint32_t op = 0; op < kRowCount; ++op) {
    const Row row(op);
    unconditional_[op] =
        absl::c_all_of(ChecksOf(row),
                       [](const BoundCheck& c) { return c.condition == 0; }) &&
        absl::c_all_of(OperandRulesOf(row),
                       [](const BoundOperandRule& r) { return r.always; });
  }
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
  Fill(&Starts::checks, &checks_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Check& check : family->checks) {
        const BoundCheck bound = {check.run, NumberOf(check.when)};
        ForEachInstruction(check.ops, [&](auto row) { add(Row(row), bound); });
      }
    }
  });
  Fill(&Starts::signatures, &signatures_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Signature& signature : family->signatures) {
        const BoundSignature bound = Bind(signature);
        ForEachInstruction(signature.ops,
                           [&](auto row) { add(Row(row), bound); });
      }
    }
  });
  Fill(&Starts::operand_rules, &operand_rules_, [&](auto add) {
    for (const auto& [path, family] : families) {
      auto rules = family->operand_rules;
      while (!rules.empty()) {
        const size_t together = CountTogether(rules);
        if (together > 1) {
          BindByName(rules.first(together), add);
        } else {
          BindEach(rules.front(), add);
        }
        rules.remove_prefix(together);
      }
    }
  });
  FindUnconditional();
}

}  // namespace plumb
