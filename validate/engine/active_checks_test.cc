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

int times_asked = 0;
bool IsShader(const ModuleContext& context) {
  ++times_asked;
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
constexpr Check kChecks[] = {{kArithmetic, DoForShaders, IsShader},
                             {kAdd, DoAlways},
                             {kAdd, DoForKernels, IsKernel}};
constexpr Family kFamily(kChecks);
constexpr ListedFamily kFamilies[] = {{"test/test", &kFamily}};

// Checks with one precondition each.
template <size_t... N>
constexpr std::array<Check, sizeof...(N)> CheckEach(
    std::index_sequence<N...> /*numbers*/) {
  return {{{kAdd, N % 2 == 0 ? DoForShaders : DoForKernels, IsChosen<N>}...}};
}

class ActiveChecksTest : public testing::Test {
 protected:
  void Begin(absl::string_view text) {
    ASSERT_TRUE(Assembler().Assemble(text, {}, &module_, &diagnostics_));
    context_.Begin(module_, options_, &diagnostics_);
    checks_.Begin(context_);
  }
  std::vector<ActiveChecks::Run> Of(Op op) {
    const auto runs = checks_.Of(Dispatch::Row(op)).runs;
    return {runs.begin(), runs.end()};
  }

  const ValidatorOptions options_ = {};
  const Dispatch dispatch_ = Dispatch(kFamilies);
  ActiveChecks checks_ = ActiveChecks(dispatch_);
  Module module_;
  DiagnosticList diagnostics_;
  ModuleContext context_;
};

TEST_F(ActiveChecksTest, ListsActiveChecksInOrder) {
  Begin("OpCapability Shader");
  EXPECT_EQ(Of(Op::kFAdd), (std::vector{DoForShaders, DoAlways}));
  EXPECT_EQ(Of(Op::kFSub), std::vector{DoForShaders});
  EXPECT_TRUE(Of(Op::kFMul).empty());
}

TEST_F(ActiveChecksTest, ForgetsThePreviousModule) {
  Begin("OpCapability Shader");
  EXPECT_EQ(Of(Op::kFAdd), (std::vector{DoForShaders, DoAlways}));
  Begin("OpCapability Kernel");
  EXPECT_EQ(Of(Op::kFAdd), (std::vector{DoAlways, DoForKernels}));
  EXPECT_TRUE(Of(Op::kFSub).empty());
}

TEST_F(ActiveChecksTest, EvaluatesAPreconditionOnce) {
  times_asked = 0;
  Begin("OpCapability Shader");
  EXPECT_EQ(times_asked, 0);
  Of(Op::kFAdd);
  Of(Op::kFSub);
  Of(Op::kFAdd);
  EXPECT_EQ(times_asked, 1);
}

TEST_F(ActiveChecksTest, ChecksShareTheirPreconditions) {
  static constexpr Check kConditional[] = {{kAdd, DoAlways},
                                           {kAdd, DoForShaders, IsShader},
                                           {kAdd, DoForKernels, IsShader}};
  static constexpr Family kOther(kConditional);
  static constexpr ListedFamily kListed[] = {{"test/other", &kOther}};
  const Dispatch dispatch(kListed);
  ActiveChecks checks(dispatch);
  Begin("OpCapability Shader");
  checks.Begin(context_);
  times_asked = 0;
  EXPECT_EQ(checks.Of(Dispatch::Row(Op::kFAdd)).runs.size(), 3u);
  EXPECT_EQ(times_asked, 1);
}

TEST_F(ActiveChecksTest, DistinguishesManyConditions) {
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
    const auto runs = checks.Of(Dispatch::Row(Op::kFAdd)).runs;
    ASSERT_EQ(runs.size(), number < kEach.size() ? 1u : 0u) << number;
    if (!runs.empty()) {
      EXPECT_EQ(runs[0], kEach[number].run) << number;
    }
  }
}

TEST_F(ActiveChecksTest, KeepsResultsWhenOtherRowsAreUsed) {
  Begin("OpCapability Shader");
  const auto runs = checks_.Of(Dispatch::Row(Op::kFAdd)).runs;
  for (uint32_t row = 0; row < Dispatch::kRowCount; ++row) {
    checks_.Of(Dispatch::Row(row));
  }
  EXPECT_EQ(checks_.Of(Dispatch::Row(Op::kFAdd)).runs.data(), runs.data());
  EXPECT_EQ(runs[0], &DoForShaders);
  EXPECT_EQ(runs[1], &DoAlways);
}

}  // namespace
}  // namespace plumb
