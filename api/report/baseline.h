// Violations that are known, so that only new ones count: for a project that
// has some and wants no more.
//
//   absl::StatusOr<Baseline> baseline = Baseline::Parse(text);
//   BaselineMatch match = baseline->Match(&report);  // what is new is left
//
// A violation is known by its file, its rule, the function that it is in, and
// its message, numbers of ids aside: not by its place, so that it stays known
// when lines move or ids are numbered anew.  Of those that are alike only as
// many are known as there were.
//
// Tested by baseline_test.cc.
#ifndef PLUMB_API_REPORT_BASELINE_H_
#define PLUMB_API_REPORT_BASELINE_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"

namespace plumb {

// What a violation is known by, and how many there are that are alike.
struct KnownViolation {
  std::string rule, function, message;
  size_t count = 0;
};

// What came of a report and a baseline.
struct BaselineMatch {
  size_t known = 0;                    // diagnostics that are not new
  std::vector<KnownViolation> mended;  // with the number that are gone
};

class Baseline {
 public:
  // The form that Text() has.  An error says what is wrong with it.
  static absl::StatusOr<Baseline> Parse(absl::string_view text);

  // Adds all violations of an input.
  void Add(const InputReport& report);

  // Takes out of a report what is known, and counts it no more.  Linear in the
  // report and in what is known of the file.
  BaselineMatch Match(InputReport* report) const;

  // A JSON document, the same for the same violations in any order.
  std::string Text() const;

  size_t file_count() const { return files_.size(); }
  size_t violation_count() const;

 private:
  // By file; in order, so that documents can be compared.
  std::map<std::string, std::vector<KnownViolation>, std::less<>> files_;
};

}  // namespace plumb

#endif  // PLUMB_API_REPORT_BASELINE_H_
