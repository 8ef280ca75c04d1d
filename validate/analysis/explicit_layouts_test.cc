#include "validate/analysis/explicit_layouts.h"

#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

struct Facts {
  explicit Facts(const Module& module) {
    types.Build(module);
    decorations.Build(module);
    layouts.Build(module, types, decorations);
  }
  TypeTable types;
  Decorations decorations;
  ExplicitLayouts layouts;
};

TEST(ExplicitLayoutsTest, RequiresOffsetsAndStrides) {
  const TestModule module(R"(
      OpMemberDecorate %5 0 Offset 0
      OpMemberDecorate %5 1 Offset 16
      OpMemberDecorate %6 0 Offset 0
      OpDecorate %4 ArrayStride 4
      %1 = OpTypeInt 32 0
      %2 = OpConstant %1 4
      %3 = OpTypeArray %1 %2
      %4 = OpTypeArray %1 %2
      %5 = OpTypeStruct %4 %1
      %6 = OpTypeStruct %4 %1
      %7 = OpTypeStruct %3
      %8 = OpTypeVector %1 4
  )");
  const Facts facts(*module);
  for (uint32_t id : {1u, 4u, 5u, 8u}) {
    EXPECT_TRUE(facts.layouts.Has(Id(id))) << id;
  }
  for (uint32_t id : {3u, 6u, 7u}) {
    EXPECT_FALSE(facts.layouts.Has(Id(id))) << id;
  }
  EXPECT_TRUE(facts.layouts.Has(Id(2)));  // no type
  EXPECT_TRUE(facts.layouts.Has(Id(1000)));
}

TEST(ExplicitLayoutsTest, ArraysOfBlocksNeedNoStride) {
  const TestModule module(R"(
      OpDecorate %3 Block
      OpMemberDecorate %3 0 Offset 0
      OpMemberDecorate %5 0 Offset 0
      %1 = OpTypeInt 32 0
      %2 = OpConstant %1 4
      %3 = OpTypeStruct %1
      %4 = OpTypeArray %3 %2
      %5 = OpTypeStruct %1
      %6 = OpTypeRuntimeArray %5
  )");
  const Facts facts(*module);
  EXPECT_TRUE(facts.layouts.Has(Id(4)));
  EXPECT_FALSE(facts.layouts.Has(Id(6)));
}

TEST(ExplicitLayoutsTest, MembersThatAreMatricesNeedStrideAndOrder) {
  const TestModule module(R"(
      OpDecorate %6 ArrayStride 64
      OpMemberDecorate %7 0 Offset 0
      OpMemberDecorate %7 0 MatrixStride 16
      OpMemberDecorate %7 0 RowMajor
      OpMemberDecorate %8 0 Offset 0
      OpMemberDecorate %8 0 MatrixStride 16
      OpMemberDecorate %9 0 Offset 0
      OpMemberDecorate %9 0 ColMajor
      %1 = OpTypeFloat 32
      %2 = OpTypeVector %1 4
      %3 = OpTypeMatrix %2 4
      %4 = OpTypeInt 32 0
      %5 = OpConstant %4 4
      %6 = OpTypeArray %3 %5
      %7 = OpTypeStruct %6
      %8 = OpTypeStruct %3
      %9 = OpTypeStruct %6
  )");
  const Facts facts(*module);
  for (uint32_t id : {3u, 6u, 7u}) {
    EXPECT_TRUE(facts.layouts.Has(Id(id))) << id;
  }
  for (uint32_t id : {8u, 9u}) {
    EXPECT_FALSE(facts.layouts.Has(Id(id))) << id;
  }
}

}  // namespace
}  // namespace plumb
