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
// The place of a diagnostic of a binary is the number of the instruction, its
// byte offset (as `spv-dis --offsets` prints it) and the word, and its source
// line is the disassembled instruction.  Nothing is printed for an input
// without diagnostics, nor for an unreadable one, which was reported when it
// was opened.  After several inputs, the totals follow if there were
// diagnostics.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_TEXT_REPORT_H_
#define PLUMB_API_REPORT_TEXT_REPORT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "api/report/report_writer.h"

namespace plumb {

struct TextReportOptions {
  bool color = false;           // with the escape sequences of terminals
  bool total_of_valid = false;  // totals, too, if nothing was wrong
  bool concise = false;         // one line for each diagnostic
  // The page about a rule, to be printed below a diagnostic; empty: no pages.
  std::function<std::string(const Rule& rule)> link = {};
};

class TextReport : public ReportWriter {
 public:
  explicit TextReport(TextReportOptions options = {})
      : options_(std::move(options)) {}

  void Add(const InputReport& report, std::string* out) override;
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override;
  void End(std::string* out) override;

 private:
  void Print(const InputReport& report, std::string* out) const;

  TextReportOptions options_;
  size_t valid_ = 0, invalid_ = 0, unreadable_ = 0;  // inputs
  size_t errors_ = 0, warnings_ = 0, pedantic_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_TEXT_REPORT_H_
