// Disassembles damaged modules: mutants of small modules, and of the corpus
// and the conformance vectors if they exist.  Nothing may crash or take long,
// and the text must always give the same words.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "bench/corpus.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"
#include "testdata/forked_runner.h"
#include "testdata/number_from_env.h"
#include "testdata/shared_vectors.h"
#include "testdata/text_comparer.h"
#include "testdata/text_differential.h"

namespace plumb {
namespace {

constexpr uint32_t kMutants = 2000;  // of each source
// Longer modules take longer, and their damage is of the same kinds.
constexpr size_t kMaxWords = 3000;

// More for a longer run: PLUMB_MUTANTS=100000.
uint32_t MutantCount() { return NumberFromEnv("PLUMB_MUTANTS", kMutants); }

// Mutants of the modules in turn.
void ExpectMutantsRoundTrip(const std::vector<TextInput>& modules) {
  std::vector<TextInput> small;
  for (const TextInput& module : modules) {
    const bool fits =
        module.words.size() > kHeaderWords && module.words.size() <= kMaxWords;
    if (fits) small.push_back(module);
  }
  ASSERT_FALSE(small.empty());
  const DifferentialReport report =
      CompareMutants(small, MutantCount(), ForkOptions());
  EXPECT_TRUE(report.differences.empty())
      << report.differences.size() << " of " << MutantCount() << "\n"
      << absl::StrJoin(
             absl::MakeSpan(report.differences)
                 .subspan(0, std::min<size_t>(report.differences.size(), 10)),
             "");
  const auto get = [&](TextCount count) {
    return report.counts[static_cast<size_t>(count)];
  };
  EXPECT_GT(get(TextCount::kWrongForm), MutantCount() / 4);
  EXPECT_LT(get(TextCount::kWrongForm), MutantCount());
}

TEST(DisassemblyHostileTest, SmallShader) {
  TextInput input;
  input.name = "SmallShader";
  input.words = SmallShader().words();
  ExpectMutantsRoundTrip({input});
}

TEST(DisassemblyHostileTest, Corpus) {
  const auto inputs = CorpusInputs(bench::DefaultCorpusFolder(), 7);
  if (!inputs.ok()) GTEST_SKIP() << "there is no corpus";
  ExpectMutantsRoundTrip(*inputs);
}

// Mutants of the modules assembled from the texts, and of the binaries.
TEST(DisassemblyHostileTest, Vectors) {
  const std::string folder = VectorsFolder("testdata/conformance/sample.jsonl");
  if (folder.empty()) GTEST_SKIP() << "there are no vectors";
  const auto cases = CaseInputs(folder);
  ASSERT_TRUE(cases.ok()) << cases.status();
  std::vector<TextInput> binaries, assembled;
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  for (const TextInput& input : *cases) {
    if (!input.text.has_value()) {
      binaries.push_back(input);
      continue;
    }
    AssembleOptions options;
    options.env = input.env;
    options.preserve_numeric_ids = input.preserve_ids;
    diagnostics.Clear();
    if (!assembler.Assemble(*input.text, options, &module, &diagnostics)) {
      continue;
    }
    TextInput words;
    words.name = input.name;
    words.words.assign(module.words().begin(), module.words().end());
    assembled.push_back(std::move(words));
  }
  EXPECT_FALSE(binaries.empty());
  TextComparer comparer;
  for (const TextInput& binary : binaries) {
    const TextOutcome outcome = comparer.CompareRoundTrip(binary);
    EXPECT_TRUE(outcome.differences.empty())
        << absl::StrJoin(outcome.differences, "");
  }
  ExpectMutantsRoundTrip(assembled);
}

}  // namespace
}  // namespace plumb
