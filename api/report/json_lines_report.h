// Diagnostics as JSON Lines: an object with the program and the schema version;
// for each input, one object per diagnostic, then one with the verdict, or the
// reason why there is none.  docs/user/json.md describes the members,
// docs/user/plumb.schema.json is the JSON schema.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_JSON_LINES_REPORT_H_
#define PLUMB_API_REPORT_JSON_LINES_REPORT_H_

#include <string>

#include "api/report/report_writer.h"

namespace plumb {

class JsonLinesReport : public ReportWriter {
 public:
  // The version of the format: it changes when members are removed or change
  // their meaning, not when members are added.
  static constexpr int kSchema = 1;

  // The program that writes the report, and its version.
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
