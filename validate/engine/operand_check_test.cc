// Tests the interpreter of signatures with rows of its own: if a rule does not
// apply, it is not reported, nothing follows from it, and the instruction is
// not rejected.
#include "validate/engine/operand_check.h"

#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/engine/check_context.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr Scope kUpTo13 = {.max_version = 3};
constexpr Rule kAlways = {"test.always.here", "2", "not {0}"};
constexpr Rule kEarly = {"test.early.only", "2",    "not {0}", "",
                         Severity::kError,  kUpTo13};
constexpr Rule kEarlyPair = {"test.early.pair", "2",    "not {0} but {1}", "",
                             Severity::kError,  kUpTo13};
constexpr Op kOps[] = {Op::kIAdd};
constexpr TypePattern kFloat = {.component = tt::kFloat};

// The sum of two unsigned numbers of different widths.
constexpr absl::string_view kText = R"(
  OpCapability Shader
  OpCapability Linkage
  OpCapability Int64
  OpMemoryModel Logical GLSL450
  %uint = OpTypeInt 32 0
  %ulong = OpTypeInt 64 0
  %a = OpConstant %uint 1
  %b = OpConstant %ulong 1
  %void = OpTypeVoid
  %fn = OpTypeFunction %void
  %f = OpFunction %void None %fn
  %entry = OpLabel
  %sum = OpIAdd %uint %a %b
  OpReturn
  OpFunctionEnd
)";

struct Outcome {
  bool holds;
  std::vector<std::string> rules;
  bool poisoned;
};

Outcome Check(const Signature& signature, TargetEnv env) {
  Module module;
  DiagnosticList diagnostics;
  Assembler assembler;
  AssembleOptions assembling;
  assembling.env = env;
  EXPECT_TRUE(assembler.Assemble(kText, assembling, &module, &diagnostics));
  ValidatorOptions options;
  options.env = env;
  ModuleContext context;
  context.Begin(module, options, &diagnostics);
  InstIndex sum(0);
  while (module.record(sum).op != Op::kIAdd) ++sum;
  const CheckContext c(context, nullptr, &diagnostics, sum);
  Outcome outcome;
  outcome.holds = CheckSignature(c, Bind(signature));
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    outcome.rules.emplace_back(d.rule->id);
  }
  outcome.poisoned = context.poisoned(module.record(sum).result);
  return outcome;
}

const std::vector<std::string> kNothing;

TEST(SignatureTest, ReportsAResultAndPoisonsIt) {
  const Signature s = {.ops = kOps, .result = kFloat, .result_rule = &kAlways};
  const Outcome got = Check(s, TargetEnv::kSpirv1_6);
  EXPECT_FALSE(got.holds);
  EXPECT_TRUE(got.poisoned);
  EXPECT_EQ(got.rules, std::vector<std::string>{"test.always.here"});
}

TEST(SignatureTest, AResultRuleThatDoesNotApplyStopsNothing) {
  const Signature s = {.ops = kOps, .result = kFloat, .result_rule = &kEarly};
  const Outcome early = Check(s, TargetEnv::kSpirv1_3);
  EXPECT_FALSE(early.holds);
  EXPECT_EQ(early.rules, std::vector<std::string>{"test.early.only"});
  const Outcome late = Check(s, TargetEnv::kSpirv1_4);
  EXPECT_TRUE(late.holds);
  EXPECT_FALSE(late.poisoned);
  EXPECT_EQ(late.rules, kNothing);
}

TEST(SignatureTest, AnOperandRuleThatDoesNotApplyStopsNothing) {
  const Signature s = {.ops = kOps,
                       .operands = kFloat,
                       .operand_rule = &kEarly,
                       .relation = Relation::kEachOther,
                       .relation_rule = &kAlways};
  // Both operands violate the rule, independently.
  EXPECT_EQ(Check(s, TargetEnv::kSpirv1_3).rules,
            (std::vector<std::string>{"test.early.only", "test.early.only"}));
  // The rest of the row is checked.
  const Outcome late = Check(s, TargetEnv::kSpirv1_4);
  EXPECT_FALSE(late.holds);
  EXPECT_EQ(late.rules, std::vector<std::string>{"test.always.here"});
}

TEST(SignatureTest, ARelationThatDoesNotApplyStopsNothing) {
  const Signature s = {.ops = kOps,
                       .relation = Relation::kResultType,
                       .relation_rule = &kEarlyPair};
  EXPECT_EQ(Check(s, TargetEnv::kSpirv1_3).rules,
            std::vector<std::string>{"test.early.pair"});
  const Outcome late = Check(s, TargetEnv::kSpirv1_4);
  EXPECT_TRUE(late.holds);
  EXPECT_EQ(late.rules, kNothing);
}

}  // namespace
}  // namespace plumb
