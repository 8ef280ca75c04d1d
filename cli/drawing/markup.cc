#include "cli/drawing/markup.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_replace.h"

namespace plumb::drawing {
namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";
constexpr absl::string_view kEllipsis = "\xE2\x80\xA6";

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

// The size of the character that `text` begins with, or 0 if it is ill-formed
// or a control character.
size_t PrintableSize(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  const uint8_t second = byte(1);
  const bool overlong =
      (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool too_large = first == 0xf4 && second >= 0x90;
  const bool control = first == 0xc2 && second < 0xa0;
  // Line and paragraph separators, and what turns the direction of writing.
  const bool invisible =
      first == 0xe2 &&
      ((second == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
       (second == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9));
  return overlong || surrogate || too_large || control || invisible ? 0 : size;
}

}  // namespace

std::string PrintableUtf8(absl::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t size = PrintableSize(text);
    const absl::string_view piece =
        size == 0 ? kReplacement : text.substr(0, size);
    out.append(piece.data(), piece.size());
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return out;
}

std::string HtmlEscaped(absl::string_view text) {
  return absl::StrReplaceAll(PrintableUtf8(text), {{"&", "&amp;"},
                                                   {"<", "&lt;"},
                                                   {">", "&gt;"},
                                                   {"\"", "&quot;"},
                                                   {"'", "&#39;"}});
}

std::string Shortened(absl::string_view text, size_t max) {
  if (CharacterCount(text) <= max) return std::string(text);
  size_t end = 0;
  for (size_t left = max; end < text.size(); ++end) {
    if (!IsContinuation(text[end]) && left-- == 1) break;
  }
  return std::string(text.substr(0, end))
      .append(kEllipsis.data(), kEllipsis.size());
}

size_t CharacterCount(absl::string_view text) {
  return text.size() - std::count_if(text.begin(), text.end(), IsContinuation);
}

}  // namespace plumb::drawing
