#include "validate/analysis/type_layouts.h"

#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

struct Facts {
  explicit Facts(const Module& module) {
    types.Build(module);
    constants.Build(module, types, specialization);
    decorations.Build(module);
    memory_model.Build(module);
    layouts.Build(module, types, constants, decorations, memory_model);
  }
  Specialization specialization;
  TypeTable types;
  ConstantTable constants;
  Decorations decorations;
  MemoryModel memory_model;
  TypeLayouts layouts;
};

void ExpectAlignments(const TypeLayout& layout, uint32_t scalar, uint32_t base,
                      uint32_t extended) {
  EXPECT_EQ(layout.alignments.scalar, scalar);
  EXPECT_EQ(layout.alignments.base, base);
  EXPECT_EQ(layout.alignments.extended, extended);
}

TEST(TypeLayoutsTest, NumbersAndVectors) {
  const TestModule module(R"(
      %1 = OpTypeFloat 32
      %2 = OpTypeVector %1 2
      %3 = OpTypeVector %1 3
      %4 = OpTypeVector %1 4
      %5 = OpTypeInt 64 0
      %6 = OpTypeBool
  )");
  const Facts facts(*module);
  const TypeLayouts& layouts = facts.layouts;
  EXPECT_EQ(layouts.Get(Id(1)).size, 4);
  ExpectAlignments(layouts.Get(Id(1)), 4, 4, 4);
  EXPECT_EQ(layouts.Get(Id(2)).size, 8);
  ExpectAlignments(layouts.Get(Id(2)), 4, 8, 8);
  EXPECT_EQ(layouts.Get(Id(3)).size, 12);
  ExpectAlignments(layouts.Get(Id(3)), 4, 16, 16);
  EXPECT_EQ(layouts.Get(Id(4)).size, 16);
  ExpectAlignments(layouts.Get(Id(4)), 4, 16, 16);
  EXPECT_EQ(layouts.Get(Id(5)).size, 8);
  EXPECT_EQ(layouts.Get(Id(6)).size, 0);
  EXPECT_EQ(layouts.Get(Id(1000)).size, 0);
}

TEST(TypeLayoutsTest, ArraysEndWithTheirLastElement) {
  const TestModule module(R"(
      OpDecorate %5 ArrayStride 16
      OpDecorate %6 ArrayStride 32
      OpDecorate %9 ArrayStride 8
      OpDecorate %8 SpecId 0
      %1 = OpTypeFloat 32
      %2 = OpTypeVector %1 3
      %3 = OpTypeInt 32 0
      %4 = OpConstant %3 2
      %5 = OpTypeArray %2 %4
      %6 = OpTypeArray %5 %4
      %7 = OpTypeRuntimeArray %6
      %8 = OpSpecConstant %3 100
      %9 = OpTypeArray %1 %8
  )");
  const Facts facts(*module);
  const TypeLayouts& layouts = facts.layouts;
  EXPECT_EQ(layouts.Get(Id(5)).size, 16 + 12);
  ExpectAlignments(layouts.Get(Id(5)), 4, 16, 16);
  EXPECT_EQ(layouts.Get(Id(6)).size, 32 + 16 + 12);
  EXPECT_TRUE(layouts.Get(Id(7)).unbounded);
  EXPECT_EQ(layouts.Get(Id(7)).size, 0);
  EXPECT_EQ(layouts.Get(Id(9)).size, 4);  // at least one element
  ExpectAlignments(layouts.Get(Id(9)), 4, 4, 16);
}

TEST(TypeLayoutsTest, MembersDetermineMatrixLayouts) {
  const TestModule module(R"(
      OpMemberDecorate %6 0 Offset 16
      OpMemberDecorate %6 0 MatrixStride 16
      OpMemberDecorate %6 0 ColMajor
      OpMemberDecorate %7 0 Offset 0
      OpMemberDecorate %7 0 MatrixStride 8
      OpMemberDecorate %7 0 RowMajor
      OpDecorate %8 ArrayStride 64
      OpMemberDecorate %9 0 Offset 0
      OpMemberDecorate %9 0 MatrixStride 16
      OpMemberDecorate %9 0 ColMajor
      %1 = OpTypeFloat 32
      %2 = OpTypeVector %1 3
      %3 = OpTypeMatrix %2 2
      %4 = OpTypeInt 32 0
      %5 = OpConstant %4 3
      %6 = OpTypeStruct %3
      %7 = OpTypeStruct %3
      %8 = OpTypeArray %3 %5
      %9 = OpTypeStruct %8
  )");
  const Facts facts(*module);
  const TypeLayouts& layouts = facts.layouts;
  EXPECT_EQ(layouts.Get(Id(6)).size, 16 + 16 + 12);
  ExpectAlignments(layouts.Get(Id(6)), 4, 16, 16);
  EXPECT_EQ(layouts.Get(Id(7)).size, 8 + 8 + 8);
  ExpectAlignments(layouts.Get(Id(7)), 4, 8, 16);
  EXPECT_EQ(layouts.Get(Id(8)).matrix, Id(3));
  EXPECT_EQ(layouts.Get(Id(9)).size, 64 + 64 + 16 + 12);
}

TEST(TypeLayoutsTest, PointersThatAreDeclaredLater) {
  const TestModule module(R"(
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpDecorate %5 ArrayStride 8
      OpMemberDecorate %6 0 Offset 0
      OpMemberDecorate %6 1 Offset 16
      OpTypeForwardPointer %4 PhysicalStorageBuffer
      %1 = OpTypeInt 32 0
      %2 = OpConstant %1 2
      %5 = OpTypeArray %4 %2
      %6 = OpTypeStruct %5 %4
      %4 = OpTypePointer PhysicalStorageBuffer %6
  )");
  const Facts facts(*module);
  EXPECT_EQ(facts.layouts.Get(Id(4)).size, 8);
  EXPECT_EQ(facts.layouts.Get(Id(5)).size, 16);
  ExpectAlignments(facts.layouts.Get(Id(5)), 8, 8, 16);
  EXPECT_EQ(facts.layouts.Get(Id(6)).size, 24);
}

TEST(TypeLayoutsTest, OffsetsNeedNotAscend) {
  const TestModule module(R"(
      OpMemberDecorate %2 0 Offset 12
      OpMemberDecorate %2 1 Offset 0
      OpDecorate %3 ArrayStride 4294967295
      OpDecorate %6 ArrayStride 4294967295
      %1 = OpTypeInt 32 0
      %2 = OpTypeStruct %1 %1
      %4 = OpConstant %1 4294967295
      %3 = OpTypeArray %2 %4
      %6 = OpTypeArray %3 %4
      %7 = OpTypeStruct
  )");
  const Facts facts(*module);
  EXPECT_EQ(facts.layouts.Get(Id(2)).size, 16);
  ExpectAlignments(facts.layouts.Get(Id(2)), 4, 4, 16);
  EXPECT_GT(facts.layouts.Get(Id(6)).size, uint64_t{1} << 59);  // no overflow
  ExpectAlignments(facts.layouts.Get(Id(7)), 1, 1, 1);
}

}  // namespace
}  // namespace plumb
