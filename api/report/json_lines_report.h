// Diagnostics as JSON Lines: an object that says what wrote them and in which
// version of the form; of each input an object for each diagnostic, then one
// with its verdict, or with the reason why there is none.  docs/json.md has the
// members, docs/plumb.schema.json the same for programs.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_JSON_LINES_REPORT_H_
#define PLUMB_API_REPORT_JSON_LINES_REPORT_H_

#include <string>

#include "api/report/report_writer.h"

namespace plumb {

class JsonLinesReport : public ReportWriter {
 public:
  // The version of the form: another one where members are gone or mean
  // something else; more members leave it as it is.
  static constexpr int kSchema = 1;

  // What writes the report, and its own version.
  JsonLinesReport(absl::string_view program, absl::string_view version)
      : program_(program), version_(version) {}

  void Begin(std::string* out) override;
  void Add(const InputReport& report, std::string* out) override;
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override;

 private:
  const std::string program_, version_;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_JSON_LINES_REPORT_H_
