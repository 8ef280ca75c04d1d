// Diagnostics as a person, an editor or a build log takes them: text instead of
// ids, and places in terms of the input.
//
// Values: they own their text, and outlive the module that they are about.
// Names and file names are as the input has them, whatever bytes those are;
// messages and excerpts are safe to print.
//
// Tested by diagnostic_resolver_test.cc.
#ifndef PLUMB_API_RESOLVE_RESOLVED_DIAGNOSTIC_H_
#define PLUMB_API_RESOLVE_RESOLVED_DIAGNOSTIC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
  // Of a text.  Lines and columns are counted from 1, columns in bytes; offsets
  // are in bytes.
  std::optional<ResolvedRange<LineAndColumn>> text;
  std::optional<ResolvedRange<uint32_t>> offsets;
  // Of a binary, and of a text if the place is in an instruction: offsets of
  // words, the magic number being at 0.
  std::optional<ResolvedRange<uint32_t>> words;
  // The number of the instruction from 0, if it could be read.
  std::optional<uint32_t> instruction;
  // The line of a text, or the instruction disassembled; empty for the module
  // as a whole.
  Excerpt excerpt;
};

struct ResolvedNote {
  std::string message;
  ResolvedPlace place;
};

// A place in the source that the module was compiled from, by its debug
// information.
struct ResolvedSource {
  std::string file;
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1; 0: not known
};

struct ResolvedDiagnostic {
  // Its id, section, VUID; the severity may be raised (core/rule_policy.h).
  const Rule* rule = nullptr;
  Severity severity = Severity::kError;
  std::string message;
  ResolvedPlace place;
  // "%main" or "%4", and what OpName or an entry point calls it; empty outside
  // functions.
  std::string function, function_name;
  std::string block;  // "%entry"; empty outside blocks
  std::optional<ResolvedSource> source;
  std::vector<ResolvedNote> notes;
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_RESOLVED_DIAGNOSTIC_H_
