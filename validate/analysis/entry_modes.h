// The execution modes of each entry point: OpExecutionMode instructions name a
// function, and so do OpEntryPoint instructions.  Both are sorted by that
// function, so that what belongs together is met in one walk.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ANALYSIS_ENTRY_MODES_H_
#define PLUMB_VALIDATE_ANALYSIS_ENTRY_MODES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/execution_models.h"
#include "core/module.h"
#include "grammar/grammar.h"
#include "validate/analysis/entry_point.h"

namespace plumb {

// An execution mode instruction, as rules read it.
struct Mode {
  Id function;
  grammar::ExecutionMode mode;
  uint32_t first_word;  // of its extra operands; 0 if it has none
  InstIndex at;
};

// An entry point instruction.
struct Entry {
  Id function;
  grammar::ExecutionModel model;
  InstIndex at;
};

// What the entry points that share a function have.
struct EntryModes {
  Id function;
  ModelSet models;
  absl::Span<const Entry> entries;  // in module order; may be empty
  absl::Span<const Mode> modes;     // by mode, first word, module order

  // The first instruction with this mode, or null.  O(log modes).
  const Mode* Find(grammar::ExecutionMode mode) const {
    const auto at = std::lower_bound(
        modes.begin(), modes.end(), mode,
        [](const Mode& m, grammar::ExecutionMode v) { return m.mode < v; });
    return at != modes.end() && at->mode == mode ? &*at : nullptr;
  }
  // The first entry point whose model is one of `models`, or null.
  const Entry* FindEntry(ModelSet models) const {
    for (const Entry& entry : entries) {
      if (models.Contains(entry.model)) return &entry;
    }
    return nullptr;
  }
};

// Calls `visit` for each function that entry points or modes name.
// O(n log n); modules with few of both need no memory.
template <typename Visit>
void ForEachEntryModes(const Module& module, Visit visit) {
  constexpr size_t kFew = 16;
  absl::InlinedVector<Entry, kFew> entries;
  absl::InlinedVector<Mode, kFew> modes;
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry_point(module, i);
    entries.push_back({entry_point.id(), entry_point.model(), i});
  }
  for (InstIndex i : module.execution_modes()) {
    const Inst inst = module.inst(i);
    modes.push_back({inst.id(0),
                     static_cast<grammar::ExecutionMode>(inst.operand_word(1)),
                     inst.operand_count() > 2 ? inst.operand_word(2) : 0, i});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.function, a.at) < std::tie(b.function, b.at);
  });
  std::sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) {
    return std::tie(a.function, a.mode, a.first_word, a.at) <
           std::tie(b.function, b.mode, b.first_word, b.at);
  });
  size_t e = 0;
  size_t m = 0;
  while (e < entries.size() || m < modes.size()) {
    EntryModes group;
    group.function =
        m == modes.size() ||
                (e < entries.size() && entries[e].function < modes[m].function)
            ? entries[e].function
            : modes[m].function;
    const size_t first_entry = e;
    for (; e < entries.size() && entries[e].function == group.function; ++e) {
      group.models |= entries[e].model;
    }
    const size_t first_mode = m;
    while (m < modes.size() && modes[m].function == group.function) ++m;
    group.entries =
        absl::MakeConstSpan(entries).subspan(first_entry, e - first_entry);
    group.modes =
        absl::MakeConstSpan(modes).subspan(first_mode, m - first_mode);
    visit(group);
  }
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ANALYSIS_ENTRY_MODES_H_
