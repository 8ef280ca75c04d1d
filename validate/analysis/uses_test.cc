#include "validate/analysis/uses.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Use At(uint32_t inst, uint32_t operand) { return {InstIndex(inst), operand}; }

TEST(UsesTest, ListsOperandsAndResultTypesInModuleOrder) {
  const TestModule module(R"(
      OpName %3 "three"
      %1 = OpTypeInt 32 0
      %2 = OpTypePointer Function %1
      %3 = OpConstant %1 7
      %4 = OpTypeArray %1 %3
      %5 = OpConstantComposite %4 %3 %3
  )");
  Uses uses;
  uses.Build(*module);
  EXPECT_THAT(uses.Get(Id(1)), ElementsAre(At(2, 2), At(3, 0), At(4, 1)));
  EXPECT_THAT(uses.Get(Id(3)),
              ElementsAre(At(0, 0), At(4, 2), At(5, 2), At(5, 3)));
  EXPECT_THAT(uses.Get(Id(5)), IsEmpty());
  EXPECT_THAT(uses.Get(Id(0xffffffff)), IsEmpty());
}

TEST(UsesTest, ScopesAndSemanticsAreUses) {
  const TestModule module(R"(
      %1 = OpTypeInt 32 0
      %2 = OpConstant %1 2
      %3 = OpConstant %1 72
      OpControlBarrier %2 %2 %3
  )");
  Uses uses;
  uses.Build(*module);
  EXPECT_THAT(uses.Get(Id(2)), ElementsAre(At(3, 0), At(3, 1)));
  EXPECT_THAT(uses.Get(Id(3)), ElementsAre(At(3, 2)));
}

}  // namespace
}  // namespace plumb
