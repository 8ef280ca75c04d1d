#include "validate/analysis/reach.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

using cfg::FunctionIndex;

constexpr ModelSet kVertex = ExecutionModel::kVertex;
constexpr ModelSet kFragment = ExecutionModel::kFragment;
constexpr ModelSet kCompute = ExecutionModel::kGLCompute;
constexpr ModelSet kNoGroup = kNoDerivativeGroup;

// Functions %10, %11…, which call each other as `calls` lists, by number.
class Reached {
 public:
  Reached(absl::string_view entry_points, uint32_t functions,
          const std::vector<std::pair<uint32_t, uint32_t>>& calls)
      : module_(Text(entry_points, functions, calls)) {
    numbers_.Build(*module_);
    call_graph_.Reset(functions);
    for (const auto& [caller, callee] : calls) {
      call_graph_.AddCall(FunctionIndex(caller), FunctionIndex(callee));
    }
    call_graph_.Finish();
    reach_.Build(*module_, numbers_, call_graph_);
  }

  ModelSet models(uint32_t f) const { return reach_.models(FunctionIndex(f)); }
  InstIndex EntryPointOf(uint32_t f, ModelSet models) const {
    return reach_.PathsFrom(models).entry_point(FunctionIndex(f));
  }
  InstIndex EntryPointOf(uint32_t f, ExecutionMode mode) const {
    return reach_.PathsFrom(mode).entry_point(FunctionIndex(f));
  }
  const Reach& operator*() const { return reach_; }

 private:
  static std::string Text(
      absl::string_view entry_points, uint32_t functions,
      const std::vector<std::pair<uint32_t, uint32_t>>& calls) {
    std::string text(entry_points);
    text += "\n%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n";
    for (uint32_t f = 0; f < functions; ++f) {
      absl::StrAppend(&text, "%", 10 + f, " = OpFunction %1 None %2\n");
      for (const auto& [caller, callee] : calls) {
        if (caller != f) continue;
        absl::StrAppend(&text, "%c", caller, "_", callee,
                        " = OpFunctionCall %1 %", 10 + callee, "\n");
      }
      absl::StrAppend(&text, "OpFunctionEnd\n");
    }
    return text;
  }

  TestModule module_;
  FunctionNumbers numbers_;
  cfg::CallGraph call_graph_;
  Reach reach_;
};

TEST(ReachTest, ModelsPropagateDownTheCallGraph) {
  const Reached reached(R"(
      OpEntryPoint Vertex %10 "v"
      OpEntryPoint Fragment %11 "f")",
                        5, {{0, 2}, {1, 2}, {2, 3}, {1, 1}});
  EXPECT_EQ(reached.models(0), kVertex | kNoGroup);
  EXPECT_EQ(reached.models(1), kFragment);
  EXPECT_EQ(reached.models(2), kVertex | kFragment | kNoGroup);
  EXPECT_EQ(reached.models(3), kVertex | kFragment | kNoGroup);
  EXPECT_EQ(reached.models(4), ModelSet());
}

TEST(ReachTest, RecursionTerminates) {
  const Reached reached("OpEntryPoint GLCompute %10 \"c\"", 4,
                        {{0, 1}, {1, 2}, {2, 1}, {3, 2}});
  EXPECT_EQ(reached.models(1), kCompute | kNoGroup);
  EXPECT_EQ(reached.models(2), kCompute | kNoGroup);
  EXPECT_EQ(reached.models(3), ModelSet());
}

TEST(ReachTest, EntryPointsOfOneFunctionShareItsModes) {
  const Reached reached(R"(
      OpEntryPoint GLCompute %10 "a"
      OpEntryPoint Vertex %10 "b"
      OpEntryPoint GLCompute %11 "c"
      OpExecutionMode %10 DerivativeGroupQuadsKHR
      OpExecutionMode %11 LocalSize 1 1 1)",
                        2, {});
  EXPECT_EQ(reached.models(0), kCompute | kVertex);
  EXPECT_EQ(reached.models(1), kCompute | kNoGroup);
}

TEST(ReachTest, IgnoresOtherModesAndMissingFunctions) {
  const Reached reached(R"(
      OpEntryPoint Vertex %90 "gone"
      OpEntryPoint GLCompute %10 "c"
      OpExecutionMode %10 DerivativeGroupLinearKHR
      OpExecutionMode %90 DerivativeGroupLinearKHR)",
                        1, {});
  EXPECT_EQ(reached.models(0), kCompute);
}

TEST(ReachTest, FindsAnEntryPointForAMessage) {
  const Reached reached(R"(
      OpEntryPoint Vertex %10 "v"
      OpEntryPoint Fragment %11 "f")",
                        4, {{0, 2}, {1, 3}});
  const ModelSet vertex = ModelSet(ExecutionModel::kVertex);
  const ModelSet fragment = ModelSet(ExecutionModel::kFragment);
  EXPECT_EQ(reached.EntryPointOf(2, vertex | fragment), InstIndex(0));
  EXPECT_EQ(reached.EntryPointOf(3, vertex | fragment), InstIndex(1));
  EXPECT_EQ(reached.EntryPointOf(0, vertex), InstIndex(0));
  EXPECT_EQ(reached.EntryPointOf(3, vertex), kNoInst);
}

TEST(ReachTest, FindsAnEntryPointWithAModeForAMessage) {
  const Reached reached(R"(
      OpEntryPoint GLCompute %10 "a"
      OpEntryPoint GLCompute %11 "b"
      OpExecutionMode %11 DerivativeGroupQuadsKHR)",
                        4, {{0, 2}, {1, 2}, {0, 3}});
  EXPECT_EQ(reached.EntryPointOf(2, ExecutionMode::kDerivativeGroupQuadsKHR),
            InstIndex(1));
  EXPECT_EQ(reached.EntryPointOf(3, ExecutionMode::kDerivativeGroupQuadsKHR),
            kNoInst);
  EXPECT_EQ(reached.EntryPointOf(2, kNoGroup), InstIndex(0));
  EXPECT_EQ(reached.EntryPointOf(1, kNoGroup), kNoInst);
}

TEST(ReachTest, FindsPathsFromSomeEntryPoints) {
  const Reached reached(R"(
      OpEntryPoint GLCompute %10 "a"
      OpEntryPoint GLCompute %11 "b"
      OpEntryPoint Vertex %12 "c")",
                        4, {{0, 3}, {1, 3}, {2, 3}});
  const std::vector<InstIndex> some = {InstIndex(1), InstIndex(2)};
  const EntryPaths paths = (*reached).PathsFrom(some);
  EXPECT_EQ(paths.entry_point(FunctionIndex(3)), InstIndex(1));
  EXPECT_EQ(paths.others(FunctionIndex(3)).count, 1u);
  EXPECT_EQ(paths.entry_point(FunctionIndex(0)), kNoInst);
}

// Other threads may call it at the same time.
TEST(ReachTest, KeepsPaths) {
  const Reached reached("OpEntryPoint Vertex %10 \"v\"", 2, {{0, 1}});
  const EntryPaths& paths = (*reached).PathsFrom(kVertex);
  // Models that no entry point has make no difference.
  EXPECT_EQ(&(*reached).PathsFrom(kVertex | kFragment), &paths);
  EXPECT_NE(&(*reached).PathsFrom(kFragment), &paths);
}

}  // namespace
}  // namespace plumb
