// See id_table.h.  The table probes linearly and is at most half full.  The
// hash multiplies with a seed that differs from run to run, so that no text can
// be made to collide; numbering does not depend on it.
//
// Tested by id_table_test.cc.
#include "parse/id_table.h"

#include <algorithm>
#include <cstring>

#include "parse/byte_runs.h"

namespace plumb {
namespace {

constexpr size_t kMinSlots = 256;
// Kept numbers up to this one never make the table renumber.
constexpr size_t kMinNumberLimit = 1 << 16;
constexpr uint64_t kMaxId = IdTable::kMaxNumber;
constexpr uint64_t kNotANumber = ~uint64_t{0};

uint64_t Load64(const char* p) {
  uint64_t v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

uint32_t Load32(const char* p) {
  uint32_t v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

uint64_t Fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t HashOf(absl::string_view name, uint64_t seed) {
  constexpr uint64_t kMix = 0x9e3779b97f4a7c15u;
  const char* p = name.data();
  size_t n = name.size();
  uint64_t hash = seed ^ (n * kMix);
  for (; n > 16; n -= 16, p += 16) {
    hash = Fold(Load64(p) ^ kMix, Load64(p + 8) ^ hash);
  }
  uint64_t first = 0;
  uint64_t last = 0;
  if (n >= 8) {
    first = Load64(p);
    last = Load64(p + n - 8);
  } else if (n >= 4) {
    first = Load32(p);
    last = Load32(p + n - 4);
  } else if (n > 0) {
    const auto byte = [p](size_t i) {
      return uint64_t{static_cast<unsigned char>(p[i])};
    };
    first = byte(0) << 16 | byte(n / 2) << 8 | byte(n - 1);
  }
  return Fold(first ^ kMix, last ^ hash);
}

// Whether two names of `n` bytes are the same.  Most are short, and a call
// costs more than comparing them.
bool SameBytes(const char* a, const char* b, size_t n) {
  if (n > 16) return std::memcmp(a, b, n) == 0;
  if (n >= 8) {
    return Load64(a) == Load64(b) && Load64(a + n - 8) == Load64(b + n - 8);
  }
  if (n >= 4) {
    return Load32(a) == Load32(b) && Load32(a + n - 4) == Load32(b + n - 4);
  }
  for (size_t i = 0; i < n; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// The value of a decimal number; kNotANumber if `name` is none, and something
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

// The same for names that stand for their number and nothing else: at most
// nine digits, no leading zero.
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

void IdTable::Start(size_t text_size, bool preserve_numbers) {
  if (seed_ == 0) {
    seed_ = Fold(reinterpret_cast<uintptr_t>(&Fold),
                 reinterpret_cast<uintptr_t>(this) | 1);
  }
  size_t slots = kMinSlots;
  while (slots < text_size / 64) slots *= 2;
  slots_.clear();
  slots_.resize(slots);
  slot_mask_ = slots - 1;
  entries_.clear();
  by_number_.clear();
  number_limit_ = static_cast<uint32_t>(std::max(text_size, kMinNumberLimit));
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
  if (number == 0 || number >= number_limit_) return InternName(name);
  if (number >= by_number_.size()) {
    by_number_.resize(std::max<size_t>(number + 1, by_number_.size() * 2));
  }
  Id& id = by_number_[number];
  if (id == kNoId) id = NewId(name);
  return id;
}

Id IdTable::InternName(absl::string_view name) {
  const uint64_t hash = HashOf(name, seed_);
  const auto tag = static_cast<uint32_t>(hash >> 32);
  const Slot* const slots = slots_.data();
  for (uint64_t at = tag & slot_mask_;; at = (at + 1) & slot_mask_) {
    const Slot slot = slots[at];
    if (slot.entry == 0) return AddName(name, tag, at);
    if (slot.hash != tag) continue;
    const Entry& entry = entries_[slot.entry - 1];
    const bool found = entry.name.size() == name.size() &&
                       SameBytes(entry.name.data(), name.data(), name.size());
    if (found) return entry.id;
  }
}

Id IdTable::AddName(absl::string_view name, uint32_t tag, uint64_t slot) {
  // Only names are in the table, so this is found out for new ones alone.
  const char* const end = name.data() + name.size();
  if (name.empty() || FindNameEnd(name.data(), end) != end) return kNoId;
  const Id id = NewId(name);
  entries_.push_back({name, id, tag});
  slots_[slot] = {tag, static_cast<uint32_t>(entries_.size())};
  if (entries_.size() * 2 > slot_mask_) Grow();
  return id;
}

void IdTable::Grow() {
  slots_.assign(slots_.size() * 2, Slot{0, 0});
  slot_mask_ = slots_.size() - 1;
  uint32_t number = 0;
  for (const Entry& entry : entries_) {
    uint64_t at = entry.hash & slot_mask_;
    while (slots_[at].entry != 0) at = (at + 1) & slot_mask_;
    slots_[at] = {entry.hash, ++number};
  }
}

Id IdTable::NewId(absl::string_view name) {
  uint32_t number = bound_;
  if (preserve_) {
    const uint64_t value = NumberOf(name);
    const bool numeric = value != 0 && value <= kMaxId;
    const uint32_t original =
        numeric ? static_cast<uint32_t>(value) : NextFree();
    if (renumber_) {
      originals_.resize(number + 1);
      originals_[number] = original;
      original_bound_ = std::max(original_bound_, original + 1);
    } else {
      number = original;
    }
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
