#include "testdata/verdict_differential.h"

#include <string>

#include "bench/peer.h"
#include "gtest/gtest.h"
#include "testdata/verdict_comparer.h"

namespace plumb {
namespace {

constexpr char kShader[] = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %color
OpExecutionMode %main OriginUpperLeft
OpName %main "main"
OpDecorate %color Location 0
%void = OpTypeVoid
%float = OpTypeFloat 32
%ptr = OpTypePointer Output %float
%color = OpVariable %ptr Output
%one = OpConstant %float 1
%void_fn = OpTypeFunction %void
%main = OpFunction %void None %void_fn
%entry = OpLabel
%sum = OpFAdd %float %one %one
OpStore %color %sum
OpReturn
OpFunctionEnd
)";

std::vector<uint32_t> WordsOf(const char* text) {
  const auto peer = bench::Peer::Create("vulkan1.0");
  const auto binary = peer->Assemble(text);
  return {binary->words().begin(), binary->words().end()};
}

bench::Corpus CorpusOf(std::vector<uint32_t> words) {
  bench::Corpus corpus;
  corpus.modules.push_back({"a", "vulkan1.0", std::move(words), ""});
  return corpus;
}

TEST(ReasonOfTest, KeepsTheCommonParts) {
  EXPECT_EQ(ReasonOf("12: ID '34[%34]' is not a type id\n  %1 = OpNop"),
            "ID <id> is not a type id");
  EXPECT_EQ(ReasonOf("3: index 4 is out of 2 for %x"),
            "index N is out of N for <id>");
  EXPECT_EQ(ReasonOf("7: Found OpTypeInt, not a vector (OpTypeVector)"),
            "Found <type>, not a vector (<type>)");
  EXPECT_EQ(ReasonOf("3: [VUID-A-B-04652] x"), "[VUID-A-B-04652] x");
}

TEST(VerdictComparerTest, ReturnsBothVerdicts) {
  const auto comparer = VerdictComparer::Create("vulkan1.0");
  ASSERT_NE(comparer, nullptr);
  std::vector<uint32_t> words = WordsOf(kShader);
  const Verdicts valid = comparer->Compare(words);
  EXPECT_TRUE(valid.plumb_accepts && valid.peer_accepts) << valid.reason();
  words.resize(words.size() - 1);  // without OpFunctionEnd
  const Verdicts cut = comparer->Compare(words);
  EXPECT_TRUE(cut.agree());
  EXPECT_FALSE(cut.plumb_reason.empty());
  EXPECT_FALSE(cut.peer_reason.empty());
}

TEST(VerdictComparerTest, UnknownEnvironment) {
  EXPECT_EQ(VerdictComparer::Create("vulkan9.9"), nullptr);
}

TEST(CompareVerdictsTest, CountsAddUp) {
  MutationOptions options;
  options.count = 300;
  const VerdictReport report =
      CompareVerdicts(CorpusOf(WordsOf(kShader)), options);
  EXPECT_EQ(report.modules, 1u);
  EXPECT_GT(report.mutations, 290u);
  EXPECT_GT(report.both_reject, 0u);
  EXPECT_EQ(report.mutations, report.both_accept + report.both_reject +
                                  report.accepted_alone() +
                                  report.rejected_alone());
  EXPECT_TRUE(report.unchanged_by_peer.empty());
  EXPECT_TRUE(report.failures.empty());
}

TEST(CompareVerdictsTest, SkipsModulesThatAreInvalidUnchanged) {
  MutationOptions options;
  options.count = 10;
  std::vector<uint32_t> words = WordsOf(kShader);
  words.resize(words.size() - 1);
  const VerdictReport report = CompareVerdicts(CorpusOf(words), options);
  EXPECT_EQ(report.modules, 0u);
  EXPECT_TRUE(report.unchanged_by_peer.empty());
}

// Both reject it; Minimize() keeps the verdicts, whatever they are.
TEST(MinimizeTest, KeepsVerdictsAndReasons) {
  const auto comparer = VerdictComparer::Create("vulkan1.0");
  std::vector<uint32_t> words = WordsOf(kShader);
  words.resize(words.size() - 1);
  const Verdicts before = comparer->Compare(words);
  const std::vector<uint32_t> small = Minimize(words, comparer.get());
  EXPECT_LT(small.size(), words.size());
  const Verdicts after = comparer->Compare(small);
  EXPECT_EQ(after.plumb_reason, before.plumb_reason);
  EXPECT_FALSE(after.peer_accepts);
}

}  // namespace
}  // namespace plumb
