#include "parse/text/plumb_comment.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plumb {
namespace {

constexpr absl::string_view kMark = "plumb:";

// Searches for the colon, which hardly any text contains.
bool HasMark(absl::string_view text) {
  for (size_t colon = text.find(':'); colon != text.npos;
       colon = text.find(':', colon + 1)) {
    if (absl::EndsWith(text.substr(0, colon + 1), kMark)) return true;
  }
  return false;
}

// Reads a comment from its ';' to the end of its line, if it has the mark.
bool ReadComment(absl::string_view comment, PlumbComment* read) {
  comment.remove_prefix(
      std::min(comment.find_first_not_of("; \t"), comment.size()));
  if (!absl::ConsumePrefix(&comment, kMark)) return false;
  const std::vector<absl::string_view> words =
      absl::StrSplit(comment, absl::ByAnyChar(" \t\r,"), absl::SkipEmpty());
  for (absl::string_view word : words) {
    if (word == "--") break;
    if (read->verb.empty()) {
      read->verb = word;
      read->rest = absl::StripAsciiWhitespace(
          comment.substr(static_cast<size_t>(word.end() - comment.begin())));
    } else {
      read->names.push_back(word);
    }
  }
  return true;
}

// The end of the string that begins at `begin`, or of the text.
size_t EndOfString(absl::string_view text, size_t begin) {
  for (size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

}  // namespace

std::vector<PlumbComment> ReadPlumbComments(absl::string_view text) {
  std::vector<PlumbComment> comments;
  if (!HasMark(text)) return comments;
  bool is_in_line = false;
  bool is_in_text = false;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ';') {
      const size_t end = std::min(text.find('\n', at), text.size());
      PlumbComment comment = {at, end, is_in_line, is_in_text, {}, {}, {}};
      if (ReadComment(text.substr(at, end - at), &comment)) {
        const absl::string_view whole =
            absl::StripTrailingAsciiWhitespace(text.substr(at, end - at));
        comment.end = at + whole.size();
        comments.push_back(std::move(comment));
      }
      at = end;
      continue;
    }
    if (c == '\n') {
      is_in_line = false;
    } else if (!absl::ascii_isspace(static_cast<unsigned char>(c))) {
      is_in_line = is_in_text = true;
    }
    at = c == '"' ? EndOfString(text, at) : at + 1;
  }
  return comments;
}

}  // namespace plumb
