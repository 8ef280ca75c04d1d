#include "cli/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dtl/dtl.hpp"

namespace plumb {
namespace {

using Lines = std::vector<std::string>;
constexpr size_t kContext = 3;  // lines before and after a change

// The lines with their line feeds; the last one may have none.
Lines SplitLines(absl::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Lines of `before` that are replaced by lines of `after`.
struct Change {
  size_t before, removed, after, added;
};

std::vector<Change> FindChanges(const Lines& before, const Lines& after) {
  dtl::Diff<std::string> diff(before, after);
  diff.onHuge();
  diff.compose();
  std::vector<Change> changes;
  size_t in_before = 0;
  size_t in_after = 0;
  bool is_open = false;
  for (const auto& [line, info] : diff.getSes().getSequence()) {
    const bool is_change = info.type != dtl::SES_COMMON;
    if (is_change && !is_open) changes.push_back({in_before, 0, in_after, 0});
    is_open = is_change;
    in_before += info.type != dtl::SES_ADD;
    in_after += info.type != dtl::SES_DELETE;
    if (!is_change) continue;
    changes.back().removed += info.type == dtl::SES_DELETE;
    changes.back().added += info.type == dtl::SES_ADD;
  }
  return changes;
}

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
  const std::vector<Change> all = FindChanges(old_lines, new_lines);
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
