// What all reports on inputs have in common, whatever their format.
//
//   writer->Begin(&out);
//   for (...) writer->Add(report, &out);
//   writer->End(&out);
//
// The three are there so that a format can be one document over all inputs.
// What is appended to `out` may be written and forgotten between calls.
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

// What there is to say of one input.
struct InputReport {
  std::string file;  // as messages name it
  // Those to show, in order of place.
  std::vector<ResolvedDiagnostic> diagnostics;
  // All that were found, shown or not.
  size_t error_count = 0;
  size_t warning_count = 0;
  size_t pedantic_count = 0;
  // How often each rule was broken, by id, as far as that was kept.
  struct RuleCount {
    const Rule* rule = nullptr;
    size_t violations = 0;
  };
  std::vector<RuleCount> by_rule;
  // Of all that were found, how many are not shown.
  size_t errors_left_out = 0;
  size_t warnings_left_out = 0;
  size_t pedantic_left_out = 0;
  // Errors that follow from others, and are counted nowhere else.
  size_t follow_ups_left_out = 0;

  bool is_cut() const {
    return errors_left_out + warnings_left_out + pedantic_left_out > 0;
  }
  // Whether LeftOutText() has anything to say.
  bool is_incomplete() const { return is_cut() || follow_ups_left_out > 0; }
};

// The report on a module and what was found in it, judged by `env`.  Shows no
// more than `max_shown` diagnostics (0: all that the list kept), errors before
// warnings, and those before pedantic diagnostics.
InputReport MakeReport(absl::string_view file, const Module& module,
                       const DiagnosticList& diagnostics, TargetEnv env,
                       size_t max_shown = 0);

// Shows no more than `max_shown` diagnostics (0: all), in the same order.
void CutReport(size_t max_shown, InputReport* report);

class ReportWriter {
 public:
  virtual ~ReportWriter() = default;

  // Once, before everything else.
  virtual void Begin(std::string* out) { (void)out; }
  // Once per input: this, or the other.
  virtual void Add(const InputReport& report, std::string* out) = 0;
  // An input that cannot be judged, because of what `message` says.
  virtual void AddUnreadable(absl::string_view file, absl::string_view message,
                             std::string* out) = 0;
  // Once, after everything else.
  virtual void End(std::string* out) { (void)out; }
};

// The count of a severity among all that was found.
size_t& CountOf(Severity severity, InputReport* report);

// Where a rule is written: "SPIR-V 1.6, section 3.3.15", or the extension or
// specification that its section names; empty if nowhere.
std::string SectionText(const Rule& rule);

// "1 error", "2 warnings".
std::string Counted(size_t count, absl::string_view what);

// "1 more error, 2 more warnings and 1 more pedantic diagnostic not shown".
std::string LeftOutText(const InputReport& report);

// "error", "warning" or "pedantic".
absl::string_view SeverityText(Severity severity);

}  // namespace plumb

#endif  // PLUMB_API_REPORT_REPORT_WRITER_H_
