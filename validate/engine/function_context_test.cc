#include "validate/engine/function_context.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

// A module in memory and the context of its functions.
class FunctionContextTest : public testing::Test {
 protected:
  // Assembles a module of functions after common declarations.
  void Load(absl::string_view functions,
            absl::string_view capability = "Shader") {
    text_ = absl::StrCat("OpCapability ", capability, R"(
        OpCapability Linkage
        OpMemoryModel Logical GLSL450
        %void = OpTypeVoid
        %bool = OpTypeBool
        %fn = OpTypeFunction %void
        %flag = OpConstantTrue %bool
        )",
                         functions);
    Assembler assembler;
    ASSERT_TRUE(assembler.Assemble(text_, {}, &module_, &diagnostics_));
    context_.Begin(module_, options_, &diagnostics_);
    function_.Begin(context_, &diagnostics_);
  }

  std::string text_;
  Module module_;
  ValidatorOptions options_;
  DiagnosticList diagnostics_;
  ModuleContext context_;
  FunctionContext function_;
};

constexpr absl::string_view kLoop = R"(
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpBranch %loop
    %loop = OpLabel
    OpLoopMerge %end %next None
    OpBranchConditional %flag %next %end
    %next = OpLabel
    OpBranch %loop
    %end = OpLabel
    OpReturn
    OpFunctionEnd
)";

TEST_F(FunctionContextTest, FindsBlocksWithMergeAndTerminator) {
  Load(kLoop);
  function_.Enter(0);
  ASSERT_EQ(function_.blocks().size(), 4u);
  const Block& entry = function_.block(BlockIndex(0));
  const Block& loop = function_.block(BlockIndex(1));
  EXPECT_EQ(entry.merge, kNoInst);
  EXPECT_EQ(module_.record(entry.label).op, grammar::Op::kLabel);
  EXPECT_EQ(module_.record(entry.terminator).op, grammar::Op::kBranch);
  EXPECT_EQ(module_.record(loop.merge).op, grammar::Op::kLoopMerge);
  EXPECT_EQ(module_.record(loop.label).result, loop.id);
  EXPECT_EQ(function_.BlockOf(loop.terminator), BlockIndex(1));
  EXPECT_EQ(function_.BlockOf(function_.range().first), kNoBlock);
  EXPECT_EQ(function_.BlockOfLabel(loop.id), BlockIndex(1));
  EXPECT_EQ(function_.BlockOfLabel(function_.id()), kNoBlock);
  EXPECT_EQ(function_.BlockOfLabel(Id(0xffff)), kNoBlock);
}

TEST_F(FunctionContextTest, BuildsGraphDominatorsAndStructure) {
  Load(kLoop);
  function_.Enter(0);
  ASSERT_TRUE(function_.has_graph());
  ASSERT_TRUE(function_.has_structure());
  EXPECT_EQ(function_.graph().edge_count(), 4u);
  EXPECT_TRUE(function_.dominators().Dominates(BlockIndex(1), BlockIndex(3)));
  const cfg::BlockInfo& info = function_.block_info()[1];
  EXPECT_EQ(info.header, cfg::HeaderKind::kLoop);
  EXPECT_EQ(info.merge, BlockIndex(3));
  EXPECT_EQ(info.continue_target, BlockIndex(2));
  EXPECT_NE(function_.structure().headed_by(BlockIndex(1)), cfg::kNoConstruct);
  EXPECT_TRUE(function_.structural_post_dominators().Dominates(BlockIndex(2),
                                                               BlockIndex(2)));
}

TEST_F(FunctionContextTest, DistinguishesTheKindsOfSelections) {
  Load(R"(
    %int = OpTypeInt 32 0
    %one = OpConstant %int 1
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpSelectionMerge %join None
    OpSwitch %one %join 0 %case
    %case = OpLabel
    OpBranch %join
    %join = OpLabel
    OpSelectionMerge %end None
    OpBranchConditional %flag %then %end
    %then = OpLabel
    OpBranch %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
  )");
  function_.Enter(0);
  ASSERT_TRUE(function_.has_structure());
  EXPECT_EQ(function_.block_info()[0].header, cfg::HeaderKind::kSwitch);
  EXPECT_EQ(function_.block_info()[2].header, cfg::HeaderKind::kSelection);
}

TEST_F(FunctionContextTest, KernelsWithMergeInstructionsHaveStructure) {
  Load(kLoop, "Kernel");
  function_.Enter(0);
  EXPECT_TRUE(function_.has_graph());
  EXPECT_TRUE(function_.has_structure());
}

TEST_F(FunctionContextTest, ABrokenFunctionHasNoGraph) {
  Load(kLoop);
  context_.BreakFunction(0);
  function_.Enter(0);
  EXPECT_FALSE(function_.has_graph());
  EXPECT_EQ(function_.blocks().size(), 4u);
}

TEST_F(FunctionContextTest, NoGraphWithTargetsElsewhere) {
  Load(R"(
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpBranch %there
    OpFunctionEnd
    %other = OpFunction %void None %fn
    %there = OpLabel
    OpReturn
    OpFunctionEnd
  )");
  function_.Enter(0);
  EXPECT_FALSE(function_.has_graph());
  function_.Enter(1);
  EXPECT_TRUE(function_.has_graph());
  EXPECT_FALSE(function_.has_structure()) << "one block does not branch";
}

TEST_F(FunctionContextTest, KeepsNothingOfThePreviousFunction) {
  Load(absl::StrCat(kLoop, R"(
    %declared = OpFunction %void None %fn
    OpFunctionEnd
  )"));
  function_.Enter(0);
  function_.Enter(1);
  EXPECT_TRUE(function_.blocks().empty());
  EXPECT_FALSE(function_.has_graph());
  EXPECT_FALSE(function_.has_structure());
  function_.Enter(0);
  EXPECT_EQ(function_.blocks().size(), 4u);
  EXPECT_TRUE(function_.has_structure());
}

}  // namespace
}  // namespace plumb
