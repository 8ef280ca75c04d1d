// --baseline and --write-baseline: known violations.
//
// Files are named relative to the folder of the baseline.  With both options,
// the written file also has what is known of files that are not among the
// inputs; both can name the same file, to update it.
//
// Tested by testdata/cli/val_baseline.case; the matching is tested by
// //api/report:baseline_test.
#ifndef PLUMB_CLI_BASELINE_USE_H_
#define PLUMB_CLI_BASELINE_USE_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "api/report/baseline.h"
#include "api/report/report_writer.h"
#include "cli/output_guard.h"

namespace plumb {

struct BaselineOptions {
  std::string known;    // the file with what is known, or empty
  std::string written;  // the file to write what is found to, or empty

  // Whether the file with what is known is to be updated.
  bool IsUpdate() const;
};

class BaselineUse {
 public:
  explicit BaselineUse(const BaselineOptions& options);

  bool is_on() const { return !options_.known.empty() || is_writing(); }
  // Whether violations are written to a file instead of being reported.
  bool is_writing() const { return !options_.written.empty(); }

  // Reads the baseline.  Must be called first.
  absl::Status Load();
  // Removes known violations from a report, unless a baseline is written.
  // Thread-safe.
  BaselineMatch Match(InputReport* report) const;
  // Takes note of a report, after Match().  By one thread at a time.
  void Note(const InputReport& report, const BaselineMatch& match);
  // Writes the violations.  Must be called after the last Note().
  absl::Status Write(const OutputGuard& guard);
  // The final lines: the number of known violations, those that are no longer
  // reported, the number of those written.
  std::string Text(absl::string_view program) const;

 private:
  void NoteFixed(absl::string_view file, const KnownViolation& violation);
  void NoteOtherFiles();

  const BaselineOptions options_;
  std::optional<Baseline> known_;
  Baseline found_;
  absl::flat_hash_set<std::string> seen_;  // keys of inputs
  absl::flat_hash_set<std::string> gone_;  // of files that are not there
  size_t known_count_ = 0;
  size_t other_count_ = 0;  // known violations of files that are not inputs
  std::string fixed_;       // lines
};

}  // namespace plumb

#endif  // PLUMB_CLI_BASELINE_USE_H_
