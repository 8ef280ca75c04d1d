#include "validate/engine/cascades.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/registry.h"
#include "validate/validator.h"

namespace plumb {
namespace {

TEST(CascadesTest, FollowRulesThatExist) {
  int count = 0;
  for (const Rule* rule : AllRules()) {
    if (rule->follows.empty()) continue;
    ++count;
    const Rule* other = FindRule(rule->follows);
    ASSERT_NE(other, nullptr) << rule->id;
    EXPECT_EQ(other->id, rule->follows) << "an alias";
  }
  EXPECT_GT(count, 0);
}

std::string Reported(absl::string_view text) {
  Module module;
  DiagnosticList diagnostics;
  const bool good = Assembler().Assemble(text, {}, &module, &diagnostics);
  EXPECT_EQ(good, diagnostics.empty());
  Validator().Validate(module, {}, &diagnostics);
  std::string ids;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    absl::StrAppend(&ids, " ", d.rule->id);
  }
  return ids;
}

// Types that are recursive by way of a pointer follow from each other.
TEST(CascadesTest, SomethingIsLeftOfACycle) {
  EXPECT_NE(Reported(R"(
    OpCapability Shader
    OpCapability Linkage
    OpCapability PhysicalStorageBufferAddresses
    OpMemoryModel PhysicalStorageBuffer64 GLSL450
    OpTypeForwardPointer %p PhysicalStorageBuffer
    %s = OpTypeStruct %p %s
    %p = OpTypePointer PhysicalStorageBuffer %s
    %p = OpTypePointer PhysicalStorageBuffer %s
  )"),
            "");
}

// However many constants are made of the wrong one, it is named once.
TEST(CascadesTest, AChainIsOneMistake) {
  std::string text = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %int = OpTypeInt 32 0
    %v0 = OpTypeVector %int 1
  )";
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&text, "%v", i + 1, " = OpTypeVector %v", i, " 2\n");
  }
  const std::string ids = Reported(text);
  EXPECT_EQ(ids.find(' '), ids.rfind(' ')) << ids;
}

// What follows from a mistake that makes nothing unknown is not said either.
TEST(CascadesTest, WhatFollowsGoesWithoutARoot) {
  EXPECT_EQ(Reported(R"(
    OpCapability Shader
    OpExtension "SPV_KHR_maximal_reconvergence"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1
    OpExecutionMode %main MaximallyReconvergesKHR
    %void = OpTypeVoid
    %bool = OpTypeBool
    %fn = OpTypeFunction %void
    %flag = OpConstantTrue %bool
    %main = OpFunction %void None %fn
    %start = OpLabel
    OpBranchConditional %flag %then %else
    %then = OpLabel
    OpBranch %end
    %else = OpLabel
    OpBranch %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
  )"),
            " cfg.structural.conditional-needs-merge");
}

// A fragment shader with one line more, in place of `from`.
std::string ReportedOfShader(absl::string_view from, absl::string_view to) {
  constexpr absl::string_view kShader = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main "main"
    OpExecutionMode %main OriginUpperLeft
    %void = OpTypeVoid
    %bool = OpTypeBool
    %float = OpTypeFloat 32
    %fn = OpTypeFunction %void
    %flag = OpConstantTrue %bool
    %one = OpConstant %float 1
    %main = OpFunction %void None %fn
    %start = OpLabel
    %two = OpFAdd %float %one %one
    %four = OpFAdd %float %two %two
    OpSelectionMerge %end None
    OpBranchConditional %flag %then %end
    %then = OpLabel
    %six = OpFAdd %float %four %two
    OpBranch %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
  )";
  EXPECT_TRUE(absl::StrContains(kShader, from)) << from;
  return Reported(absl::StrReplaceAll(kShader, {{from, to}}));
}

// Of a text with an instruction that cannot be read, the rest is judged.
TEST(CascadesTest, TheRestOfATextIsValidated) {
  constexpr absl::string_view kSix = "%six = OpFAdd %float %four %two";
  constexpr absl::string_view kWrong = "%six = OpFAdd %bool %four %two";
  EXPECT_EQ(ReportedOfShader(kSix, kWrong), " arith.float-binary.result-type");
  for (absl::string_view syntax :
       {"OpNop 5\n", "OpStore %one\n", "%x = OpFAdd %float %one\n",
        "%x = OpFAd %float %one %one\n %y = OpFAdd %float %x %x\n"}) {
    const std::string said =
        ReportedOfShader(kSix, absl::StrCat(syntax, kWrong));
    EXPECT_TRUE(absl::StartsWith(said, " asm.")) << said;
    EXPECT_TRUE(absl::EndsWith(said, " arith.float-binary.result-type"))
        << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), ' '), 2) << said;
  }
}

// What is missing is said once, as the syntax error that it is.
TEST(CascadesTest, NothingFollowsFromASyntaxError) {
  const struct {
    absl::string_view from, to;
  } kCases[] = {
      {"OpCapability Shader", "OpCapability Shadr"},
      {"OpMemoryModel Logical GLSL450", "OpMemoryModel Logical"},
      {"OpEntryPoint Fragment %main \"main\"", "OpEntryPoint Fragment %main"},
      {"OpExecutionMode %main OriginUpperLeft", "OpExecutionMode %main Origin"},
      {"%void = OpTypeVoid", "%void = OpTypVoid"},
      {"%float = OpTypeFloat 32", "%float = OpTypeFloat"},
      {"%float = OpTypeFloat 32", "%float = OpTypeFloat 33"},
      {"%one = OpConstant %float 1", "%one = OpConstant %flaot 1"},
      {"%main = OpFunction %void None %fn", "%main = OpFuncton %void None %fn"},
      {"%main = OpFunction %void None %fn", "%main = OpFunction %void Non %fn"},
      {"%start = OpLabel", "%start = OpLabl"},
      {"%two = OpFAdd %float %one %one", "%two = OpFAdd %float %one"},
      {"OpSelectionMerge %end None", "OpSelectionMerge %end"},
      {"OpBranchConditional %flag %then %end", "OpBranchConditional %flag"},
      {"%then = OpLabel", "%then = Label"},
      {"%then = OpLabel", "then = OpLabel"},
      {"OpBranch %end", "OpBranch"},
      {"%end = OpLabel", "%end OpLabel"},
      {"OpReturn", "Return"},
      {"OpReturn", "OpFoo"},
      {"OpFunctionEnd", "OpFunctonEnd"},
  };
  for (const auto& c : kCases) {
    const std::string said = ReportedOfShader(c.from, c.to);
    EXPECT_TRUE(absl::StartsWith(said, " asm.")) << c.to << ":" << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), ' '), 1)
        << c.to << ":" << said;
  }
}

TEST(CascadesTest, AFunctionThatEndsTooEarlyIsOneMistake) {
  EXPECT_EQ(
      ReportedOfShader("%then = OpLabel", "OpFunctionEnd\n%then = OpLabel"),
      " cfg.label.in-function");
}

// Variables in a module with a pointer type into a storage class.
std::string ReportedOfVariables(absl::string_view storage,
                                absl::string_view variables) {
  return Reported(absl::StrCat(R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %float = OpTypeFloat 32
    %private = OpTypePointer Private %float
    %pointer = OpTypePointer )",
                               storage, " %float\n", variables));
}

// A definition that no use of is right is the mistake; else the uses are.
TEST(CascadesTest, ASharedCauseIsOneMistake) {
  constexpr absl::string_view kTwo =
      "%a = OpVariable %pointer Output\n%b = OpVariable %pointer Output\n";
  constexpr absl::string_view kOne = "%a = OpVariable %pointer Output\n";
  constexpr absl::string_view kRight = "%c = OpVariable %pointer Input\n";
  constexpr absl::string_view kError = " memory.variable.storage-class-match";
  EXPECT_EQ(ReportedOfVariables("Input", kOne), kError);
  EXPECT_EQ(ReportedOfVariables("Input", kTwo), kError);
  EXPECT_EQ(ReportedOfVariables("Input", absl::StrCat(kOne, kRight)), kError);
  EXPECT_EQ(ReportedOfVariables("Input", absl::StrCat(kTwo, kRight)),
            absl::StrCat(kError, kError));
}

// It is said at the definition, and of the uses a few are shown.
TEST(CascadesTest, ASharedCauseCountsItsUses) {
  constexpr absl::string_view kText = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %float = OpTypeFloat 32
    %pointer = OpTypePointer Input %float
    %a = OpVariable %pointer Output
    %b = OpVariable %pointer Output
    %c = OpVariable %pointer Output
    %d = OpVariable %pointer Output
    %e = OpVariable %pointer Output
  )";
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(kText, {}, &module, &diagnostics));
  Validator().Validate(module, {}, &diagnostics);
  ASSERT_EQ(diagnostics.size(), 1);
  const Diagnostic& d = diagnostics.diagnostics()[0];
  EXPECT_EQ(d.place.inst, InstIndex(4));
  ASSERT_EQ(d.note_count, 4u);
  EXPECT_EQ(diagnostics.notes(d)[0].place.inst, InstIndex(5));
  EXPECT_EQ(diagnostics.notes(d)[2].place.inst, InstIndex(7));
  const Note& more = diagnostics.notes(d).back();
  EXPECT_EQ(more.place.inst, InstIndex(8));
  EXPECT_EQ(more.args[1].number, 2);
}

// A storage class that a single type needs a capability for is the mistake; if
// others need it, too, the capability is missing, and mistakes are apart.
TEST(CascadesTest, AnOperandThatNothingElseNeedsIsTheMistake) {
  constexpr absl::string_view kVariable = "%a = OpVariable %pointer Output\n";
  constexpr absl::string_view kOther =
      "%uint = OpTypeInt 32 0\n"
      "%other = OpTypePointer CallableDataKHR %uint\n";
  EXPECT_EQ(ReportedOfVariables("CallableDataKHR", kVariable),
            " capability.use.declared");
  EXPECT_EQ(
      ReportedOfVariables("CallableDataKHR", absl::StrCat(kOther, kVariable)),
      " capability.use.declared memory.variable.storage-class-match");
}

// Where a branch stands has nothing to do with what it asks.
TEST(CascadesTest, AWrongConditionHidesNoMissingMerge) {
  constexpr absl::string_view kBranch =
      "OpSelectionMerge %end None\n    OpBranchConditional %flag %then %end";
  EXPECT_EQ(ReportedOfShader(kBranch, "OpBranchConditional %one %then %end"),
            " cfg.structural.conditional-needs-merge"
            " control.branchconditional.condition-type");
  EXPECT_EQ(ReportedOfShader(kBranch, "OpBranchConditional %flg %then %end"),
            " cfg.structural.conditional-needs-merge ssa.id.defined");
}

}  // namespace
}  // namespace plumb
