// See line_comments.h.
#include "parse/disassembly/line_comments.h"

#include <algorithm>

namespace plumb {
namespace {

constexpr size_t kMinWidth = 50;    // of an instruction
constexpr size_t kMinBlanks = 2;    // between it and its comment
constexpr size_t kTabStop = 4;      // columns are multiples of it
constexpr size_t kMaxColumn = 256;  // of the lines after a longer one

}  // namespace

size_t CommentColumn::ColumnAfter(size_t width) {
  const size_t least = std::max(width, kMinWidth) + kMinBlanks;
  const size_t tab_stop = (least + kTabStop - 1) / kTabStop * kTabStop;
  const size_t column = std::max(column_, tab_stop);
  column_ = std::min(column, kMaxColumn);
  return column;
}

size_t WidthWithoutColors(absl::string_view text) {
  size_t width = text.size();
  for (size_t at = text.find('\x1b'); at != absl::string_view::npos;
       at = text.find('\x1b', at + 1)) {
    const size_t end = text.find('m', at);
    if (end == absl::string_view::npos) break;
    width -= end + 1 - at;
  }
  return width;
}

TargetDecorations::TargetDecorations(const Module& module) {
  for (const InstIndex index : module.decorations()) {
    const Inst inst = module.inst(index);
    if (inst.op() != Op::kDecorate || inst.operand_count() < 2) continue;
    entries_.emplace_back(inst.id(0), index);
  }
  std::sort(entries_.begin(), entries_.end());
}

absl::Span<const TargetDecorations::Entry> TargetDecorations::Of(
    Id target) const {
  const auto [begin, end] = std::equal_range(
      entries_.begin(), entries_.end(), Entry(target, InstIndex()),
      [](const Entry& a, const Entry& b) { return a.first < b.first; });
  return absl::MakeConstSpan(entries_).subspan(
      static_cast<size_t>(begin - entries_.begin()),
      static_cast<size_t>(end - begin));
}

}  // namespace plumb
