#include "api/resolve/source_excerpt.h"

#include <algorithm>
#include <cstddef>

#include "parse/printable_text.h"

namespace plumb {
namespace {

// The maximum size of an excerpt, and the part of it that may precede the
// token.
constexpr size_t kWindow = 160;
constexpr size_t kBefore = 60;
constexpr absl::string_view kCut = "...";

}  // namespace

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
    excerpt.caret.append(
        AppendPrintable(before.substr(0, tab), &excerpt.source), ' ');
    before.remove_prefix(tab);
    if (before.empty()) break;
    excerpt.source.push_back('\t');
    excerpt.caret.push_back('\t');
    before.remove_prefix(1);
  }
  const size_t columns =
      AppendPrintable(line.substr(begin, end - begin), &excerpt.source);
  excerpt.caret.push_back('^');
  if (columns > 1) excerpt.caret.append(columns - 1, '~');
  AppendPrintable(line.substr(end, window_end - end), &excerpt.source);
  if (window_end != line.size()) {
    excerpt.source.append(kCut.data(), kCut.size());
  }
  return excerpt;
}

}  // namespace plumb
