// Diagnostics as JUnit XML, which continuous integration services read: a test
// case for each input, which fails with what was found in it, as text; warnings
// alone are its output.
//
// The counts come first in such a file, so that the whole report is written at
// the end; a valid input takes little more than its name until then.
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
  // `suite` is what the test suite is called.
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
