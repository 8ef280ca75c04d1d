// The kinds of files that the programs write, and how to recognize them.
//
// A file is replaced only by one of its own kind (output_guard.h), so that a
// mistyped name destroys no module or text.
//
// Tested by output_kind_test.cc.
#ifndef PLUMB_CLI_OUTPUT_KIND_H_
#define PLUMB_CLI_OUTPUT_KIND_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace plumb {

enum class OutputKind : uint8_t {
  kModule,    // a SPIR-V binary
  kAssembly,  // disassembled text
  kDot,       // a drawing for Graphviz
  kHtml,      // a drawing for browsers
  kSvg,       // a picture by Graphviz
  kPng,       // the same
  kTextReport,
  kJsonReport,
  kSarifReport,
  kJUnitReport,
  kGitHubReport,
  kBaseline,
  kStamp,
  kDepfile,
  kFixedText,  // an input that --fix changes, whatever it is
};

// "a SPIR-V binary", "a report".
absl::string_view NameOf(OutputKind kind);

// Whether `path` ends with an expected extension for files of this kind.
// Baselines and stamps have none.
bool HasExpectedExtension(OutputKind kind, absl::string_view path);

// Bytes at the start of a file that IsContentOf() needs at most.
inline constexpr size_t kRecognizedBytes = 4096;

// Whether a file that starts with `start`, of at most kRecognizedBytes, and has
// no more if `is_all`, is of this kind.  An empty file is of every kind.
bool IsContentOf(OutputKind kind, absl::string_view start, bool is_all);

}  // namespace plumb

#endif  // PLUMB_CLI_OUTPUT_KIND_H_
