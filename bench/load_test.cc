// Asserts the bounds of memory that docs/contributor/limits.md states.

#include "bench/load.h"

#include <cstddef>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "bench/memory.h"
#include "gtest/gtest.h"

namespace plumb::bench {

// NOLINTNEXTLINE(readability-identifier-naming): as GoogleTest names it
static void PrintTo(const Load& load, std::ostream* out) {
  *out << NameOf(load.task) << " " << load.name;
}

namespace {

constexpr char kDocument[] = "docs/contributor/limits.md";

// What any session needs, whatever its input.
constexpr double kFixedBytes = 512 * 1024;

// Sizes within a factor of two, because some arrays grow by doubling.
constexpr double kScales[] = {3, 3.8, 4.8};

using LoadName = std::pair<std::string, std::string>;  // task and name

// The multiples of the input in the document's table:
// | task | input | grows | before | memory | work |.
std::map<LoadName, double> ReadBounds() {
  std::map<LoadName, double> bounds;
  std::ifstream document(kDocument);
  for (std::string line; std::getline(document, line);) {
    std::vector<std::string> cells = absl::StrSplit(line, '|');
    double bound = 0;
    if (cells.size() != 8) continue;
    for (std::string& cell : cells) absl::StripAsciiWhitespace(&cell);
    if (!absl::SimpleAtod(cells[5], &bound)) continue;
    const bool is_new =
        bounds.emplace(LoadName(cells[1], cells[2]), bound).second;
    EXPECT_TRUE(is_new) << line;
  }
  return bounds;
}

LoadName NameOf(const Load& load) {
  return {std::string(NameOf(load.task)), load.name};
}

TEST(LoadTest, DocumentHasEachLoad) {
  std::map<LoadName, double> bounds = ReadBounds();
  for (const Load& load : Loads()) {
    EXPECT_EQ(bounds.erase(NameOf(load)), 1u)
        << kDocument << " lacks " << load.name;
  }
  for (const auto& [name, bound] : bounds) {
    ADD_FAILURE() << kDocument << " has " << name.first << " " << name.second
                  << ", which is not a load";
  }
}

class LoadMemoryTest : public testing::TestWithParam<Load> {};

TEST_P(LoadMemoryTest, NeedsNoMoreThanDocumented) {
  if (!HeapIsCounted()) GTEST_SKIP() << "malloc() is the sanitizer's";
  static const auto* const bounds =
      new std::map<LoadName, double>(ReadBounds());
  const Load& load = GetParam();
  const double bound = bounds->at(NameOf(load));
  for (const double scale : kScales) {
    const std::string input = load.generate(static_cast<int>(load.n * scale));
    const HeapUse use = MeasureHeap([&] { RunLoad(load.task, input); });
    const auto size = static_cast<double>(input.size());
    EXPECT_LE(static_cast<double>(use.peak_bytes), bound * size + kFixedBytes)
        << (static_cast<double>(use.peak_bytes) - kFixedBytes) / size
        << " times the " << input.size() << " bytes of the input";
  }
}

INSTANTIATE_TEST_SUITE_P(All, LoadMemoryTest, testing::ValuesIn(Loads()),
                         [](const auto& info) {
                           return absl::StrCat(NameOf(info.param.task), "_",
                                               info.param.name);
                         });

}  // namespace
}  // namespace plumb::bench
