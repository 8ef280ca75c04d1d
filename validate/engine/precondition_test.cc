// Tests which modules meet which preconditions.
#include "validate/engine/precondition.h"

#include <vector>

#include "absl/strings/string_view.h"
#include "core/device/device.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/engine/dispatch.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::ExtInstSet;

constexpr absl::string_view kShader = R"(
    OpCapability Shader
    %1 = OpExtInstImport "GLSL.std.450"
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %2 "main"
    OpExecutionMode %2 OriginUpperLeft
    OpDecorate %3 RelaxedPrecision
    %void = OpTypeVoid
    %type = OpTypeFunction %void
    %float = OpTypeFloat 32
    %one = OpConstant %float 1
    %2 = OpFunction %void None %type
    %4 = OpLabel
    %3 = OpFAdd %float %one %one
    OpReturn
    OpFunctionEnd)";

class PreconditionTest : public testing::Test {
 protected:
  bool Holds(Precondition precondition) {
    module_ = Module();
    EXPECT_TRUE(Assembler().Assemble(kShader, {}, &module_, &diagnostics_));
    context_.Begin(module_, options_, &diagnostics_);
    const Preconditions row = Requires(precondition);
    return EvaluateRows(&row, 1, context_) == 1;
  }

  DiagnosticList diagnostics_;
  Module module_;
  ValidatorOptions options_;
  ModuleContext context_;
};

TEST_F(PreconditionTest, ModuleHasFeatures) {
  EXPECT_TRUE(Holds(Capability::kShader));
  EXPECT_TRUE(Holds(Capability::kMatrix)) << "it is implied";
  EXPECT_FALSE(Holds(Capability::kKernel));
  EXPECT_TRUE(Holds(Decoration::kRelaxedPrecision));
  EXPECT_FALSE(Holds(Decoration::kBuiltIn));
  EXPECT_TRUE(Holds(Op::kFAdd));
  EXPECT_FALSE(Holds(Op::kFSub));
  EXPECT_TRUE(Holds(ExecutionModel::kFragment));
  EXPECT_FALSE(Holds(ExecutionModel::kVertex));
  EXPECT_TRUE(
      Holds(ModelSet{ExecutionModel::kVertex, ExecutionModel::kFragment}));
}

bool HasFunctions(const ModuleContext& context) {
  return !context.module().functions().empty();
}
bool HasNoFunctions(const ModuleContext& context) {
  return context.module().functions().empty();
}

TEST_F(PreconditionTest, ScopesAndPredicates) {
  EXPECT_FALSE(Holds(Without{Capability::kShader}));
  EXPECT_TRUE(Holds(Without{Capability::kKernel}));
  constexpr Scope kShaders = {.needs = Capability::kShader};
  constexpr Scope kKernels = {.needs = Capability::kKernel};
  EXPECT_TRUE(Holds(&kShaders));
  EXPECT_FALSE(Holds(&kKernels));
  EXPECT_TRUE(Holds(HasFunctions));
  EXPECT_FALSE(Holds(HasNoFunctions));
}

TEST_F(PreconditionTest, EqualIfTheyStateTheSame) {
  constexpr Scope kShaders = {.needs = Capability::kShader};
  constexpr Scope kShadersAgain = {.needs = Capability::kShader};
  EXPECT_EQ(Requires(&kShaders), Requires(&kShadersAgain));
  EXPECT_EQ(Requires(HasFunctions, Op::kFAdd),
            Requires(HasFunctions, Op::kFAdd));
  EXPECT_FALSE(Requires(HasFunctions) == Requires(HasNoFunctions));
  EXPECT_FALSE(Requires(Capability::kShader) ==
               Requires(Without{Capability::kShader}));
  EXPECT_FALSE(Requires(Op::kFAdd) == Requires(Op::kFAdd, HasFunctions));
}

TEST_F(PreconditionTest, ModuleImportsOneOfSeveralSets) {
  EXPECT_TRUE(Holds(ImportOf(ExtInstSet::kGlslStd450)));
  EXPECT_TRUE(Holds(ImportOf(ExtInstSet::kOpenClStd, ExtInstSet::kGlslStd450)));
  EXPECT_FALSE(Holds(ImportOf(ExtInstSet::kOpenClStd, ExtInstSet::kDebugInfo)));
  EXPECT_EQ(ImportOf(ExtInstSet::kNone).bits, 0u);
}

TEST_F(PreconditionTest, EnvironmentAndDevice) {
  EXPECT_FALSE(Holds(Api::kVulkan));
  EXPECT_FALSE(Holds(ValidationInput::kDevice));
  options_.env = TargetEnv::kVulkan1_1;
  EXPECT_TRUE(Holds(Api::kVulkan));
  EXPECT_FALSE(Holds(Api::kOpenCl));
  EXPECT_FALSE(Holds(ValidationInput::kDevice));
  const Device device;
  options_.device = &device;
  EXPECT_TRUE(Holds(ValidationInput::kDevice));
  options_.env = TargetEnv::kOpenCl2_0;
  EXPECT_FALSE(Holds(ValidationInput::kDevice))
      << "devices are those of Vulkan";
}

TEST_F(PreconditionTest, EachHasItsBit) {
  PreconditionTable table;
  const uint64_t both =
      table.Add(Requires(Capability::kShader, Capability::kKernel));
  const uint64_t shader = table.Add(Requires(Capability::kShader));
  const uint64_t add = table.Add(Requires(Op::kFAdd));
  EXPECT_EQ(table.Add(Preconditions()), 0u);
  EXPECT_EQ(both & shader, shader);
  EXPECT_NE(both, shader);
  EXPECT_EQ(add & both, 0u);
  Holds(Op::kFAdd);
  EXPECT_EQ(table.EvaluateOfFeatures(context_), shader);
  EXPECT_EQ(table.EvaluateOthers(context_), add);
}

void DoNothing(ModuleContext& /*context*/) {}
void DoNothingElse(ModuleContext& /*context*/) {}

TEST_F(PreconditionTest, ChecksHaveTheBitsOfAllPreconditions) {
  static constexpr ModuleCheck kChecks[] = {
      {Phase::kIds, DoNothing},
      {Phase::kIds, DoNothingElse, Requires(Op::kFAdd, Op::kFSub)}};
  static constexpr Family kFamily(kChecks);
  static constexpr Family kOther(
      kModuleCheck<Phase::kIds, DoNothing, Op::kFAdd>);
  static constexpr ListedFamily kFamilies[] = {{"test/test", &kFamily},
                                               {"test/other", &kOther}};
  const Dispatch dispatch(kFamilies);
  Holds(Op::kFAdd);
  const uint64_t has = dispatch.preconditions().EvaluateOthers(context_);
  std::vector<bool> runs;
  for (const auto& [run, preconditions] :
       dispatch.ModuleChecksOf(Phase::kIds)) {
    runs.push_back((preconditions & ~has) == 0);
  }
  EXPECT_EQ(runs, (std::vector<bool>{true, false, true}));
}

}  // namespace
}  // namespace plumb
