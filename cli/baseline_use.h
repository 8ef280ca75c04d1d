// --baseline and --write-baseline: known violations.
//
// Tested by testdata/cli/val_baseline.case; the matching is tested by
// //api/report:baseline_test.
#ifndef PLUMB_CLI_BASELINE_USE_H_
#define PLUMB_CLI_BASELINE_USE_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "api/report/baseline.h"
#include "api/report/report_writer.h"
#include "cli/output_guard.h"

namespace plumb {

struct BaselineOptions {
  std::string known;    // the file with what is known, or empty
  std::string written;  // the file to write what is found to, or empty
};

class BaselineUse {
 public:
  explicit BaselineUse(BaselineOptions options)
      : options_(std::move(options)) {}

  bool is_on() const { return !options_.known.empty() || is_writing(); }
  // Whether violations are written to a file instead of being reported.
  bool is_writing() const { return !options_.written.empty(); }

  // Reads the baseline.  Must be called first.
  absl::Status Load();
  // Removes known violations from a report.  Thread-safe.
  BaselineMatch Match(InputReport* report) const;
  // Takes note of a report, after Match().  By one thread at a time.
  void Note(const InputReport& report, const BaselineMatch& match);
  // Writes the violations.  Must be called last.
  absl::Status Write(const OutputGuard& guard) const;
  // The final lines: the number of known violations, those that are no longer
  // reported, the number of those written.
  std::string Text(absl::string_view program) const;

 private:
  const BaselineOptions options_;
  std::optional<Baseline> known_;
  Baseline found_;
  size_t known_count_ = 0;
  std::string fixed_;  // lines
};

}  // namespace plumb

#endif  // PLUMB_CLI_BASELINE_USE_H_
