// Known violations, so that a project that has some sees only new ones.
//
//   absl::StatusOr<Baseline> baseline = Baseline::Parse(text);
//   BaselineMatch match = baseline->Match(&report);  // new ones are left
//
// A violation is identified by its file, rule, function and message without
// numbers of ids, but not by its place: it stays known when lines move or ids
// are renumbered.  Of several identical violations, as many are known as were
// recorded.
//
// Tested by baseline_test.cc.
#ifndef PLUMB_API_REPORT_BASELINE_H_
#define PLUMB_API_REPORT_BASELINE_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"

namespace plumb {

// The identity of a violation, and the number of identical ones.
struct KnownViolation {
  std::string rule, function, message;
  size_t count = 0;
};

// The result of matching a report with a baseline.
struct BaselineMatch {
  size_t known = 0;                   // diagnostics that are not new
  std::vector<KnownViolation> fixed;  // with the number that are gone
};

class Baseline {
 public:
  // With a folder, an absolute path, files are named relative to it; without
  // one, as reports name them.
  explicit Baseline(std::string folder = "");

  // Parses the format of Text().  The error message states what is wrong.
  static absl::StatusOr<Baseline> Parse(absl::string_view text,
                                        std::string folder = "");

  // Adds all violations of an input.
  void Add(const InputReport& report);

  // Removes known violations from a report and its counts.  Linear in the
  // report and in the known violations of the file.
  BaselineMatch Match(InputReport* report) const;

  // Adds the violations that another baseline has of files for which `is_kept`
  // is true.
  void AddFrom(const Baseline& other,
               const std::function<bool(const std::string& key)>& is_kept);

  // The name that the baseline has for a file.
  std::string KeyOf(absl::string_view file) const;
  // The known violations of each file, by its key.
  const std::map<std::string, std::vector<KnownViolation>, std::less<>>& files()
      const {
    return files_;
  }

  // A JSON document, the same for the same violations in any order.
  std::string Text() const;

  size_t file_count() const { return files_.size(); }
  size_t violation_count() const;

 private:
  std::string folder_;
  std::string current_folder_;
  // By file; in order, so that documents can be compared.
  std::map<std::string, std::vector<KnownViolation>, std::less<>> files_;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_BASELINE_H_
