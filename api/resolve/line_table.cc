#include "api/resolve/line_table.h"

#include <algorithm>

namespace plumb {

void LineTable::Build() {
  if (!starts_.empty()) return;
  starts_.push_back(0);
  for (size_t at = text_.find('\n'); at != absl::string_view::npos;
       at = text_.find('\n', at + 1)) {
    starts_.push_back(at + 1);
  }
}

LineAndColumn LineTable::At(size_t offset) {
  Build();
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return {static_cast<size_t>(next - starts_.begin()),
          offset - *std::prev(next) + 1};
}

absl::string_view LineTable::Line(size_t line) {
  Build();
  const size_t begin = starts_[line - 1];
  const size_t end = line < starts_.size() ? starts_[line] - 1 : text_.size();
  absl::string_view result = text_.substr(begin, end - begin);
  if (!result.empty() && result.back() == '\r') result.remove_suffix(1);
  return result;
}

}  // namespace plumb
