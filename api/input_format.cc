#include "api/input_format.h"

#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "core/byte_order.h"
#include "core/module.h"
#include "parse/binary/hex_input.h"
#include "parse/foreign_input.h"

namespace plumb {
namespace {

constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

InputFormat FormatOf(absl::string_view bytes) {
  if (bytes.size() >= sizeof(uint32_t)) {
    uint32_t magic = 0;
    std::memcpy(&magic, bytes.data(), sizeof(magic));
    if (magic == kMagicNumber || SwapBytes(magic) == kMagicNumber) {
      return InputFormat::kBinary;
    }
  }
  return LooksLikeHex(bytes) ? InputFormat::kHex : InputFormat::kText;
}

bool MayBeSpirv(absl::string_view start) {
  if (FormatOf(start) != InputFormat::kText || !LooksLikeBinary(start)) {
    return true;
  }
  // A text can have zero bytes in its comments.
  const absl::string_view text = absl::StripLeadingAsciiWhitespace(start);
  return !text.empty() && (absl::ascii_isgraph(text[0]) ||
                           absl::StartsWith(text, kByteOrderMark));
}

}  // namespace plumb
