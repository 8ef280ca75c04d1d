// Runs the fuzz targets on the inputs that once violated a property
// (inputs/TARGET), and on the modules of testdata: on every other one, and on a
// change of each of the others that depends on a seed.
//
//   PLUMB_FUZZ_ROUNDS=N   all modules, and N changes of each
//   PLUMB_FUZZ_LAST=FILE  writes each input to FILE before it runs
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_writer.h"
#include "parse/text/assembler.h"
#include "testdata/fuzz/fuzz_target.h"
#include "testdata/module_setting.h"
#include "testdata/number_from_env.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> FilesBelow(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void RunOn(const FuzzTarget& target, absl::string_view input) {
  if (const char* const last = std::getenv("PLUMB_FUZZ_LAST")) {
    std::ofstream(last, std::ios::binary) << input;
  }
  target.run(input);
}

TEST(RecordedInputsTest, HoldForEachTarget) {
  size_t count = 0;
  for (const FuzzTarget& target : FuzzTargets()) {
    const fs::path folder =
        fs::path("testdata/fuzz/inputs") / std::string(target.name);
    for (const fs::path& file : FilesBelow(folder)) {
      SCOPED_TRACE(file.string());
      RunOn(target, ReadTestFile(file));
      ++count;
    }
  }
  EXPECT_GT(count, 0u);
}

TEST(RecordedInputsTest, HoldForModulesAndChangesOfThem) {
  const uint32_t rounds = NumberFromEnv("PLUMB_FUZZ_ROUNDS", 0);
  const FuzzTarget& target = *FindFuzzTarget("module");
  size_t count = 0;
  uint32_t seed = 1;
  for (const fs::path& file : FilesBelow("testdata/rules")) {
    Module module;
    DiagnosticList diagnostics;
    const std::string text = ReadTestFile(file);
    if (!Assembler().Assemble(text, {}, &module, &diagnostics)) continue;
    const std::string bytes = EncodeModule(module);
    const bool is_changed = rounds == 0 && count % 2 == 1;
    ++count;
    if (!is_changed) RunOn(target, bytes);
    const uint32_t changes = is_changed ? 1 : rounds;
    for (uint32_t round = 0; round < changes; ++round, seed += 0x9e3779b9) {
      const std::optional<std::vector<uint32_t>> words =
          target.mutate(bytes, seed);
      if (!words.has_value()) continue;
      RunOn(target, {reinterpret_cast<const char*>(words->data()),
                     words->size() * sizeof(uint32_t)});
    }
  }
  EXPECT_GT(count, 1000u);
}

}  // namespace
}  // namespace plumb
