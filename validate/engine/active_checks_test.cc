// Tests that the checks of a row are those whose preconditions the module
// meets, and that each precondition is evaluated once.
#include "validate/engine/active_checks.h"

#include <array>
#include <utility>
#include <vector>

#include "core/diagnostic.h"
#include "core/module.h"
#include "core/options.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

void DoAlways(const CheckContext& /*c*/) {}
void DoForShaders(const CheckContext& /*c*/) {}
void DoForKernels(const CheckContext& /*c*/) {}

int evaluations = 0;
bool IsShader(const ModuleContext& context) {
  ++evaluations;
  return context.features().Has(grammar::Capability::kShader);
}
bool IsKernel(const ModuleContext& context) {
  return context.features().Has(grammar::Capability::kKernel);
}

size_t chosen = 0;
template <size_t N>
bool IsChosen(const ModuleContext& /*context*/) {
  return N == chosen;
}

constexpr Op kAdd[] = {Op::kFAdd};
constexpr Op kArithmetic[] = {Op::kFAdd, Op::kFSub};
constexpr Check kChecks[] = {{kArithmetic, DoForShaders, Requires(IsShader)},
                             {kAdd, DoAlways},
                             {kAdd, DoForKernels, Requires(IsKernel)}};
constexpr Family kFamily(kChecks);
constexpr ListedFamily kFamilies[] = {{"test/test", &kFamily}};

// Checks with one precondition each.
template <size_t... N>
constexpr std::array<Check, sizeof...(N)> CheckEach(
    std::index_sequence<N...> /*numbers*/) {
  return {{{kAdd, N % 2 == 0 ? DoForShaders : DoForKernels,
            Requires(IsChosen<N>)}...}};
}

class ActiveChecksTest : public testing::Test {
 protected:
  void Begin(absl::string_view text) {
    ASSERT_TRUE(Assembler().Assemble(text, {}, &module_, &diagnostics_));
    context_.Begin(module_, options_, &diagnostics_);
    checks_.Begin(context_);
  }
  std::vector<ActiveChecks::Run> RunsOf(Op op) {
    const auto runs = checks_.Get(Dispatch::Row(op)).runs;
    return {runs.begin(), runs.end()};
  }

  const ValidatorOptions options_ = {};
  const Dispatch dispatch_ = Dispatch(kFamilies);
  ActiveChecks checks_ = ActiveChecks(dispatch_);
  Module module_;
  DiagnosticList diagnostics_;
  ModuleContext context_;
};

TEST_F(ActiveChecksTest, ListsChecksWhosePreconditionsHold) {
  Begin("OpCapability Shader");
  EXPECT_EQ(RunsOf(Op::kFAdd), (std::vector{DoForShaders, DoAlways}));
  EXPECT_EQ(RunsOf(Op::kFSub), std::vector{DoForShaders});
  EXPECT_TRUE(RunsOf(Op::kFMul).empty());
}

TEST_F(ActiveChecksTest, ForgetsThePreviousModule) {
  Begin("OpCapability Shader");
  EXPECT_EQ(RunsOf(Op::kFAdd), (std::vector{DoForShaders, DoAlways}));
  Begin("OpCapability Kernel");
  EXPECT_EQ(RunsOf(Op::kFAdd), (std::vector{DoAlways, DoForKernels}));
  EXPECT_TRUE(RunsOf(Op::kFSub).empty());
}

TEST_F(ActiveChecksTest, EvaluatesAPreconditionOnce) {
  evaluations = 0;
  Begin("OpCapability Shader");
  EXPECT_EQ(evaluations, 0);
  RunsOf(Op::kFAdd);
  RunsOf(Op::kFSub);
  RunsOf(Op::kFAdd);
  EXPECT_EQ(evaluations, 1);
}

TEST_F(ActiveChecksTest, ChecksSharePreconditions) {
  static constexpr Check kConditional[] = {
      {kAdd, DoAlways},
      {kAdd, DoForShaders, Requires(IsShader)},
      {kAdd, DoForKernels, Requires(IsShader)}};
  static constexpr Family kOther(kConditional);
  static constexpr ListedFamily kListed[] = {{"test/other", &kOther}};
  const Dispatch dispatch(kListed);
  ActiveChecks checks(dispatch);
  Begin("OpCapability Shader");
  checks.Begin(context_);
  evaluations = 0;
  EXPECT_EQ(checks.Get(Dispatch::Row(Op::kFAdd)).runs.size(), 3u);
  EXPECT_EQ(evaluations, 1);
}

// Results that depend only on features are kept for modules with the same
// features, environment and device.
TEST_F(ActiveChecksTest, KeepsResultsOfTheSameFeatures) {
  static constexpr Check kOfFeatures[] = {
      {kAdd, DoForShaders, Requires(Capability::kShader)},
      {kAdd, DoForKernels, Requires(Without{Capability::kShader})},
      {kAdd, DoAlways, Requires(Api::kVulkan)}};
  static constexpr Family kOther(kOfFeatures);
  static constexpr ListedFamily kListed[] = {{"test/other", &kOther}};
  const Dispatch dispatch(kListed);
  ActiveChecks checks(dispatch);
  const struct {
    const char* text;
    TargetEnv env;
    std::vector<ActiveChecks::Run> runs;
  } kModules[] = {
      {"OpCapability Shader", TargetEnv::kSpirv1_6, {DoForShaders}},
      {"OpCapability Shader", TargetEnv::kSpirv1_6, {DoForShaders}},
      {"OpCapability Kernel", TargetEnv::kSpirv1_6, {DoForKernels}},
      {"OpCapability Kernel", TargetEnv::kVulkan1_0, {DoForKernels, DoAlways}},
      {"OpCapability Shader", TargetEnv::kVulkan1_0, {DoForShaders, DoAlways}},
  };
  for (int repetition = 0; repetition < 2; ++repetition) {
    for (const auto& test : kModules) {
      ASSERT_TRUE(Assembler().Assemble(test.text, {}, &module_, &diagnostics_));
      ValidatorOptions options;
      options.env = test.env;
      context_.Begin(module_, options, &diagnostics_);
      checks.Begin(context_);
      const auto runs = checks.Get(Dispatch::Row(Op::kFAdd)).runs;
      EXPECT_EQ(std::vector(runs.begin(), runs.end()), test.runs) << test.text;
    }
  }
}

TEST_F(ActiveChecksTest, SeparatesManyPreconditions) {
  static constexpr std::array kEach =
      CheckEach(std::make_index_sequence<150>());
  static constexpr Family kOther(kEach);
  static constexpr ListedFamily kListed[] = {{"test/other", &kOther}};
  const Dispatch dispatch(kListed);
  ActiveChecks checks(dispatch);
  Begin("OpCapability Shader");
  for (const size_t number : {0, 0, 1, 62, 63, 64, 64, 130, 149, 150}) {
    chosen = number;
    checks.Begin(context_);
    const auto runs = checks.Get(Dispatch::Row(Op::kFAdd)).runs;
    ASSERT_EQ(runs.size(), number < kEach.size() ? 1u : 0u) << number;
    if (!runs.empty()) {
      EXPECT_EQ(runs[0], kEach[number].run) << number;
    }
  }
}

TEST_F(ActiveChecksTest, KeepsListsWhenOtherRowsAreUsed) {
  Begin("OpCapability Shader");
  const auto runs = checks_.Get(Dispatch::Row(Op::kFAdd)).runs;
  for (uint32_t row = 0; row < Dispatch::kRowCount; ++row) {
    checks_.Get(Dispatch::Row(row));
  }
  EXPECT_EQ(checks_.Get(Dispatch::Row(Op::kFAdd)).runs.data(), runs.data());
  EXPECT_EQ(runs[0], &DoForShaders);
  EXPECT_EQ(runs[1], &DoAlways);
}

}  // namespace
}  // namespace plumb
