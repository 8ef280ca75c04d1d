#include "validate/triage/triage.h"

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
TEST(TriageTest, AnErrorOfACycleRemains) {
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

// However many types are made of a wrong one, there is one error.
TEST(TriageTest, TypesMadeOfARejectedOneFollow) {
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

// The rest of a text with an unread instruction is validated.
TEST(TriageTest, TheRestOfATextIsValidated) {
  constexpr absl::string_view kSix = "%six = OpFAdd %float %four %two";
  constexpr absl::string_view kWrong = "%six = OpFAdd %bool %four %two";
  EXPECT_EQ(ReportedOfShader(kSix, kWrong), " arith.float-binary.result-type");
  for (absl::string_view syntax :
       {"OpNop 5\n", "OpStore %one\n", "%x = OpFAdd %float %one\n",
        "%x = OpFAd %float %one %one\n %y = OpFAdd %float %x %x\n"}) {
    const std::string errors =
        ReportedOfShader(kSix, absl::StrCat(syntax, kWrong));
    EXPECT_TRUE(absl::StartsWith(errors, " asm.")) << errors;
    EXPECT_TRUE(absl::EndsWith(errors, " arith.float-binary.result-type"))
        << errors;
    EXPECT_EQ(std::count(errors.begin(), errors.end(), ' '), 2) << errors;
  }
}

// An unread instruction is one error, and what lacks it follows.
TEST(TriageTest, NothingFollowsFromASyntaxError) {
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
    const std::string errors = ReportedOfShader(c.from, c.to);
    EXPECT_TRUE(absl::StartsWith(errors, " asm.")) << c.to << ":" << errors;
    EXPECT_EQ(std::count(errors.begin(), errors.end(), ' '), 1)
        << c.to << ":" << errors;
  }
}

TEST(TriageTest, AFunctionThatEndsTooEarlyIsOneError) {
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

// Errors at all uses of one definition are one error; if a use is right, each
// wrong use is an error.
TEST(TriageTest, ErrorsOfOneDefinitionAreOne) {
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

// The error is at the first use, with notes at the definition and at others.
TEST(TriageTest, ErrorsOfOneDefinitionHaveNotesAtItsUses) {
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
    %f = OpVariable %pointer Output
  )";
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(kText, {}, &module, &diagnostics));
  Validator().Validate(module, {}, &diagnostics);
  ASSERT_EQ(diagnostics.size(), 1);
  const Diagnostic& d = diagnostics.diagnostics()[0];
  EXPECT_EQ(d.place.inst, InstIndex(5));
  EXPECT_EQ(diagnostics.hidden_count(), 0u);
  ASSERT_EQ(d.note_count, 5u);
  EXPECT_EQ(diagnostics.notes(d)[0].place.inst, InstIndex(4));
  EXPECT_EQ(diagnostics.notes(d)[1].place.inst, InstIndex(6));
  EXPECT_EQ(diagnostics.notes(d)[3].place.inst, InstIndex(8));
  const Note& more = diagnostics.notes(d).back();
  EXPECT_EQ(more.place.inst, InstIndex(9));
  EXPECT_EQ(more.args[1].number, 2);
}

// A missing capability does not hide other errors of the same definitions.
TEST(TriageTest, ARequirementHidesNothing) {
  EXPECT_EQ(ReportedOfVariables("CallableDataKHR",
                                "%a = OpVariable %pointer Output\n"),
            " capability.use.declared memory.variable.storage-class-match");
}

// Where a branch is does not depend on its condition.
TEST(TriageTest, AWrongConditionHidesNoMissingMerge) {
  constexpr absl::string_view kBranch =
      "OpSelectionMerge %end None\n    OpBranchConditional %flag %then %end";
  EXPECT_EQ(ReportedOfShader(kBranch, "OpBranchConditional %one %then %end"),
            " cfg.structural.conditional-needs-merge"
            " control.branchconditional.condition-type");
  EXPECT_EQ(ReportedOfShader(kBranch, "OpBranchConditional %flg %then %end"),
            " cfg.structural.conditional-needs-merge ssa.id.defined");
}

// The rules of a definition's uses, with a policy for one rule.
std::string ReportedWith(absl::string_view text, const RulePolicy& policy,
                         size_t* hidden) {
  Module module;
  DiagnosticList diagnostics;
  diagnostics.set_policy(&policy);
  EXPECT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  Validator().Validate(module, {}, &diagnostics);
  *hidden = diagnostics.hidden_count();
  std::string ids;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    absl::StrAppend(&ids, d.severity == Severity::kError ? " " : " (warning) ",
                    d.rule->id);
  }
  return ids;
}

// A rule that is off, or a warning, hides no other error of its instruction and
// poisons nothing.
TEST(TriageTest, OnlyErrorsInEffectHide) {
  constexpr absl::string_view kText = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %void = OpTypeVoid
    %float = OpTypeFloat 32
    %v4 = OpTypeVector %float 4
    %fn = OpTypeFunction %void
    %one = OpConstant %float 1
    %main = OpFunction %void None %fn
    %start = OpLabel
    %sum = OpIAdd %float %one %one
    %four = OpFAdd %v4 %sum %sum
    OpReturn
    OpFunctionEnd
  )";
  const Rule* const rule = FindRule("arith.integer-binary.result-type");
  ASSERT_NE(rule, nullptr);
  size_t hidden = 0;
  RulePolicy policy;
  EXPECT_EQ(ReportedWith(kText, policy, &hidden),
            " arith.integer-binary.result-type");
  EXPECT_EQ(hidden, 1u);
  constexpr absl::string_view kOthers =
      " arith.integer-binary.operand-type arith.float-binary.operand-type";
  policy.warnings.insert(rule);
  EXPECT_EQ(
      ReportedWith(kText, policy, &hidden),
      absl::StrCat(" (warning) arith.integer-binary.result-type", kOthers));
  policy = {};
  policy.disabled.insert(rule);
  EXPECT_EQ(ReportedWith(kText, policy, &hidden), kOthers);
}

// An error and its follow-ups do not hide an independent error.
TEST(TriageTest, IndependentErrorsAreBothReported) {
  const struct {
    absl::string_view from, to, ids;
  } kCases[] = {
      // A wrong result type, and a capability that is missing.
      {"%six = OpFAdd %float %four %two",
       "%six = OpGroupNonUniformElect %float %one", " capability.use.declared"},
      // An unknown decoration, and an error in another line.
      {"%void = OpTypeVoid",
       "OpDecorate %main Bogus\nOpDecorate %one Location 0\n%void = OpTypeVoid",
       " asm.enumerant.unknown decoration.location.target"},
      // An unknown opcode between two instructions of a block.
      {"%four = OpFAdd %float %two %two",
       "OpFoo %two\n%four = OpFAdd %bool %two %two",
       " asm.opcode.unknown arith.float-binary.result-type"},
  };
  for (const auto& c : kCases) {
    EXPECT_TRUE(absl::StartsWith(ReportedOfShader(c.from, c.to), c.ids) ||
                ReportedOfShader(c.from, c.to) == c.ids)
        << c.to << ":" << ReportedOfShader(c.from, c.to);
  }
}

}  // namespace
}  // namespace plumb
