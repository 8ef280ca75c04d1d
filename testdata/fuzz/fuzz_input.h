// The bytes of a fuzzer's input, taken from the front.
#ifndef PLUMB_TESTDATA_FUZZ_FUZZ_INPUT_H_
#define PLUMB_TESTDATA_FUZZ_FUZZ_INPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace plumb {

// Whatever is taken from an input that has ended is 0 or empty.
class FuzzInput {
 public:
  explicit FuzzInput(absl::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  uint8_t TakeByte() {
    const absl::string_view byte = Take(1);
    return byte.empty() ? 0 : static_cast<uint8_t>(byte[0]);
  }
  // Mostly small, but also the largest numbers.
  uint32_t TakeNumber() {
    const uint8_t byte = TakeByte();
    if (byte < 0xf0) return byte;
    if (byte < 0xf8) return UINT32_MAX - (byte & 7);
    return uint32_t{TakeByte()} << (8 * (byte & 3));
  }
  size_t TakeSize() {
    const uint32_t number = TakeNumber();
    return number >= UINT32_MAX - 8 ? SIZE_MAX - (UINT32_MAX - number) : number;
  }
  bool TakeBool() { return (TakeByte() & 1) != 0; }
  // Short, without zero bytes.
  std::string TakeString() {
    const absl::string_view bytes = Take(TakeByte() % 32);
    return std::string(bytes.substr(0, bytes.find('\0')));
  }
  std::string TakeRest() { return std::string(Take(rest_.size())); }
  std::vector<uint32_t> TakeRestAsWords() {
    std::vector<uint32_t> words(rest_.size() / sizeof(uint32_t));
    if (!words.empty()) {
      std::memcpy(words.data(), rest_.data(), words.size() * sizeof(uint32_t));
    }
    rest_ = {};
    return words;
  }

 private:
  absl::string_view Take(size_t size) {
    const absl::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  absl::string_view rest_;
};

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FUZZ_FUZZ_INPUT_H_
