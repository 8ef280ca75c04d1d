#include "cli/lsp/positions.h"

#include <algorithm>

#include "absl/algorithm/container.h"

namespace plumb::lsp {
namespace {

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

// The units of the code point whose first byte is `c`; continuations have none.
size_t UnitsOf(char c, PositionEncoding encoding) {
  if (encoding == PositionEncoding::kUtf8) return 1;
  if (IsContinuation(c)) return 0;
  const bool is_pair = static_cast<uint8_t>(c) >= 0xf0;
  return is_pair && encoding == PositionEncoding::kUtf16 ? 2 : 1;
}

}  // namespace

absl::string_view NameOf(PositionEncoding encoding) {
  switch (encoding) {
    case PositionEncoding::kUtf8:
      return "utf-8";
    case PositionEncoding::kUtf32:
      return "utf-32";
    case PositionEncoding::kUtf16:
      break;
  }
  return "utf-16";
}

Positions::Positions(absl::string_view text, PositionEncoding encoding)
    : text_(text),
      encoding_(encoding),
      is_ascii_(absl::c_none_of(
          text, [](char c) { return static_cast<uint8_t>(c) >= 0x80; })),
      starts_({0}) {
  for (size_t i = text.find_first_of("\r\n"); i != text.npos;
       i = text.find_first_of("\r\n", i)) {
    const bool is_pair = text.substr(i, 2) == "\r\n";
    i += is_pair ? 2 : 1;
    starts_.push_back(i);
  }
}

size_t Positions::LineEnd(uint32_t line) const {
  if (line + 1 == line_count()) return text_.size();
  size_t end = starts_[line + 1] - 1;
  const bool is_pair =
      end > starts_[line] && text_[end] == '\n' && text_[end - 1] == '\r';
  return is_pair ? end - 1 : end;
}

uint32_t Positions::LineOf(size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<uint32_t>(after - starts_.begin()) - 1;
}

size_t Positions::UnitsIn(size_t begin, size_t end) const {
  if (is_ascii_ || encoding_ == PositionEncoding::kUtf8) return end - begin;
  size_t units = 0;
  for (size_t i = begin; i < end; ++i) units += UnitsOf(text_[i], encoding_);
  return units;
}

Position Positions::At(size_t offset) const {
  offset = std::min(offset, text_.size());
  const uint32_t line = LineOf(offset);
  return {line, static_cast<uint32_t>(UnitsIn(starts_[line], offset))};
}

size_t Positions::OffsetOf(Position position) const {
  if (position.line >= line_count()) return text_.size();
  const size_t begin = starts_[position.line];
  const size_t end = LineEnd(position.line);
  if (is_ascii_) return std::min(begin + position.character, end);
  size_t offset = begin;
  size_t units = 0;
  while (offset < end) {
    size_t next = offset + 1;
    while (next < end && IsContinuation(text_[next])) ++next;
    units += UnitsIn(offset, next);
    if (units > position.character) break;
    offset = next;
  }
  return offset;
}

}  // namespace plumb::lsp
