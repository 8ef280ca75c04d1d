#include "validate/engine/dispatch.h"

namespace plumb {
namespace {

// Fills lists by opcode: `visit` calls its argument with each opcode and item,
// the same each time.
template <typename Table, typename Visit>
void Fill(Table* table, Visit visit) {
  visit(
      [&](grammar::Op op, auto) { ++table->starts[static_cast<int>(op) + 1]; });
  for (int row = 0; row < grammar::kOpCount; ++row) {
    table->starts[row + 1] += table->starts[row];
  }
  table->items.resize(table->starts[grammar::kOpCount]);
  auto next = table->starts;
  visit([&](grammar::Op op, auto item) {
    table->items[next[static_cast<int>(op)]++] = item;
  });
}

}  // namespace

Dispatch::Dispatch(absl::Span<const ListedFamily> families) {
  for (const auto& [path, family] : families) {
    for (const ModuleCheck& check : family->module_checks) {
      module_checks_[static_cast<size_t>(check.phase)].push_back(check.run);
    }
    function_checks_.insert(function_checks_.end(),
                            family->function_checks.begin(),
                            family->function_checks.end());
  }
  Fill(&checks_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Check& check : family->checks) {
        for (grammar::Op op : check.ops) add(op, check.run);
      }
    }
  });
  Fill(&signatures_, [&](auto add) {
    for (const auto& [path, family] : families) {
      for (const Signature& signature : family->signatures) {
        for (grammar::Op op : signature.ops) add(op, &signature);
      }
    }
  });
}

}  // namespace plumb
