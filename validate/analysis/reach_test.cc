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

// Functions %10, %11…, called as `calls` says, by number.
class Reached {
 public:
  Reached(absl::string_view entry_points, uint32_t functions,
          const std::vector<std::pair<uint32_t, uint32_t>>& calls)
      : module_(Text(entry_points, functions)) {
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
    return reach_.EntryPointOf(FunctionIndex(f), models);
  }

 private:
  static std::string Text(absl::string_view entry_points, uint32_t functions) {
    std::string text(entry_points);
    text += "\n%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n";
    for (uint32_t f = 0; f < functions; ++f) {
      absl::StrAppend(&text, "%", 10 + f,
                      " = OpFunction %1 None %2\nOpFunctionEnd\n");
    }
    return text;
  }

  TestModule module_;
  FunctionNumbers numbers_;
  cfg::CallGraph call_graph_;
  Reach reach_;
};

TEST(ReachTest, ModelsFlowDownTheCallGraph) {
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

TEST(ReachTest, RecursionIsNoTrap) {
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

TEST(ReachTest, OtherModesAndMissingFunctionsCountForNothing) {
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

}  // namespace
}  // namespace plumb
