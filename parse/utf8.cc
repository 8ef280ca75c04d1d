#include "parse/utf8.h"

#include <cstring>

namespace plumb {

Utf8Character DecodeUtf8(absl::string_view text) {
  if (text.empty()) return {};
  const auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const uint32_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {};
  uint32_t code_point = lead & (0xffu >> (size + 1));
  for (uint32_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code_point = (code_point << 6) | (byte(i) & 0x3f);
  }
  // Excludes overlong forms, surrogates, and values past the last plane.
  constexpr uint32_t kFirstOfSize[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
  if (code_point < kFirstOfSize[size] || surrogate || code_point > 0x10ffff) {
    return {};
  }
  return {code_point, size};
}

bool IsValidUtf8(absl::string_view text) {
  while (!text.empty()) {
    const Utf8Character c = DecodeUtf8(text);
    if (c.size == 0) return false;
    text.remove_prefix(c.size);
  }
  return true;
}

bool IsAscii(absl::string_view text) {
  uint64_t bits = 0;
  uint64_t word;
  for (; text.size() >= sizeof(word); text.remove_prefix(sizeof(word))) {
    std::memcpy(&word, text.data(), sizeof(word));
    bits |= word;
  }
  for (const char c : text) bits |= static_cast<uint8_t>(c);
  return (bits & 0x8080808080808080) == 0;
}

}  // namespace plumb
