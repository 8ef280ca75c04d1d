// See string_literal.h.
//
// Tested by string_literal_test.cc.
#include "parse/text/string_literal.h"

#include <cstring>

#include "core/byte_order.h"

namespace plumb {
namespace {

// Copies `text` without the escaping backslashes, and returns their number.
size_t Unescape(absl::string_view text, char* out) {
  char* const begin = out;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const void* found = std::memchr(p, '\\', static_cast<size_t>(end - p));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    std::memcpy(out, p, static_cast<size_t>(stop - p));
    out += stop - p;
    p = stop;
    if (p != end) ++p;  // the backslash
    if (p != end) *out++ = *p++;
  }
  return static_cast<size_t>(out - begin);
}

// Words hold the bytes of a string from the lowest one on (section 2.2.1).
void PutBytesInOrder(uint32_t* words, size_t count) {
  if constexpr (!kIsLittleEndian) {
    for (size_t i = 0; i < count; ++i) words[i] = LittleEndian(words[i]);
  }
}

}  // namespace

size_t WritePlainString(absl::string_view text, uint32_t* words) {
  const size_t count = text.size() / 4 + 1;
  words[count - 1] = 0;
  std::memcpy(words, text.data(), text.size());
  PutBytesInOrder(words, count);
  return count;
}

size_t WriteString(absl::string_view token, uint32_t* words, bool* has_nul) {
  const absl::string_view inside = token.substr(1, token.size() - 2);
  char* const bytes = reinterpret_cast<char*>(words);
  const size_t size = Unescape(inside, bytes);
  *has_nul = std::memchr(bytes, '\0', size) != nullptr;
  const size_t count = size / 4 + 1;
  std::memset(bytes + size, 0, count * 4 - size);
  PutBytesInOrder(words, count);
  return count;
}

}  // namespace plumb
