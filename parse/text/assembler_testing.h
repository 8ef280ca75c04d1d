// Shared parts of the assembler's tests: words and diagnostics as text.
#ifndef PLUMB_PARSE_TEXT_ASSEMBLER_TESTING_H_
#define PLUMB_PARSE_TEXT_ASSEMBLER_TESTING_H_

#include <string>

#include "absl/strings/string_view.h"
#include "parse/text/assembler.h"

namespace plumb {

// The words after the header in hexadecimal, without leading zeros, separated
// by blanks; if there are diagnostics, the text of DumpErrors().
std::string AssembleToText(absl::string_view text,
                           const AssembleOptions& options = {});

// One "line:column rule" per line; with " -> name" if a name is suggested.
std::string DumpErrors(absl::string_view text, const DiagnosticList& list);

std::string ErrorsOf(absl::string_view text,
                     const AssembleOptions& options = {});

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_ASSEMBLER_TESTING_H_
