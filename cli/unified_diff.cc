#include "cli/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace plumb {
namespace {

using Lines = std::vector<absl::string_view>;
constexpr size_t kContext = 3;  // lines before and after a change

// The lines with their line feeds; the last one may have none.
Lines SplitLines(absl::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Lines of `before` that are replaced by lines of `after`.
struct Change {
  size_t before, removed, after, added;
};

// The shortest edit script of two texts, by Myers's algorithm ("An O(ND)
// Difference Algorithm and Its Variations", 1986).  A diagonal k has the places
// with x - y == k; x counts lines of `before`, y of `after`.
class LineDiff {
 public:
  LineDiff(const Lines& before, const Lines& after)
      : before_(before), after_(after) {}

  // In the order of the lines.
  std::vector<Change> Find() {
    const size_t shorter = std::min(before_.size(), after_.size());
    while (first_ < shorter && before_[first_] == after_[first_]) ++first_;
    size_t tail = 0;
    while (tail < shorter - first_ && before_[before_.size() - 1 - tail] ==
                                          after_[after_.size() - 1 - tail]) {
      ++tail;
    }
    removed_ = static_cast<Row>(before_.size() - first_ - tail);
    added_ = static_cast<Row>(after_.size() - first_ - tail);
    if (!Search()) {
      return {{first_, static_cast<size_t>(removed_), first_,
               static_cast<size_t>(added_)}};
    }
    Trace();
    std::reverse(changes_.begin(), changes_.end());
    return changes_;
  }

 private:
  using Row = ptrdiff_t;

  // The farthest x that was reached on each diagonal from -size to size.
  class Reach {
   public:
    explicit Reach(Row size)
        : size_(size), farthest_(static_cast<size_t>(2 * size + 1), 0) {}
    Row& operator[](Row diagonal) {
      return farthest_[static_cast<size_t>(diagonal + size_)];
    }

   private:
    Row size_;
    std::vector<Row> farthest_;
  };

  // Whether the last step to a diagonal, after `d` steps, adds a line.
  static bool IsAdded(Reach& before, Row d, Row diagonal) {
    return diagonal == -d ||
           (diagonal != d && before[diagonal - 1] < before[diagonal + 1]);
  }

  // Finds the least number of lines that differ; false if they are too many.
  // Keeps what was reached before each step.
  bool Search() {
    constexpr Row kMaxSteps = 3000;
    Reach reach(1);
    for (Row d = 0; d <= kMaxSteps; ++d) {
      Reach next(d + 2);
      for (Row k = -d; k <= d; k += 2) {
        const bool added = IsAdded(reach, d, k);
        Row x = d == 0 ? 0 : added ? reach[k + 1] : reach[k - 1] + 1;
        while (x < removed_ && x - k < added_ &&
               before_[first_ + static_cast<size_t>(x)] ==
                   after_[first_ + static_cast<size_t>(x - k)]) {
          ++x;
        }
        next[k] = x;
        if (x >= removed_ && x - k >= added_) {
          steps_.push_back(std::move(reach));
          return true;
        }
      }
      steps_.push_back(std::exchange(reach, std::move(next)));
    }
    return false;
  }

  // Follows the steps back and collects the changes, the last one first.
  void Trace() {
    Row x = removed_;
    Row y = added_;
    for (Row d = static_cast<Row>(steps_.size()) - 1; d > 0; --d) {
      Reach& reach = steps_[static_cast<size_t>(d)];
      const bool added = IsAdded(reach, d, x - y);
      const Row diagonal = added ? x - y + 1 : x - y - 1;
      x = reach[diagonal];
      y = x - diagonal;
      Add(first_ + static_cast<size_t>(x), first_ + static_cast<size_t>(y),
          added);
    }
  }

  // Adds a line that is added or removed before the last change.
  void Add(size_t before, size_t after, bool added) {
    const size_t removed = added ? 0 : 1;
    const bool joins = !changes_.empty() &&
                       before + removed == changes_.back().before &&
                       after + 1 - removed == changes_.back().after;
    if (!joins)
      changes_.push_back({before + removed, 0, after + 1 - removed, 0});
    Change& change = changes_.back();
    change = {before, change.removed + removed, after,
              change.added + 1 - removed};
  }

  const Lines& before_;
  const Lines& after_;
  size_t first_ = 0;  // the first line that differs
  Row removed_ = 0;   // lines of `before` from there on that are compared
  Row added_ = 0;     // the same of `after`
  std::vector<Reach> steps_;
  std::vector<Change> changes_;
};

void AppendLines(absl::string_view mark, const Lines& lines, size_t begin,
                 size_t end, std::string* out) {
  for (size_t i = begin; i < end; ++i) {
    absl::StrAppend(out, mark, lines[i]);
    if (absl::EndsWith(lines[i], "\n")) continue;
    absl::StrAppend(out, "\n\\ No newline at end of file\n");
  }
}

// "12,3": the lines [begin, end), counted from 1; of no lines, the one before.
std::string RangeText(size_t begin, size_t end) {
  const size_t count = end - begin;
  const size_t first = count == 0 ? begin : begin + 1;
  return count == 1 ? absl::StrCat(first) : absl::StrCat(first, ",", count);
}

// Appends changes that share context.
void AppendHunk(const Lines& before, const Lines& after,
                absl::Span<const Change> changes, std::string* out) {
  const Change& first = changes.front();
  const Change& last = changes.back();
  const size_t lead = std::min(first.before, kContext);
  const size_t last_end = last.before + last.removed;
  const size_t trail = std::min(before.size() - last_end, kContext);
  size_t at = first.before - lead;
  absl::StrAppend(
      out, "@@ -", RangeText(at, last_end + trail), " +",
      RangeText(first.after - lead, last.after + last.added + trail), " @@\n");
  for (const Change& change : changes) {
    AppendLines(" ", before, at, change.before, out);
    at = change.before + change.removed;
    AppendLines("-", before, change.before, at, out);
    AppendLines("+", after, change.after, change.after + change.added, out);
  }
  AppendLines(" ", before, at, last_end + trail, out);
}

}  // namespace

std::string UnifiedDiff(absl::string_view name, absl::string_view before,
                        absl::string_view after) {
  if (before == after) return "";
  const Lines old_lines = SplitLines(before);
  const Lines new_lines = SplitLines(after);
  const std::vector<Change> all = LineDiff(old_lines, new_lines).Find();
  std::string out = absl::StrCat("--- ", name, "\n+++ ", name, "\n");
  for (size_t first = 0, next = 0; first < all.size(); first = next) {
    next = first + 1;
    while (next < all.size() &&
           all[next].before - all[next - 1].before - all[next - 1].removed <=
               2 * kContext) {
      ++next;
    }
    AppendHunk(old_lines, new_lines,
               absl::MakeConstSpan(all).subspan(first, next - first), &out);
  }
  return out;
}

}  // namespace plumb
