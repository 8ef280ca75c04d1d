// A sample of the comparisons of //testdata:text_differential, small enough to
// run each time: examples, and a few modules of the corpus and of the
// conformance vectors, if they exist.
#include "testdata/text_differential.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/strings/str_join.h"
#include "bench/corpus.h"
#include "gtest/gtest.h"
#include "testdata/shared_vectors.h"

namespace plumb {
namespace {

constexpr char kExamples[] = "testdata/examples";
constexpr size_t kEvery = 101;

uint64_t Get(const TextCounts& counts, TextCount count) {
  return counts[static_cast<size_t>(count)];
}

std::vector<TextInput> Examples() {
  std::vector<TextInput> inputs;
  for (const auto& entry : std::filesystem::directory_iterator(kExamples)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    TextInput input;
    input.name = entry.path();
    input.text = text.str();
    inputs.push_back(std::move(input));
  }
  return inputs;
}

void ExpectNoDifference(const DifferentialReport& report) {
  EXPECT_EQ(Get(report.counts, TextCount::kDifferences), 0u)
      << absl::StrJoin(report.differences, "");
  EXPECT_GT(Get(report.counts, TextCount::kSameWords), 0u);
  EXPECT_GT(Get(report.counts, TextCount::kSameTexts), 0u);
  EXPECT_GT(Get(report.counts, TextCount::kRoundTrips), 0u);
}

TEST(TextDifferentialTest, Examples) {
  const std::vector<TextInput> inputs = Examples();
  ASSERT_FALSE(inputs.empty());
  ExpectNoDifference(CompareAll(inputs, {}));
}

TEST(TextDifferentialTest, Corpus) {
  const auto inputs = CorpusInputs(bench::DefaultCorpusFolder(), kEvery);
  if (!inputs.ok()) GTEST_SKIP() << "there is no corpus";
  ExpectNoDifference(CompareAll(*inputs, {}));
}

TEST(TextDifferentialTest, Vectors) {
  const std::string folder = VectorsFolder("testdata/examples/triangle.spvasm");
  if (folder.empty()) GTEST_SKIP() << "there are no vectors";
  const auto inputs = CaseInputs(folder, kEvery);
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  ExpectNoDifference(CompareAll(*inputs, {}));
}

// Differences that the comparison itself detects.
TEST(TextComparerTest, DetectsDifferences) {
  TextComparer comparer;
  TextInput input;
  input.name = "x";
  input.text = "OpCapability 1";  // a number: only Plumb accepts it
  TextOutcome outcome = comparer.Compare(input);
  EXPECT_EQ(outcome[TextCount::kOnlyPeerRejects], 1u);
  EXPECT_EQ(outcome[TextCount::kSameTexts], comparer.combinations());
  EXPECT_EQ(outcome[TextCount::kRoundTrips], 3u);
  EXPECT_EQ(outcome[TextCount::kDifferences], 0u);

  input.text = "OpCapability Shadre";
  outcome = comparer.Compare(input);
  EXPECT_EQ(outcome[TextCount::kBothReject], 1u);
  EXPECT_EQ(outcome[TextCount::kRoundTrips], 0u);

  input.text.reset();
  input.words = {0x07230203, 0x00010600, 0, 9, 0, 0x0002ffff, 7};
  outcome = comparer.Compare(input);
  EXPECT_EQ(outcome[TextCount::kWrongForm], 1u);
  EXPECT_EQ(outcome[TextCount::kRoundTrips], 1u);
}

}  // namespace
}  // namespace plumb
