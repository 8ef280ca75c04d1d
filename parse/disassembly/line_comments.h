// The parts of the comments after instructions: the column that aligns them,
// and the decorations that they repeat.
//
// Tested by line_comments_test.cc and disassembler_options_test.cc.
#ifndef PLUMB_PARSE_DISASSEMBLY_LINE_COMMENTS_H_
#define PLUMB_PARSE_DISASSEMBLY_LINE_COMMENTS_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/module.h"

namespace plumb {

// Aligns the comments of successive lines: a column never moves to the left
// until a line without a comment.
class CommentColumn {
 public:
  // The column of the comment after an instruction of this width.
  size_t ColumnAfter(size_t width);
  // A line has no comment.
  void Reset() { column_ = 0; }

 private:
  size_t column_ = 0;
};

// The number of bytes without the escape sequences for colors.
size_t WidthWithoutColors(absl::string_view text);

// The OpDecorate instructions by their targets.
class TargetDecorations {
 public:
  using Entry = std::pair<Id, InstIndex>;

  TargetDecorations() = default;  // of no module
  // Sorts the decorations of `module`.
  explicit TargetDecorations(const Module& module);

  // The decorations of `target`, in the order of the module; logarithmic.
  absl::Span<const Entry> Of(Id target) const;

 private:
  std::vector<Entry> entries_;  // sorted
};

}  // namespace plumb

#endif  // PLUMB_PARSE_DISASSEMBLY_LINE_COMMENTS_H_
