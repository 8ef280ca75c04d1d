#include "core/literal_string.h"

#include <cstring>

namespace plumb {

absl::string_view TextInLittleEndian(absl::Span<const uint32_t> words) {
  if (words.empty()) return "";
  const auto* const chars = reinterpret_cast<const char*>(words.data());
  return {chars, strnlen(chars, words.size() * sizeof(uint32_t))};
}

CopyInLittleEndian::CopyInLittleEndian(absl::Span<const uint32_t> words)
    : words_(words.begin(), words.end()) {
  for (uint32_t& word : words_) word = LittleEndian(word);
}

}  // namespace plumb
