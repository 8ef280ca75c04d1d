// Diagnostics for readers, editors and build logs: text instead of ids, and
// places in terms of the input.
//
// Values: they own their text, and outlive their module.  Names and file names
// have the bytes of the input; messages and excerpts are printable
// (parse/printable_text.h).
//
// The size of a diagnostic is bounded for any input: at most 64 notes and 16
// inlined calls, names of 200 bytes, file names and replacements of 1,000,
// messages of 20,000 and excerpts of 1,300.  Longer ones are cut and end with
// "..."; a fix with a longer replacement is dropped.
//
// Tested by diagnostic_resolver_test.cc.
#ifndef PLUMB_API_RESOLVE_RESOLVED_DIAGNOSTIC_H_
#define PLUMB_API_RESOLVE_RESOLVED_DIAGNOSTIC_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/resolve/line_table.h"
#include "api/resolve/source_excerpt.h"
#include "core/rule.h"

namespace plumb {

// The first, and the one past the last.
template <typename T>
struct ResolvedRange {
  T begin, end;
};

// A place in terms of the input.  Of the module as a whole, nothing is set.
struct ResolvedPlace {
  // Position in a text.  Lines and columns count from 1, columns in bytes;
  // offsets are in bytes.
  std::optional<ResolvedRange<LineAndColumn>> text;
  std::optional<ResolvedRange<uint32_t>> offsets;
  // Position in a binary, and in a text if it is in an instruction: word
  // offsets, counted from the magic number.
  std::optional<ResolvedRange<uint32_t>> words;
  // The number of the instruction from 0, and its first word, if it could be
  // read.
  std::optional<uint32_t> instruction, instruction_word;
  // The line of a text, or the instruction disassembled; empty for the module
  // as a whole.
  Excerpt excerpt;
};

// The byte offset of the instruction that a place is in.
inline uint64_t OffsetOf(const ResolvedPlace& place) {
  return uint64_t{place.instruction_word.value_or(0)} * sizeof(uint32_t);
}

struct ResolvedNote {
  std::string message;
  ResolvedPlace place;
  // The name of the input, if it is another one than the diagnostic's: of a
  // pipeline.
  std::string file = {};
};

// A change of one part of a text.
struct ResolvedEdit {
  ResolvedRange<LineAndColumn> text;  // as in ResolvedPlace; empty: insert
  ResolvedRange<uint32_t> offsets;
  std::string replacement;  // empty: remove
};

// A change of the text that removes an error.
struct ResolvedFix {
  std::vector<ResolvedEdit> edits;  // at least one, ascending, disjoint
  // Whether it can only be what was meant.  Others replace a name by a similar
  // one.
  bool is_safe = true;
};

// The text after a fix, which was made for it.
std::string ApplyFix(absl::string_view text, const ResolvedFix& fix);

// A place in the source that the module was compiled from, by its debug
// information.
struct ResolvedPosition {
  std::string file;
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1; 0: not known
};

struct ResolvedSource {
  ResolvedPosition position;
  // The line at the position; empty if the module does not contain it.
  Excerpt excerpt;
  // The call sites of inlined code, innermost first; at most the first few.
  std::vector<ResolvedPosition> inlined_at;
};

struct ResolvedDiagnostic {
  // Its id, section; the severity may be raised (core/rule_policy.h).
  const Rule* rule = nullptr;
  uint16_t module = 0;     // of a pipeline: the number of its module
  absl::string_view vuid;  // of the rule, if the environment is Vulkan's
  Severity severity = Severity::kError;
  bool is_follow_up = false;  // of another error
  std::string message;
  ResolvedPlace place;
  // "%main" or "%4", and what OpName or an entry point calls it; empty outside
  // functions.
  std::string function, function_name;
  std::string block;  // "%entry"; empty outside blocks
  std::optional<ResolvedSource> source;
  std::vector<ResolvedNote> notes;
  std::optional<ResolvedFix> fix;
};

// A count per severity, indexed by its number.
using SeverityCounts = std::array<size_t, kSeverities>;

// The number of diagnostics of each severity among the first `max`: errors
// before warnings, and those before pedantic diagnostics.
template <typename Diagnostics>
SeverityCounts CountsToShow(const Diagnostics& diagnostics, size_t max) {
  SeverityCounts counts = {};
  for (const auto& d : diagnostics) ++counts[static_cast<size_t>(d.severity)];
  for (size_t i = counts.size(); i-- > 0;) {
    counts[i] = std::min(counts[i], max);
    max -= counts[i];
  }
  return counts;
}

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_RESOLVED_DIAGNOSTIC_H_
