#include "cli/json_key_line.h"

#include <algorithm>

#include "absl/strings/match.h"

namespace plumb {
namespace {

// The end of the string or comment that begins at `begin`; `begin` if none
// does.
size_t EndOfToken(absl::string_view text, size_t begin) {
  const absl::string_view rest = text.substr(begin);
  if (absl::StartsWith(rest, "//")) {
    return std::min(text.find('\n', begin), text.size());
  }
  if (absl::StartsWith(rest, "/*")) {
    const size_t end = text.find("*/", begin + 2);
    return end == text.npos ? text.size() : end + 2;
  }
  if (!absl::StartsWith(rest, "\"")) return begin;
  for (size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

}  // namespace

size_t LineOfKey(absl::string_view text, absl::string_view key) {
  size_t found = 1;
  size_t line = 1;
  size_t depth = 0;
  bool is_key = true;  // rather than a value
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfToken(text, at);
    if (end > at) {
      if (text[at] == '"' && depth == 1 && is_key &&
          text.substr(at + 1, end - at - 2) == key) {
        found = line;
      }
      line += static_cast<size_t>(
          std::count(text.begin() + at, text.begin() + end, '\n'));
      at = end;
      continue;
    }
    const char c = text[at++];
    if (c == '\n') ++line;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    if (depth == 1 && c == ':') is_key = false;
    if (depth == 1 && c == ',') is_key = true;
  }
  return found;
}

}  // namespace plumb
