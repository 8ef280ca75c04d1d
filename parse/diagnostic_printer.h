// Renders diagnostics: as text with the source line and a caret, or as JSON.
//
//   shader.spvasm:31:17: error: both operands must be ... [arith.rule-id]
//        %sum = OpIAdd %v4int %a %b
//                                ^~
//   shader.spvasm:14:10: note: the result type, vec4<i32>, is declared here
//        %v4int = OpTypeVector %int 4
//        ^~~~~~
//     in function %main, block %5; source: shader.frag:12:5
//     SPIR-V 3.32.13
//
// A diagnostic of a binary is placed by instruction and word, and its source
// line is the disassembled instruction.
//
// Tested by diagnostic_printer_test.cc.
#ifndef PLUMB_PARSE_DIAGNOSTIC_PRINTER_H_
#define PLUMB_PARSE_DIAGNOSTIC_PRINTER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/diagnostic.h"
#include "core/module.h"

namespace plumb {

enum class DiagnosticFormat : uint8_t {
  kText,
  kJson,  // one object a line
};

enum class ColorMode : uint8_t { kAuto, kNever, kAlways };

// Whether to colour what goes to this file descriptor: kAuto does if it is a
// terminal and NO_COLOR is not set.
bool UseColor(ColorMode mode, int fd);

struct DiagnosticPrinterOptions {
  std::string file;  // as messages name it
  DiagnosticFormat format = DiagnosticFormat::kText;
  bool color = false;
  // Print no more than this many diagnostics (0: all), and say how many were
  // left out.
  size_t max_diagnostics = 0;
};

// The diagnostics of one module, in the order of the list.  docs/tools.md has
// the members of the JSON objects.
std::string PrintDiagnostics(const Module& module,
                             const DiagnosticList& diagnostics,
                             const DiagnosticPrinterOptions& options);

}  // namespace plumb

#endif  // PLUMB_PARSE_DIAGNOSTIC_PRINTER_H_
