// The line starts of a text, to convert byte offsets to lines and columns.
// Built on the first query.
//
// Tested by line_table_test.cc.
#ifndef PLUMB_API_RESOLVE_LINE_TABLE_H_
#define PLUMB_API_RESOLVE_LINE_TABLE_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb {

// All count from 1.
struct LineAndColumn {
  size_t line = 0;
  size_t column = 0;     // in bytes, as in compilers
  size_t character = 0;  // the column in code points of a UTF-8 text
};

class LineTable {
 public:
  // `text` must outlive this.
  explicit LineTable(absl::string_view text) : text_(text) {}

  // The position of the byte at `offset`, at most the end of the text.
  // Logarithmic in the number of lines, except for the first call.
  LineAndColumn At(size_t offset);
  // A line by number, without what ends it (line feed, and a carriage return
  // before that).
  absl::string_view Line(size_t line);

 private:
  void Build();
  void CountContinuations();
  // The number of UTF-8 continuation bytes before `offset`.
  size_t ContinuationsBefore(size_t offset) const;

  absl::string_view text_;
  // The continuation bytes before each block of the text; empty if it is ASCII.
  std::vector<size_t> continuations_;
  std::vector<size_t> starts_;  // of each line; empty until built
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_LINE_TABLE_H_
