// What fuzzers and the test of their recorded inputs run: the programs' work on
// one input, and the properties that must hold for any.
#ifndef PLUMB_TESTDATA_FUZZ_FUZZ_TARGET_H_
#define PLUMB_TESTDATA_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb {

struct FuzzTarget {
  absl::string_view name;
  // Aborts with a message if a property does not hold.
  void (*run)(absl::string_view input);
  // Changes an input in the terms of its format; nothing if it is too damaged.
  // Null for targets whose inputs have none.
  std::optional<std::vector<uint32_t>> (*mutate)(absl::string_view input,
                                                 uint32_t seed) = nullptr;
};

absl::Span<const FuzzTarget> FuzzTargets();

// Null if there is none.
const FuzzTarget* FindFuzzTarget(absl::string_view name);

// The targets, each in a file of its name.
void FuzzModule(absl::string_view input);
std::optional<std::vector<uint32_t>> MutateModule(absl::string_view input,
                                                  uint32_t seed);
void FuzzText(absl::string_view input);
void FuzzFiles(absl::string_view input);
void FuzzOptions(absl::string_view input);
void FuzzLsp(absl::string_view input);
void FuzzCInterface(absl::string_view input);
void FuzzSpirvTools(absl::string_view input);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_FUZZ_FUZZ_TARGET_H_
