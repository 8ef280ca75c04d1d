// See id_table.h.  The table probes linearly and is at most five eighths full.
// The hash multiplies with a seed that differs from run to run, so that no
// text can cause collisions; numbering does not depend on it.
//
// Tested by id_table_test.cc.
#include "parse/text/id_table.h"

#include <algorithm>
#include <array>
#include <bit>

#include "absl/strings/match.h"
#include "parse/text/byte_runs.h"

namespace plumb {
namespace {

constexpr size_t kMinSlots = 256;
// Kept numbers up to this one never cause renumbering.
constexpr size_t kMinNumberLimit = 1 << 16;
constexpr uint64_t kMaxId = IdTable::kMaxNumber;
constexpr uint64_t kNotANumber = ~uint64_t{0};

using internal::Fold;
using internal::kMix;

// For a name of at least eight bytes.
uint64_t HashOf(absl::string_view name, uint64_t seed) {
  const char* p = name.data();
  const char* const end = p + name.size();
  uint64_t hash = seed ^ (name.size() * kMix);
  for (; end - p > 16; p += 16) {
    hash = Fold(LoadBytes(p) ^ kMix, LoadBytes(p + 8) ^ hash);
  }
  const size_t tail = std::min<size_t>(name.size(), 16);
  return Fold(LoadBytes(end - tail) ^ kMix, LoadBytes(end - 8) ^ hash);
}

// The value of a decimal number; kNotANumber for other names, and a value
// larger than kMaxId if it is too large.
uint64_t NumberOf(absl::string_view name) {
  uint64_t value = 0;
  for (char c : name) {
    if (c < '0' || c > '9') return kNotANumber;
    value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(c - '0'),
                               kMaxId + 1);
  }
  return value;
}

// The same for names in the canonical form of their number: at most nine
// digits, no leading zero.
uint32_t SmallNumberOf(absl::string_view name) {
  if (name.empty() || name.size() > 9 || name[0] == '0') return 0;
  uint32_t value = 0;
  for (char c : name) {
    const uint32_t digit = static_cast<unsigned char>(c) - uint32_t{'0'};
    if (digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}

}  // namespace

void IdTable::Start(absl::string_view text, bool preserve_numbers) {
  if (seed_ == 0) {
    seed_ = Fold(reinterpret_cast<uintptr_t>(&Fold),
                 reinterpret_cast<uintptr_t>(this) | 1);
  }
  text_ = text;
  // Enough for a name in 100 bytes; most texts have far fewer.
  MakeSlots(std::max(kMinSlots, std::bit_ceil(text.size() / 64)));
  by_number_.clear();
  number_limit_ = static_cast<uint32_t>(std::max(text.size(), kMinNumberLimit));
  bound_ = 1;
  preserve_ = preserve_numbers;
  renumber_ = false;
  taken_.clear();
  next_free_ = 1;
  originals_.clear();
  original_bound_ = 1;
}

IdTable::Number IdTable::TakeNumber(absl::string_view name) {
  const uint64_t value = NumberOf(name);
  if (value == kNotANumber) return Number::kNone;
  if (value == 0) return Number::kZero;
  if (value > kMaxId) return Number::kTooLarge;
  if (value >= number_limit_) {
    renumber_ = true;
    return Number::kFits;
  }
  if (value / 64 >= taken_.size()) taken_.resize(value / 64 + 1);
  taken_[value / 64] |= uint64_t{1} << (value % 64);
  return Number::kFits;
}

Id IdTable::InternNumber(absl::string_view name) {
  uint32_t number = SmallNumberOf(name);
  if (preserve_ && number == 0) {
    const uint64_t value = NumberOf(name);  // leading zeros, or ten digits
    if (value < number_limit_) number = static_cast<uint32_t>(value);
    while (value != kNotANumber && name.size() > 1 && name[0] == '0') {
      name.remove_prefix(1);
    }
  }
  return InternNumber(name, number);
}

Id IdTable::InternNumber(absl::string_view name, uint32_t number) {
  if (number == 0 || number >= number_limit_) return InternName(name);
  if (number >= by_number_.size()) {
    by_number_.resize(std::max<size_t>(number + 1, by_number_.size() / 2 * 3),
                      kNoId);
  }
  Id& id = by_number_[number];
  if (id == kNoId) id = NewId(name);
  return id;
}

Id IdTable::InternName(absl::string_view name) {
  if (name.empty()) return kNoId;
  return name.size() <= kShort ? InternShort(name) : InternLong(name);
}

Id IdTable::InternShort(absl::string_view name) {
  const char* const p = name.data();
  const size_t n = name.size();
  std::array<char, ShortWord::kMaxSize> bytes{};
  std::copy(name.begin(), name.end(), bytes.begin());
  const ShortWord word = LoadShortWord(bytes.data(), n);
  const Slot expected = {word.low, static_cast<uint32_t>(word.high), kNoId};
  // Not a name, but it could be confused with one.
  if (p[n - 1] == '\0') return kNoId;
  return InternShort(name, expected, PlaceOf(GroupOf(expected, n), p[n - 1]));
}

Id IdTable::InternShort(absl::string_view name, const Slot& expected,
                        uint64_t at) {
  if ((expected.key & kLong) != 0) return kNoId;
  const Slot* const slots = slots_.data();
  for (;; at = (at + 1) & slot_mask_) {
    const Slot& slot = slots[at];
    if (slot.key == expected.key && slot.rest == expected.rest) return slot.id;
    if (slot.id == kNoId) return AddName(name, expected, at);
  }
}

Id IdTable::InternLong(absl::string_view name) {
  const char last = name.back();
  const uint64_t group = HashOf(name.substr(0, name.size() - 1), seed_);
  const uint64_t key = group << 8 | kLong | static_cast<unsigned char>(last);
  const Slot expected = {key, static_cast<uint32_t>(name.data() - text_.data()),
                         kNoId};
  const Slot* const slots = slots_.data();
  for (uint64_t at = PlaceOf(key >> 8, last);; at = (at + 1) & slot_mask_) {
    const Slot& slot = slots[at];
    if (slot.key == key && IsNameAt(name, slot.rest)) return slot.id;
    if (slot.id == kNoId) return AddName(name, expected, at);
  }
}

// The preferred position of an occupied slot.
uint64_t IdTable::HomeOf(const Slot& slot) const {
  if ((slot.key & kLong) != 0) {
    return PlaceOf(slot.key >> 8, static_cast<char>(slot.key & 0x7f));
  }
  const size_t size = slot.rest != 0 ? 8 + (std::bit_width(slot.rest) + 7) / 8
                                     : (std::bit_width(slot.key) + 7) / 8;
  const uint64_t last = slot.rest != 0 ? slot.rest >> ((size - 9) * 8)
                                       : slot.key >> ((size - 1) * 8);
  return PlaceOf(GroupOf(slot, size), static_cast<char>(last));
}

// Whether this name starts at an offset in the text.
bool IdTable::IsNameAt(absl::string_view name, size_t offset) const {
  const absl::string_view rest = text_.substr(offset);
  return absl::StartsWith(rest, name) &&
         (rest.size() == name.size() || !IsNameByte(rest[name.size()]));
}

Id IdTable::AddName(absl::string_view name, const Slot& slot, uint64_t at) {
  // Only names are in the table, so only new ones are checked.
  const char* const begin = name.data();
  const char* const end = begin + name.size();
  const bool is_short = name.size() <= 16 && text_.end() - begin >= 16;
  const bool is_name = is_short ? LeadingNameBytes(begin) >= name.size()
                                : FindNameEnd(begin, end) == end;
  if (!is_name) return kNoId;
  const Id id = NewId(name);
  slots_[at] = {slot.key, slot.rest, id};
  if (--free_slots_ == 0) Grow();
  return id;
}

void IdTable::Grow() {
  Buffer<Slot> old;
  old.swap(slots_);
  MakeSlots(2 * (slot_mask_ + 1));
  for (const Slot& slot : old) {
    if (slot.id == kNoId) continue;
    uint64_t at = HomeOf(slot);
    while (slots_[at].id != kNoId) at = (at + 1) & slot_mask_;
    slots_[at] = slot;
    --free_slots_;
  }
}

// All slots are free; `count` must be a power of two.
void IdTable::MakeSlots(size_t count) {
  slots_.assign(count, Slot{0, 0, kNoId});
  slot_mask_ = count - 1;
  free_slots_ = count / 8 * 5;
}

Id IdTable::NewKeptId(absl::string_view name) {
  uint32_t number = bound_;
  const uint64_t value = NumberOf(name);
  // A larger number that the first pass has not seen is not a name in a valid
  // text: it must not determine the size of the tables by id.
  const uint64_t max = renumber_ ? kMaxId : number_limit_ - 1;
  const bool numeric = value != 0 && value <= max;
  const uint32_t original = numeric ? static_cast<uint32_t>(value) : NextFree();
  if (renumber_) {
    originals_.resize(number + 1);
    originals_[number] = original;
    original_bound_ = std::max(original_bound_, original + 1);
  } else {
    number = original;
  }
  bound_ = std::max(bound_, number + 1);
  return Id(number);
}

uint32_t IdTable::NextFree() {
  const auto is_taken = [this](uint32_t n) {
    return n / 64 < taken_.size() && ((taken_[n / 64] >> (n % 64)) & 1) != 0;
  };
  while (is_taken(next_free_)) ++next_free_;
  return next_free_++;
}

}  // namespace plumb
