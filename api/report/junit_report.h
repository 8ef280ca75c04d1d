// Diagnostics as JUnit XML, for continuous integration services: a test case
// per input, which fails with its diagnostics as text; if there are only
// warnings, they are its output.
//
// The counts come first in a JUnit file, so the whole report is written at the
// end; until then a valid input takes little more memory than its name.
//
// Tested by formats_test.cc.
#ifndef PLUMB_API_REPORT_JUNIT_REPORT_H_
#define PLUMB_API_REPORT_JUNIT_REPORT_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "api/report/text_report.h"

namespace plumb {

class JUnitReport : public ReportWriter {
 public:
  // `suite` is the name of the test suite.
  explicit JUnitReport(absl::string_view suite) : suite_(suite) {}

  void Add(const InputReport& report, std::string* out) override;
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override;
  void End(std::string* out) override;

 private:
  void BeginCase(absl::string_view file);

  std::string suite_;
  TextReport text_;
  std::string cases_;
  size_t count_ = 0, failures_ = 0, errors_ = 0;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_JUNIT_REPORT_H_
