#include "api/input_format.h"

#include <cstring>

#include "core/module.h"
#include "parse/binary/hex_input.h"

namespace plumb {

InputFormat FormatOf(absl::string_view bytes) {
  if (bytes.size() >= sizeof(uint32_t)) {
    uint32_t magic = 0;
    std::memcpy(&magic, bytes.data(), sizeof(magic));
    if (magic == kMagicNumber || __builtin_bswap32(magic) == kMagicNumber) {
      return InputFormat::kBinary;
    }
  }
  return LooksLikeHex(bytes) ? InputFormat::kHex : InputFormat::kText;
}

}  // namespace plumb
