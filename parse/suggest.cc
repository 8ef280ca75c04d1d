// See suggest.h.  The table of distances is kept as three rows; a row without
// an entry below the limit ends the comparison.
//
// Tested by suggest_test.cc.
#include "parse/suggest.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"

namespace plumb {
namespace {

constexpr size_t kEdit = 2;

size_t ReplaceCost(char a, char b) {
  if (a == b) return 0;
  return absl::ascii_tolower(static_cast<unsigned char>(a)) ==
                 absl::ascii_tolower(static_cast<unsigned char>(b))
             ? 1
             : kEdit;
}

// The distance of two names in half edits, or `limit` if it is not less.
size_t Distance(absl::string_view a, absl::string_view b, size_t limit) {
  using Row = std::array<size_t, Suggestion::kMaxSize + 1>;
  std::array<Row, 3> rows;
  Row* before = &rows[0];
  Row* last = &rows[1];
  Row* row = &rows[2];
  for (size_t j = 0; j <= b.size(); ++j) (*last)[j] = j * kEdit;
  for (size_t i = 1; i <= a.size(); ++i) {
    (*row)[0] = i * kEdit;
    size_t min_cost = (*row)[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t cost = std::min((*row)[j - 1], (*last)[j]) + kEdit;
      cost = std::min(cost, (*last)[j - 1] + ReplaceCost(a[i - 1], b[j - 1]));
      const bool swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost = std::min(cost, (*before)[j - 2] + kEdit);
      (*row)[j] = cost;
      min_cost = std::min(min_cost, cost);
    }
    if (min_cost >= limit) return limit;
    Row* const oldest = before;
    before = last;
    last = row;
    row = oldest;
  }
  return std::min((*last)[b.size()], limit);
}

}  // namespace

Suggestion::Suggestion(absl::string_view wrong)
    : wrong_(wrong), limit_(wrong.size() * kEdit / 3 + 1) {
  if (wrong.size() > kMaxSize) limit_ = 0;
}

void Suggestion::Offer(absl::string_view candidate) {
  if (limit_ == 0 || candidate.size() > kMaxSize) return;
  const size_t sizes_apart = std::max(candidate.size(), wrong_.size()) -
                             std::min(candidate.size(), wrong_.size());
  if (sizes_apart * kEdit >= limit_) return;
  const size_t distance = Distance(wrong_, candidate, limit_);
  if (distance >= limit_) return;
  limit_ = distance;
  best_ = candidate;
}

}  // namespace plumb
