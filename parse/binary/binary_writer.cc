#include "parse/binary/binary_writer.h"

#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "core/byte_order.h"

namespace plumb {
namespace {

void Append(uint32_t word, bool swap, std::string* bytes) {
  char buffer[sizeof(word)];
  if (swap) word = SwapBytes(word);
  std::memcpy(buffer, &word, sizeof(word));
  bytes->append(buffer, sizeof(buffer));
}

}  // namespace

std::string EncodeModule(const Module& module, ByteOrder order) {
  const absl::Span<const uint32_t> words = module.words();
  const bool swap = (order == ByteOrder::kBigEndian) == kIsLittleEndian;
  if (!swap && !module.renumbered()) {
    return std::string(reinterpret_cast<const char*>(words.data()),
                       words.size() * sizeof(uint32_t));
  }
  std::string bytes;
  bytes.reserve(words.size() * sizeof(uint32_t));
  if (!module.renumbered()) {
    for (const uint32_t word : words) Append(word, swap, &bytes);
    return bytes;
  }
  uint32_t next = 0;  // the first word not yet written
  for (uint32_t i = 0; i < module.size(); ++i) {
    const uint32_t first = module.record(InstIndex(i)).first_word;
    for (const Operand& operand : module.operands(InstIndex(i))) {
      if (!IsIdKind(operand.kind)) continue;
      const uint32_t at = first + operand.word;
      for (; next < at; ++next) Append(words[next], swap, &bytes);
      Append(module.original_id(Id(words[next++])), swap, &bytes);
    }
  }
  for (; next < words.size(); ++next) Append(words[next], swap, &bytes);
  return bytes;
}

}  // namespace plumb
