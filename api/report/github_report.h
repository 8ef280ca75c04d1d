// Diagnostics as GitHub workflow commands, one per line, which GitHub shows at
// the changed lines:
//
//   ::error file=a.spvasm,line=3,endLine=3,col=5,endColumn=8,title=RULE::TEXT
//
// The text includes places in binaries.  All parts are printable and escaped,
// so that an input cannot inject a command or a property.
//
// Tested by formats_test.cc.
#ifndef PLUMB_API_REPORT_GITHUB_REPORT_H_
#define PLUMB_API_REPORT_GITHUB_REPORT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"

namespace plumb {

class GitHubReport : public ReportWriter {
 public:
  void Add(const InputReport& report, std::string* out) override;
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_GITHUB_REPORT_H_
