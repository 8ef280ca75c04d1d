// Diagnostics as text, with the source line and a caret.
//
//   shader.spvasm:31:17: error: both operands must be ... [arith.rule-id]
//        %sum = OpIAdd %v4int %a %b
//                                ^~
//   shader.spvasm:14:10: note: the result type, vec4<i32>, is declared here
//        %v4int = OpTypeVector %int 4
//        ^~~~~~
//     in function %main, block %5; source: shader.frag:12:5
//     SPIR-V 1.6, section 3.3.13
//
// A diagnostic of a binary is placed by instruction and word, and its source
// line is the disassembled instruction.  Nothing is said of an input that
// nothing was found in.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_TEXT_REPORT_H_
#define PLUMB_API_REPORT_TEXT_REPORT_H_

#include <string>

#include "api/report/report_writer.h"

namespace plumb {

struct TextReportOptions {
  bool color = false;  // with the escape sequences of terminals
};

class TextReport : public ReportWriter {
 public:
  explicit TextReport(TextReportOptions options = {}) : options_(options) {}

  void Add(const InputReport& report, std::string* out) override;

 private:
  TextReportOptions options_;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_TEXT_REPORT_H_
