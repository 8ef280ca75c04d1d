// Runs the target that PLUMB_FUZZ_TARGET names in libFuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "testdata/fuzz/fuzz_target.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

const plumb::FuzzTarget& Target() {
  static const plumb::FuzzTarget* const target =
      plumb::FindFuzzTarget(PLUMB_FUZZ_TARGET);
  return *target;
}

absl::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Target().run(Text(data, size));
  return 0;
}

// Half of the changes are in the terms of the format.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned seed) {
  if (Target().mutate == nullptr || seed % 2 == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  const std::optional<std::vector<uint32_t>> words =
      Target().mutate(Text(data, size), seed / 2);
  if (!words.has_value() || words->empty()) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  const size_t bytes = std::min(words->size() * sizeof(uint32_t), max_size);
  std::memcpy(data, words->data(), bytes);
  return bytes;
}
