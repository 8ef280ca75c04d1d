#include "cli/drawing/markup.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_replace.h"
#include "parse/printable_text.h"
#include "parse/utf8.h"

namespace plumb::drawing {
namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";
constexpr absl::string_view kEllipsis = "\xE2\x80\xA6";

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

}  // namespace

std::string PrintableUtf8(absl::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character c = DecodeUtf8(text);
    const bool is_kept =
        c.size != 0 && c.code_point != '\t' && IsPrintable(c.code_point);
    const size_t size = is_kept ? c.size : 1;
    const absl::string_view piece =
        is_kept ? text.substr(0, size) : kReplacement;
    out.append(piece.data(), piece.size());
    text.remove_prefix(size);
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
