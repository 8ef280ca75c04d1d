// Names of ids and their numbers.
//
// Names are found in an open-addressing table.  Short names are stored in the
// table itself, longer ones by their place in the text, so that most uses of a
// name touch one cache line, however large the text is.  Names that are small
// decimal numbers, as a disassembler writes them, are looked up by value
// instead.  All memory is kept between texts.
//
// Numbers are assigned in order of first appearance.  If numeric names are
// kept, a first pass over the text records the numbers in use; other names
// then get the smallest free ones.  If some kept number is much larger than
// the text could need, internal ids are still numbered by appearance, and
// originals() maps them to their numbers, so that a malicious number costs no
// memory.
//
// Tested by id_table_test.cc.
#ifndef PLUMB_PARSE_TEXT_ID_TABLE_H_
#define PLUMB_PARSE_TEXT_ID_TABLE_H_

#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/numeric/int128.h"
#include "absl/strings/string_view.h"
#include "core/buffer.h"
#include "core/index.h"
#include "parse/text/short_word.h"

namespace plumb {

class IdTable {
 public:
  // The maximum number that can be kept: the bound is one more.
  static constexpr uint32_t kMaxNumber = 0xfffffffe;

  // How a name can be kept as a number.
  enum class Number { kNone, kZero, kTooLarge, kFits };

  // Forgets all names and prepares for a text, which must stay in memory while
  // the table is used.
  void Start(absl::string_view text, bool preserve_numbers);

  // First pass, before any Intern() and only if numbers are kept: records that
  // `name`, if it is a number, will be used.
  Number TakeNumber(absl::string_view name);

  // The id of a name (without its "%"): the same for the same name, and, if
  // numbers are kept, for names of the same number.  Names must stay in
  // memory. kNoId for an invalid name: one that is empty, or has other bytes
  // than letters, digits and "_".
  Id Intern(absl::string_view name) {
    const bool is_name = !name.empty() && (name[0] < '0' || name[0] > '9');
    return is_name ? InternName(name) : InternNumber(name);
  }
  // The same for a name without zero bytes.  `window` is a copy of the name,
  // or the name itself, of which 16 bytes must be readable.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Id Intern(absl::string_view name,
                                         const char* window);

  // One more than the largest id returned so far; initially 1.
  uint32_t bound() const { return bound_; }
  // One more than the largest original number, for the header.
  uint32_t original_bound() const {
    return originals_.empty() ? bound_ : original_bound_;
  }
  // The original number by id.  Empty if that is the id itself.
  const std::vector<uint32_t>& originals() const { return originals_; }

 private:
  // A name of up to kShort bytes is its own key, followed by zero bytes.  The
  // key of a longer one is a hash whose first byte is in no name, followed by
  // the offset of the name's first occurrence in the text.
  struct Slot {
    uint64_t key;
    uint32_t rest;
    Id id;  // kNoId if the slot is free
  };
  static_assert(sizeof(Slot) == 16);
  static constexpr size_t kShort = 12;
  // A bit that no byte of a name has, and that the first byte of a long name's
  // key has.
  static constexpr uint64_t kLong = 0x80;

  Id InternName(absl::string_view name);
  Id InternShort(absl::string_view name);
  // The same from a slot on, where the search for the name begins.
  Id InternShort(absl::string_view name, const Slot& expected, uint64_t at);
  Id InternLong(absl::string_view name);
  // Adds a name that is not in the table to a free slot.
  Id AddName(absl::string_view name, const Slot& slot, uint64_t at);
  // A name that begins with a digit.
  Id InternNumber(absl::string_view name);
  // A name in the canonical form of its number; 0 if it is not.
  Id InternNumber(absl::string_view name, uint32_t number);
  uint64_t PlaceOf(uint64_t group, char last) const;
  uint64_t GroupOf(const Slot& slot, size_t size) const;
  uint64_t HomeOf(const Slot& slot) const;
  bool IsNameAt(absl::string_view name, size_t offset) const;
  void MakeSlots(size_t count);
  void Grow();
  Id NewId(absl::string_view name) {
    return preserve_ ? NewKeptId(name) : Id(bound_++);
  }
  Id NewKeptId(absl::string_view name);
  uint32_t NextFree();

  absl::string_view text_;
  uint64_t seed_ = 0;
  Buffer<Slot> slots_;
  uint64_t slot_mask_ = 0;     // slots used for this text, less one
  size_t free_slots_ = 0;      // that may be filled before the table grows
  Buffer<Id> by_number_;       // kNoId where there is none
  uint32_t number_limit_ = 0;  // larger numbers are not in by_number_
  uint32_t bound_ = 1;

  // If numbers are kept.
  bool preserve_ = false;
  bool renumber_ = false;
  std::vector<uint64_t> taken_;  // bits
  uint32_t next_free_ = 1;
  std::vector<uint32_t> originals_;
  uint32_t original_bound_ = 1;
};

namespace internal {

inline constexpr uint64_t kMix = 0x9e3779b97f4a7c15u;

// The product of both, folded.
inline uint64_t Fold(uint64_t a, uint64_t b) {
  const absl::uint128 product = absl::uint128(a) * b;
  return absl::Uint128Low64(product) ^ absl::Uint128High64(product);
}

// All except the last two bits of the last byte.
inline constexpr auto kGroupBytes = MasksOfWords(0xfc);

// A hash of a short name without the bits that kGroupBytes leaves out.
inline uint64_t GroupOfShort(uint64_t key, uint32_t rest, uint64_t seed) {
  return Fold(key ^ seed, rest ^ ~seed);
}

// The bits of a group that select slots.  With some seeds, the groups of
// numbered names differ only in some bits, or by the same amount.
inline uint64_t Spread(uint64_t group) { return (group * kMix) >> 32; }

}  // namespace internal

// Names that differ only in the last two bits of their last byte, such as v_12
// and v_13, have adjacent slots: numbered names are mostly used in that order,
// and in a large text each step would miss the cache.
inline uint64_t IdTable::PlaceOf(uint64_t group, char last) const {
  return (internal::Spread(group) << 2 |
          (static_cast<unsigned char>(last) & 3)) &
         slot_mask_;
}

inline uint64_t IdTable::GroupOf(const Slot& slot, size_t size) const {
  const ShortWord& mask = internal::kGroupBytes[size];
  return internal::GroupOfShort(
      slot.key & mask.low, slot.rest & static_cast<uint32_t>(mask.high), seed_);
}

inline Id IdTable::Intern(absl::string_view name, const char* window) {
  const size_t size = name.size();
  if (size - 1 >= kShort) return Intern(name);
  const ShortWord word = LoadShortWord(window, size);
  if (window[0] >= '0' && window[0] <= '9') {
    uint32_t number = 0;
    if (size > 8 || !ParseShortDecimal(word.low, size, &number)) {
      return InternNumber(name);
    }
    const bool has_place = number < by_number_.size();
    if (has_place && by_number_[number] != kNoId) return by_number_[number];
    const bool is_new = has_place && number < number_limit_ && number != 0;
    return is_new ? by_number_[number] = NewId(name)
                  : InternNumber(name, number);
  }
  const Slot expected = {word.low, static_cast<uint32_t>(word.high), kNoId};
  const uint64_t at = PlaceOf(GroupOf(expected, size), window[size - 1]);
  const Slot& slot = slots_[at];
  const bool is_found = slot.key == expected.key &&
                        slot.rest == expected.rest &&
                        (expected.key & kLong) == 0;
  return is_found ? slot.id : InternShort(name, expected, at);
}

}  // namespace plumb

#endif  // PLUMB_PARSE_TEXT_ID_TABLE_H_
