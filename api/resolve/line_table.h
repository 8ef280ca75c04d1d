// Where the lines of a text begin, for turning byte offsets into lines and
// columns.  Built when the first place is asked for.
//
// Tested by line_table_test.cc.
#ifndef PLUMB_API_RESOLVE_LINE_TABLE_H_
#define PLUMB_API_RESOLVE_LINE_TABLE_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb {

// Both from 1.  Columns count bytes, as compilers do.
struct LineAndColumn {
  size_t line = 0;
  size_t column = 0;
};

class LineTable {
 public:
  // `text` must outlive this.
  explicit LineTable(absl::string_view text) : text_(text) {}

  // Where the byte at `offset` is; the end of the text for one beyond it.
  // Logarithmic in the number of lines, but for the first call.
  LineAndColumn At(size_t offset);
  // A line by number, without what ends it (line feed, and a carriage return
  // before that).
  absl::string_view Line(size_t line);

 private:
  void Build();

  absl::string_view text_;
  std::vector<size_t> starts_;  // of each line; empty until built
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_LINE_TABLE_H_
