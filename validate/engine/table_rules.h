// Rules in the rows of tables: the row is the rule.
//
//   struct Row {
//     Decoration decoration;
//     Rule target;  // without an id: any target is allowed
//     Rule member;
//   };
//   constexpr Row kRows[] = {...};
//   constexpr RuleTable R({...});  // rules that code reports
//   constexpr auto kRules =
//       Join(RulesOf(kRows, &Row::target, &Row::member), RulesOf(R));
//   extern constinit const Family kTargets(kRules, kChecks);
//
// A rule is reported by its position in the table, and exists only there.
//
// Tested by table_rules_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_TABLE_RULES_H_
#define PLUMB_VALIDATE_ENGINE_TABLE_RULES_H_

#include <cstddef>
#include <type_traits>

#include "absl/types/span.h"
#include "core/rule.h"

namespace plumb {

// References to at most N rules.  A duplicate id does not compile.
template <size_t N>
class RuleList {
 public:
  // Skips rules without an id.  Quadratic, at compile time.
  constexpr void Add(const Rule& rule) {
    if (rule.id.empty()) return;
    for (const Rule* other : rules()) {
      if (other->id == rule.id) throw "two rules of the family have this id";
    }
    rules_[size_++] = &rule;
  }

  constexpr absl::Span<const Rule* const> rules() const {
    return absl::Span<const Rule* const>(rules_, size_);
  }

 private:
  const Rule* rules_[N] = {};
  size_t size_ = 0;
};

// Applies `member` to a row: a data member, or a function.
template <typename Row, typename Member>
constexpr decltype(auto) PartOf(const Row& row, Member member) {
  if constexpr (std::is_member_object_pointer_v<Member>) {
    return (row.*member);
  } else {
    return member(row);
  }
}

// The rules in the rows of a table: each of `members` is a rule member, or a
// function that returns a reference to a rule in the row.  The table must have
// static storage.
template <typename Row, size_t N, typename... Members>
constexpr auto RulesOf(const Row (&rows)[N], Members... members) {
  RuleList<N * sizeof...(Members)> list;
  for (const Row& row : rows) (list.Add(PartOf(row, members)), ...);
  return list;
}

template <size_t N>
constexpr RuleList<N> RulesOf(const RuleTable<N>& table) {
  RuleList<N> list;
  for (const Rule* rule : table.rules()) list.Add(*rule);
  return list;
}

// The rules of several tables.
template <size_t... N>
constexpr RuleList<(N + ...)> Join(const RuleList<N>&... lists) {
  RuleList<(N + ...)> all;
  const auto add = [&all](const auto& list) constexpr {
    for (const Rule* rule : list.rules()) all.Add(*rule);
  };
  (add(lists), ...);
  return all;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TABLE_RULES_H_
