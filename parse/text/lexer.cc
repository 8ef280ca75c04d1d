// The slow paths of the lexer.  See lexer.h.
//
// Tested by lexer_test.cc.
#include "parse/text/lexer.h"

#include <cstring>

namespace plumb {
namespace {

// The first `c` in [p, end), or `end`.
const char* Find(const char* p, const char* end, char c) {
  if (p == end) return end;
  const void* found = std::memchr(p, c, static_cast<size_t>(end - p));
  return found == nullptr ? end : static_cast<const char*>(found);
}

// Whether the quote at `p` is escaped: an odd number of backslashes precedes
// it. Reads no backslash twice for one string.
bool IsEscaped(const char* string_begin, const char* p) {
  const char* q = p;
  while (q != string_begin && q[-1] == '\\') --q;
  return (p - q) % 2 != 0;
}

}  // namespace

const char* SkipLines(const char* p, const char* end) {
  for (;;) {
    p = FindBlankEnd(p, end);
    if (p == end || *p != ';') return p;
    p = Find(p, end, '\n');
  }
}

void Lexer::ReadString(Token* token) {
  const char* limit = unterminated_seen_ ? Find(pos_, end_, '\n') : end_;
  const char* const inside = pos_ + 1;
  for (const char* p = inside;;) {
    p = Find(p, limit, '"');
    if (p == limit) break;
    if (!IsEscaped(inside, p))
      return SetToken(token, TokenKind::kString, p + 1);
    ++p;
  }
  unterminated_seen_ = true;
  return SetToken(token, TokenKind::kString, Find(pos_, end_, '\n'), true);
}

void Lexer::ReadInvalid(Token* token) {
  const char* p = pos_;
  while (p != end_ &&
         (ClassOf(p) & internal::kStartMask) == internal::kInvalid) {
    ++p;
  }
  return SetToken(token, TokenKind::kBad, p, true);
}

}  // namespace plumb
