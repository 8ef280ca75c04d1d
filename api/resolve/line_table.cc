#include "api/resolve/line_table.h"

#include <algorithm>

#include "parse/utf8.h"

namespace plumb {
namespace {

// ContinuationsBefore() counts at most one block.
constexpr size_t kBlock = 256;

bool IsContinuation(char c) { return (c & 0xc0) == 0x80; }

size_t Continuations(absl::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), IsContinuation));
}

}  // namespace

void LineTable::Build() {
  if (!starts_.empty()) return;
  starts_.push_back(0);
  for (size_t at = text_.find('\n'); at != absl::string_view::npos;
       at = text_.find('\n', at + 1)) {
    starts_.push_back(at + 1);
  }
  if (!IsAscii(text_)) CountContinuations();
}

void LineTable::CountContinuations() {
  size_t count = 0;
  for (size_t begin = 0; begin <= text_.size(); begin += kBlock) {
    continuations_.push_back(count);
    count += Continuations(text_.substr(begin, kBlock));
  }
}

size_t LineTable::ContinuationsBefore(size_t offset) const {
  if (continuations_.empty()) return 0;
  const size_t block = offset / kBlock;
  return continuations_[block] +
         Continuations(text_.substr(block * kBlock, offset % kBlock));
}

LineAndColumn LineTable::At(size_t offset) {
  Build();
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const size_t start = *std::prev(next);
  const size_t column = offset - start + 1;
  return {static_cast<size_t>(next - starts_.begin()), column,
          column - (ContinuationsBefore(offset) - ContinuationsBefore(start))};
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
