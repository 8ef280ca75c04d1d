// "Did you mean": the candidate closest to an unknown name.
//
// Tested by suggest_test.cc.
#ifndef PLUMB_PARSE_SUGGEST_H_
#define PLUMB_PARSE_SUGGEST_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace plumb {

// Candidates are compared by edit distance (insert, delete, replace, swap two
// neighbours); a letter in the other case counts half.  Only a distance of at
// most a third of the name is a suggestion.  Names of more than kMaxSize bytes
// get none, so that a candidate takes constant time.
class Suggestion {
 public:
  static constexpr size_t kMaxSize = 64;

  explicit Suggestion(absl::string_view wrong);

  // Candidates must outlive the suggestion.  The first of equals is kept.
  void Offer(absl::string_view candidate);

  // The closest candidate, or empty.
  absl::string_view best() const { return best_; }

 private:
  absl::string_view wrong_;
  absl::string_view best_;
  size_t limit_;  // in halves; only a smaller distance is better
};

}  // namespace plumb

#endif  // PLUMB_PARSE_SUGGEST_H_
