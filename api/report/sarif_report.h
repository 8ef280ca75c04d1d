// Diagnostics as a SARIF 2.1.0 log of one run, for code scanning services and
// editors.
//
// Each result has its rule, level, message, a region for its place, related
// locations for its notes, the function as a logical location, and a fix if
// there is exactly one.  The tool's description has the reported rules with
// their help; unreadable inputs are notifications.  Results are written at
// once; only the reported rules are kept.
//
// A place in a binary is a region of bytes; one in a text is also a region of
// lines.  Columns count bytes.  docs/user/tools.md has an example.
//
// Tested by formats_test.cc.
#ifndef PLUMB_API_REPORT_SARIF_REPORT_H_
#define PLUMB_API_REPORT_SARIF_REPORT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "core/rule.h"

namespace plumb {

// The description of a rule.
struct RuleText {
  std::string summary;  // the message without arguments
  std::string gist;     // the requirement, as a sentence; may be empty
  std::string help;     // the whole explanation
  std::string link;     // the URL of what explains it; may be empty
};

struct SarifReportOptions {
  std::string program;  // the tool's name
  std::string version;  // the tool's, as in "1.2.3"
  // Without it, rules have no description and no help.
  std::function<RuleText(const Rule&)> describe = nullptr;
};

class SarifReport : public ReportWriter {
 public:
  explicit SarifReport(SarifReportOptions options)
      : options_(std::move(options)) {}

  void Begin(std::string* out) override;
  void Add(const InputReport& report, std::string* out) override;
  void AddUnreadable(absl::string_view file, absl::string_view message,
                     std::string* out) override;
  void End(std::string* out) override;

 private:
  size_t IndexOf(const Rule& rule);
  void AddNotification(absl::string_view level, absl::string_view file,
                       absl::string_view message);

  SarifReportOptions options_;
  absl::flat_hash_map<const Rule*, size_t> index_of_;
  std::vector<const Rule*> rules_;  // that results name, by index
  std::vector<std::string> notifications_;
  bool has_results_ = false;
  bool is_successful_ = true;  // every input could be read
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_SARIF_REPORT_H_
