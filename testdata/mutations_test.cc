#include "testdata/mutations.h"

#include <algorithm>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

constexpr char kText[] = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main"
OpExecutionMode %main OriginUpperLeft
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%true = OpConstantTrue %bool
%one = OpConstant %int 1
%two = OpConstant %int 2
%void_fn = OpTypeFunction %void
%main = OpFunction %void None %void_fn
%entry = OpLabel
%sum = OpIAdd %int %one %two
OpSelectionMerge %done None
OpBranchConditional %true %then %done
%then = OpLabel
OpBranch %done
%done = OpLabel
OpReturn
OpFunctionEnd
)";
constexpr uint32_t kSeeds = 2000;

class MutationsTest : public testing::Test {
 protected:
  void SetUp() override {
    DiagnosticList diagnostics;
    ASSERT_TRUE(Assembler().Assemble(kText, {}, &module_, &diagnostics));
  }

  Module module_;
};

TEST_F(MutationsTest, SameSeedSameMutant) {
  const IdGroups groups(module_);
  for (uint32_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(Mutate(groups, seed).words, Mutate(groups, seed).words);
  }
}

TEST_F(MutationsTest, MutantsDifferAndDescribeTheChange) {
  const IdGroups groups(module_);
  std::set<std::vector<uint32_t>> mutants;
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Mutation mutation = Mutate(groups, seed);
    EXPECT_EQ(mutation.words.empty(), mutation.what.empty());
    mutants.insert(mutation.words);
  }
  EXPECT_GT(mutants.size(), 200u);
}

// Only one thing changes: word counts still lead from instruction to
// instruction.
TEST_F(MutationsTest, MutantsAreWellFormedOrNearlySo) {
  const IdGroups groups(module_);
  uint32_t read = 0;
  uint32_t made = 0;
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Mutation mutation = Mutate(groups, seed);
    if (mutation.words.empty()) continue;
    ++made;
    Module mutant;
    DiagnosticList diagnostics;
    read += BinaryReader().Read(mutation.words, &mutant, &diagnostics);
    size_t at = kHeaderWords;
    while (at < mutation.words.size()) {
      const uint32_t count = mutation.words[at] >> 16;
      ASSERT_GT(count, 0u) << mutation.what;
      at += count;
    }
    EXPECT_EQ(at, mutation.words.size()) << mutation.what;
  }
  EXPECT_GT(read, made * 9 / 10);
}

TEST_F(MutationsTest, EveryKindOfChangeIsMade) {
  const IdGroups groups(module_);
  std::set<std::string> missing = {"dropped",   "doubled",   "moved before",
                                   "swapped",   "exchanged", "word 0 of",
                                   "word 1 of", "OpBranch)", "OpConstant)"};
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::string what = Mutate(groups, seed).what;
    for (auto it = missing.begin(); it != missing.end();) {
      it = absl::StrContains(what, *it) ? missing.erase(it) : std::next(it);
    }
  }
  EXPECT_EQ(missing, std::set<std::string>());
}

TEST_F(MutationsTest, IdsAreReplacedByTheSameSort) {
  const IdGroups groups(module_);
  const auto op_of = [this](Id id) {
    return module_.record(module_.def(id)).op;
  };
  for (uint32_t id = 1; id < module_.id_bound(); ++id) {
    for (uint32_t random = 0; random < 20; ++random) {
      const Id other = groups.ReplacementFor(Id(id), random);
      const Op op = op_of(Id(id));
      EXPECT_EQ(grammar::Is(op, OpTrait::kType),
                grammar::Is(op_of(other), OpTrait::kType));
      if (op == Op::kLabel) {
        EXPECT_EQ(op_of(other), Op::kLabel);
      }
    }
  }
}

}  // namespace
}  // namespace plumb
