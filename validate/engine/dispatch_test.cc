// Tests which rows and checks apply to an instruction, including extended
// instructions, and that operand rules check the operands of these.
#include "validate/engine/dispatch.h"

#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr Rule kFloatX = {"test.x.float", "2", "{1} is {0}"};
constexpr Rule kFloatY = {"test.y.float", "2", "{1} is {0}"};
constexpr TypePattern kFloat = {.component = type_trait::kFloat};

// Pow(x, y) and Sqrt(x) of GLSL.std.450; no set has the last number.
constexpr uint32_t kPow = 26;
constexpr uint32_t kSqrt = 31;
constexpr uint32_t kNumbers[] = {kPow, kSqrt, 9999};
constexpr Instructions kRoots = {ExtInstSet::kGlslStd450, kNumbers};
constexpr Op kAdd[] = {Op::kFAdd};

void DoNothing(const CheckContext& /*c*/) {}
void DoNothingElse(const CheckContext& /*c*/) {}

constexpr OperandRule kOperandRules[] = {
    {kRoots, "x", kFloat, &kFloatX},
    {kRoots, "y", kFloat, &kFloatY},
};
constexpr Signature kSignatures[] = {{.ops = kAdd, .result = kFloat}};
constexpr Check kChecks[] = {{kAdd, DoNothing}, {kRoots, DoNothingElse}};
constexpr Family kFamily(kChecks, kSignatures, kOperandRules);
constexpr ListedFamily kFamilies[] = {{"test/test", &kFamily}};

Dispatch::Row RowOf(uint32_t number) {
  return Dispatch::Row(
      grammar::ExtInstFromNumber(ExtInstSet::kGlslStd450, number));
}

TEST(DispatchTest, OpcodesAndExtendedInstructionsHaveRows) {
  const Dispatch dispatch(kFamilies);
  const Dispatch::Row add(Op::kFAdd);
  EXPECT_EQ(dispatch.SignaturesOf(add).size(), 1u);
  EXPECT_TRUE(dispatch.OperandRulesOf(add).empty());
  ASSERT_EQ(dispatch.ChecksOf(add).size(), 1u);
  EXPECT_EQ(dispatch.ChecksOf(add)[0]->run, &DoNothing);
  EXPECT_TRUE(dispatch.ChecksOf(Dispatch::Row(Op::kExtInst)).empty());

  ASSERT_EQ(dispatch.ChecksOf(RowOf(kSqrt)).size(), 1u);
  EXPECT_EQ(dispatch.ChecksOf(RowOf(kSqrt))[0]->run, &DoNothingElse);
  EXPECT_TRUE(dispatch.SignaturesOf(RowOf(kSqrt)).empty());
}

TEST(DispatchTest, ItemsKeepTheOrderOfTheFamilies) {
  static constexpr Op kBoth[] = {Op::kFSub, Op::kFAdd};
  static constexpr Check kTwo[] = {{kBoth, DoNothingElse}, {kBoth, DoNothing}};
  static constexpr Family kOther(kTwo);
  static constexpr ListedFamily kListed[] = {{"test/test", &kFamily},
                                             {"test/other", &kOther}};
  const Dispatch dispatch(kListed);
  const auto checks = dispatch.ChecksOf(Dispatch::Row(Op::kFAdd));
  ASSERT_EQ(checks.size(), 3u);
  EXPECT_EQ(checks[0], &kChecks[0]);
  EXPECT_EQ(checks[1], &kTwo[0]);
  EXPECT_EQ(checks[2], &kTwo[1]);
  EXPECT_EQ(dispatch.ChecksOf(Dispatch::Row(Op::kFSub)).size(), 2u);
}

TEST(DispatchTest, OperandsOfExtendedInstructionsAreFoundByName) {
  const Dispatch dispatch(kFamilies);
  // Behind result type, result, set and instruction.
  const std::vector<BoundOperandRule> sqrt =
      dispatch.OperandRulesOf(RowOf(kSqrt));
  ASSERT_EQ(sqrt.size(), 1u) << "it has no y";
  EXPECT_EQ(sqrt[0].rule, &kOperandRules[0]);
  EXPECT_EQ(sqrt[0].operand, OperandIndex(4));
  const std::vector<BoundOperandRule> pow =
      dispatch.OperandRulesOf(RowOf(kPow));
  ASSERT_EQ(pow.size(), 2u);
  EXPECT_EQ(pow[1].operand, OperandIndex(5));
}

TEST(DispatchTest, OperandRulesCheckExtendedInstructions) {
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(R"(
    OpCapability Shader
    OpCapability Linkage
    %glsl = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    %float = OpTypeFloat 32
    %uint = OpTypeInt 32 0
    %one = OpConstant %float 1
    %two = OpConstant %uint 2
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %f = OpFunction %void None %fn
    %entry = OpLabel
    %power = OpExtInst %float %glsl Pow %one %two
    OpReturn
    OpFunctionEnd
  )",
                                   {}, &module, &diagnostics));
  const Dispatch dispatch(kFamilies);
  const ValidatorOptions options;
  ModuleContext context;
  context.Begin(module, options, &diagnostics);
  InstIndex power(0);
  while (module.record(power).op != Op::kExtInst) ++power;
  const CheckContext c(context, nullptr, &diagnostics, power);
  EXPECT_FALSE(CheckOperandRules(c, dispatch.OperandRulesOf(RowOf(kPow))));
  ASSERT_EQ(diagnostics.diagnostics().size(), 1u);
  EXPECT_EQ(diagnostics.diagnostics()[0].rule, &kFloatY);
  EXPECT_EQ(diagnostics.diagnostics()[0].place.operand, 5);
}

}  // namespace
}  // namespace plumb
