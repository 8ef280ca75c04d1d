// Open-addressing tables.  See hash_tables.h.
#include "grammar/generator/hash_tables.h"

namespace plumb::grammar::generator {

std::vector<NameSlot> LayOut(
    const std::vector<std::pair<uint64_t, uint16_t>>& entries) {
  size_t size = 2;
  while (size < 2 * entries.size()) size *= 2;
  std::vector<NameSlot> slots(size, NameSlot{0, kEmptySlot});
  for (const auto& [hash, row] : entries) {
    size_t i = hash & (size - 1);
    while (slots[i].row != kEmptySlot) i = (i + 1) & (size - 1);
    slots[i] = {HashTag(hash), row};
  }
  return slots;
}

}  // namespace plumb::grammar::generator
