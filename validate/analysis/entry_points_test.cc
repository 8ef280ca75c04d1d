#include "validate/analysis/entry_points.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

using testing::ElementsAre;

std::vector<uint32_t> Places(absl::Span<const ExecutionModeRow> rows) {
  std::vector<uint32_t> places;
  for (const ExecutionModeRow& row : rows) places.push_back(row.at.value);
  return places;
}

constexpr absl::string_view kText = R"(
    OpEntryPoint Fragment %20 "f"
    OpEntryPoint GLCompute %10 "c"
    OpEntryPoint Vertex %20 "v"
    OpExecutionMode %20 OriginUpperLeft
    OpExecutionMode %10 LocalSize 8 4 2
    OpExecutionMode %20 DenormPreserve 32
    OpExecutionMode %30 Xfb
    OpExecutionMode %20 DenormPreserve 16
    OpExecutionModeId %10 SubgroupsPerWorkgroupId %1
)";

class EntryPointsTest : public testing::Test {
 protected:
  EntryPointsTest() { entry_points_.Build(*module_); }
  TestModule module_{kText};
  EntryPoints entry_points_;
};

TEST_F(EntryPointsTest, BelongToFunctions) {
  ASSERT_EQ(entry_points_.functions().size(), 3u);
  EXPECT_EQ(entry_points_.functions()[0].function, Id(10));
  EXPECT_EQ(entry_points_.functions()[1].function, Id(20));
  EXPECT_EQ(entry_points_.functions()[2].function, Id(30));

  const EntryFunction both = entry_points_.Get(Id(20));
  EXPECT_EQ(both.models, ModelSet(ExecutionModel::kVertex) |
                             ModelSet(ExecutionModel::kFragment));
  ASSERT_EQ(both.entry_points.size(), 2u);
  EXPECT_EQ(both.entry_points[0].at, InstIndex(0));
  EXPECT_EQ(both.entry_points[1].at, InstIndex(2));
  EXPECT_THAT(Places(both.modes), ElementsAre(3, 7, 5));

  // Modes of a function that is not an entry point, and a function without
  // modes.
  EXPECT_EQ(entry_points_.Get(Id(30)).models, ModelSet());
  EXPECT_TRUE(entry_points_.Get(Id(30)).Has(ExecutionMode::kXfb));
  EXPECT_TRUE(entry_points_.Get(Id(25)).entry_points.empty());
  EXPECT_EQ(entry_points_.Get(Id(25)).function, Id(25));
  EXPECT_EQ(entry_points_.models(),
            both.models | ModelSet(ExecutionModel::kGLCompute));
}

TEST_F(EntryPointsTest, FindModes) {
  EXPECT_TRUE(entry_points_.Has(Id(10), ExecutionMode::kLocalSize));
  EXPECT_FALSE(entry_points_.Has(Id(20), ExecutionMode::kLocalSize));
  EXPECT_TRUE(
      entry_points_.Has(Id(10), ExecutionMode::kSubgroupsPerWorkgroupId));
  const EntryFunction function = entry_points_.Get(Id(20));
  // By the first operand, then by place.
  EXPECT_EQ(function.Find(ExecutionMode::kDenormPreserve)->first_word, 16u);
  EXPECT_THAT(Places(function.FindAll(ExecutionMode::kDenormPreserve)),
              ElementsAre(7, 5));
  EXPECT_THAT(function.FindAll(ExecutionMode::kXfb), testing::IsEmpty());
  EXPECT_EQ(function.Find(ExecutionMode::kXfb), nullptr);
  EXPECT_EQ(function.Find(ExecutionMode::kOriginUpperLeft)->first_word, 0u);
}

TEST_F(EntryPointsTest, FindEntryPointsByModel) {
  const EntryFunction function = entry_points_.Get(Id(20));
  const EntryPointRow* vertex =
      function.FindEntryPoint(ModelSet(ExecutionModel::kVertex));
  ASSERT_NE(vertex, nullptr);
  EXPECT_EQ(vertex->at, InstIndex(2));
  EXPECT_EQ(function.FindEntryPoint(ModelSet::All())->at, InstIndex(0));
  EXPECT_EQ(function.FindEntryPoint(ModelSet(ExecutionModel::kKernel)),
            nullptr);
}

TEST_F(EntryPointsTest, CanBeRebuilt) {
  const TestModule other("OpEntryPoint Kernel %5 \"k\"");
  entry_points_.Build(*other);
  ASSERT_EQ(entry_points_.functions().size(), 1u);
  EXPECT_EQ(entry_points_.models(), ModelSet(ExecutionModel::kKernel));
  EXPECT_FALSE(entry_points_.Has(Id(10), ExecutionMode::kLocalSize));
}

}  // namespace
}  // namespace plumb
