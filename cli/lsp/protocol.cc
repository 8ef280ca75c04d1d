#include "cli/lsp/protocol.h"

#include <algorithm>

namespace plumb::lsp {

Json ReplacementJson(const Document& document, absl::string_view text) {
  // What both begin and end with stays as it is.
  const absl::string_view old = document.text();
  size_t begin = 0;
  const size_t shorter = std::min(old.size(), text.size());
  while (begin < shorter && old[begin] == text[begin]) ++begin;
  size_t tail = 0;
  while (tail < shorter - begin &&
         old[old.size() - tail - 1] == text[text.size() - tail - 1]) {
    ++tail;
  }
  // Whole lines, so that no code point is divided.
  begin = begin == 0 ? 0 : old.rfind('\n', begin - 1) + 1;
  while (tail > 0 && text[text.size() - tail - 1] != '\n') --tail;
  tail = std::min(tail, shorter - begin);
  return TextEditJson(document, {begin, old.size() - tail},
                      text.substr(begin, text.size() - tail - begin));
}

}  // namespace plumb::lsp
