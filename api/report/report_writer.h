// The interface of all report formats.
//
//   writer->Begin(&out);
//   for (...) writer->Add(report, &out);
//   writer->End(&out);
//
// The three calls allow one document for all inputs.  What is appended to `out`
// may be written and discarded between calls.
//
// Tested by report_test.cc.
#ifndef PLUMB_API_REPORT_REPORT_WRITER_H_
#define PLUMB_API_REPORT_REPORT_WRITER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "api/resolve/resolved_diagnostic.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/rule.h"
#include "core/target_env.h"

namespace plumb {

// The report on one input.
struct InputReport {
  std::string file;  // as messages name it
  // The diagnostics to show, in order of place.
  std::vector<ResolvedDiagnostic> diagnostics;
  // All that were found, shown or not.
  size_t error_count = 0;
  size_t warning_count = 0;
  size_t pedantic_count = 0;
  // The number of violations of each rule, by id, as far as they were kept.
  struct RuleCount {
    const Rule* rule = nullptr;
    size_t violations = 0;
  };
  std::vector<RuleCount> by_rule;
  // The diagnostics that were found but are not shown.
  size_t errors_left_out = 0;
  size_t warnings_left_out = 0;
  size_t pedantic_left_out = 0;
  // Follow-up errors, which are not included in other counts.
  size_t follow_ups_left_out = 0;
  // The diagnostics that comments in the text suppress, likewise.
  size_t suppressed_count = 0;

  bool is_cut() const {
    return errors_left_out + warnings_left_out + pedantic_left_out > 0;
  }
  // Whether LeftOutText() is not empty.
  bool is_incomplete() const { return is_cut() || follow_ups_left_out > 0; }
};

// The report on a module that was validated for `env`.  Contains at most
// `max_shown` diagnostics (0: all that the list kept), errors before warnings,
// and warnings before pedantic diagnostics.
InputReport MakeReport(absl::string_view file, const Module& module,
                       const DiagnosticList& diagnostics, TargetEnv env,
                       size_t max_shown = 0);

// Shows no more than `max_shown` diagnostics (0: all), in the same order.
void CutReport(size_t max_shown, InputReport* report);

class ReportWriter {
 public:
  virtual ~ReportWriter() = default;

  // Called once, first.
  virtual void Begin(std::string* out) { (void)out; }
  // Once per input: this, or the other.
  virtual void Add(const InputReport& report, std::string* out) = 0;
  // Reports an input that cannot be validated; `message` states why.
  virtual void AddUnreadable(absl::string_view file, absl::string_view message,
                             std::string* out) = 0;
  // Called once, last.
  virtual void End(std::string* out) { (void)out; }
};

// The count of a severity.
size_t& CountOf(Severity severity, InputReport* report);

// The source of a rule: "SPIR-V 1.6, section 3.3.15", or the extension or
// specification that its section names; empty if there is none.
std::string SectionText(const Rule& rule);

// ", since SPIR-V 1.4": the versions that a rule applies to, if these are not
// all, and its message does not state them.
std::string VersionsText(const Rule& rule);

// "1 error", "2 warnings".
std::string Counted(size_t count, absl::string_view what);

// "1 more error, 2 more warnings and 1 more pedantic diagnostic not shown".
std::string LeftOutText(const InputReport& report);

// "2 diagnostics suppressed by comments".
std::string SuppressedText(const InputReport& report);

// "error", "warning" or "pedantic".
absl::string_view SeverityText(Severity severity);

}  // namespace plumb

#endif  // PLUMB_API_REPORT_REPORT_WRITER_H_
