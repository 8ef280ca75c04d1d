// Positions of the Language Server Protocol in a text: a line, and a character
// in units that client and server agree on.
//
// Lines end with "\n", "\r\n" or "\r" (section "Text Documents" of LSP 3.17).
//
// Tested by positions_test.cc.
#ifndef PLUMB_CLI_LSP_POSITIONS_H_
#define PLUMB_CLI_LSP_POSITIONS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb::lsp {

// The units of characters.
enum class PositionEncoding : uint8_t { kUtf8, kUtf16, kUtf32 };

// "utf-8", "utf-16" or "utf-32".
absl::string_view NameOf(PositionEncoding encoding);

// Both from 0.
struct Position {
  uint32_t line = 0;
  uint32_t character = 0;

  friend bool operator==(const Position& a, const Position& b) = default;
};

class Positions {
 public:
  // `text` must outlive this, at its place.  Linear in the text.
  Positions(absl::string_view text, PositionEncoding encoding);

  uint32_t line_count() const { return static_cast<uint32_t>(starts_.size()); }
  // The offset of a line, and of its end, before what ends it.
  size_t LineBegin(uint32_t line) const { return starts_[line]; }
  size_t LineEnd(uint32_t line) const;
  // The line of an offset.  Logarithmic.
  uint32_t LineOf(size_t offset) const;

  // The position of an offset, at most the end of the text.  Linear in the
  // line unless the text is ASCII.
  Position At(size_t offset) const;
  // The offset of a position.  A line that there is not is the end of the text,
  // a character that there is not is the end of the line, and one within a
  // code point is the begin of it.
  size_t OffsetOf(Position position) const;
  // The number of units of a part of the text.
  size_t UnitsIn(size_t begin, size_t end) const;

 private:
  absl::string_view text_;
  PositionEncoding encoding_;
  bool is_ascii_;
  std::vector<size_t> starts_;
};

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_POSITIONS_H_
