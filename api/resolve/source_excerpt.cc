#include "api/resolve/source_excerpt.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "parse/utf8.h"

namespace plumb {
namespace {

// A line longer than this is cut to this many bytes, of which so many stand
// before the token.
constexpr size_t kWindow = 160;
constexpr size_t kBefore = 60;
constexpr absl::string_view kCut = "...";

bool IsHarmful(uint32_t c) {
  return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0xad ||
         c == 0x61c || c == 0x180e ||
         (c >= 0x200b && c <= 0x200f) ||  // no width, direction marks
         (c >= 0x2028 && c <= 0x202e) ||  // separators, embeddings, overrides
         (c >= 0x2060 && c <= 0x206f) ||  // isolates and other invisible ones
         c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
         (c >= 0xe0000 && c <= 0xe007f);
}

bool IsPlain(char c) { return c >= 0x20 && c < 0x7f; }

bool IsContinuation(char c) { return (static_cast<uint8_t>(c) & 0xc0) == 0x80; }

// The largest start of a character that is not after `at`, in well-formed
// text; at most three bytes away in any.
size_t CharacterStart(absl::string_view text, size_t at) {
  for (int i = 0; i < 3 && at > 0 && at < text.size(); ++i) {
    if (!IsContinuation(text[at])) break;
    --at;
  }
  return at;
}

}  // namespace

size_t AppendHarmless(absl::string_view text, std::string* out) {
  size_t columns = 0;
  while (true) {
    const auto plain = static_cast<size_t>(
        std::find_if_not(text.begin(), text.end(), IsPlain) - text.begin());
    out->append(text.data(), plain);
    columns += plain;
    text.remove_prefix(plain);
    if (text.empty()) return columns;
    const Utf8Character c = DecodeUtf8(text);
    if (c.size != 0 && !IsHarmful(c.code_point)) {
      out->append(text.data(), c.size);
      ++columns;
    } else {
      const size_t before = out->size();
      if (c.size == 0) {
        absl::StrAppend(
            out, "<", absl::Hex(static_cast<uint8_t>(text[0]), absl::kZeroPad2),
            ">");
      } else {
        absl::StrAppend(out, "<U+", absl::Hex(c.code_point, absl::kZeroPad4),
                        ">");
      }
      columns += out->size() - before;
    }
    text.remove_prefix(std::max<size_t>(c.size, 1));
  }
}

Excerpt MakeExcerpt(absl::string_view line, size_t begin, size_t end) {
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  size_t window_begin = 0;
  size_t window_end = line.size();
  if (line.size() > kWindow) {
    window_begin = begin > kBefore ? CharacterStart(line, begin - kBefore) : 0;
    window_end =
        CharacterStart(line, std::min(window_begin + kWindow, line.size()));
    window_end = std::max(window_end, begin);
  }
  end = std::min(end, window_end);

  Excerpt excerpt;
  if (window_begin != 0) {
    excerpt.source.append(kCut.data(), kCut.size());
    excerpt.caret.append(kCut.size(), ' ');
  }
  // Before the token, part by part between tabs.
  absl::string_view before = line.substr(window_begin, begin - window_begin);
  while (!before.empty()) {
    const size_t tab = std::min(before.find('\t'), before.size());
    excerpt.caret.append(AppendHarmless(before.substr(0, tab), &excerpt.source),
                         ' ');
    before.remove_prefix(tab);
    if (before.empty()) break;
    excerpt.source.push_back('\t');
    excerpt.caret.push_back('\t');
    before.remove_prefix(1);
  }
  const size_t columns =
      AppendHarmless(line.substr(begin, end - begin), &excerpt.source);
  excerpt.caret.push_back('^');
  if (columns > 1) excerpt.caret.append(columns - 1, '~');
  AppendHarmless(line.substr(end, window_end - end), &excerpt.source);
  if (window_end != line.size()) {
    excerpt.source.append(kCut.data(), kCut.size());
  }
  return excerpt;
}

}  // namespace plumb
