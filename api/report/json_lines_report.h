// Diagnostics as JSON Lines: an object for each, then one for the input with
// its verdict, or with the reason why there is none.  docs/tools.md has the
// members.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_JSON_LINES_REPORT_H_
#define PLUMB_API_REPORT_JSON_LINES_REPORT_H_

#include <string>

#include "api/report/report_writer.h"

namespace plumb {

class JsonLinesReport : public ReportWriter {
 public:
  void Add(const InputReport& report, std::string* out) override;
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_JSON_LINES_REPORT_H_
