#include "validate/analysis/module_facts.h"

#include <cstddef>

#include "core/allocation_count.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

constexpr absl::string_view kText = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %30 "main" %20
    OpExecutionMode %30 OriginUpperLeft
    OpDecorate %20 Location 3
    OpDecorate %9 Flat
    %9 = OpDecorationGroup
    OpGroupDecorate %9 %20 %21
    %1 = OpTypeVoid
    %2 = OpTypeFunction %1
    %3 = OpTypeFloat 32
    %4 = OpTypePointer Input %3
    %5 = OpTypeImage %3 2D 0 0 0 1 Unknown
    %6 = OpTypeInt 32 0
    %7 = OpConstant %6 5
    %20 = OpVariable %4 Input
    %21 = OpVariable %4 Input
    %30 = OpFunction %1 None %2
    %31 = OpLabel
    %32 = OpCopyObject %4 %20
    %33 = OpPhi %4 %34 %31 %21 %31
    %34 = OpCopyObject %4 %33
    OpReturn
    OpFunctionEnd
)";

TEST(ModuleFactsTest, AreComplete) {
  const TestModule module(kText);
  const Specialization specialization;
  ModuleFacts facts;
  facts.Build(*module, specialization);
  EXPECT_TRUE(facts.features().Has(Capability::kShader));
  EXPECT_TRUE(facts.types().Get(Id(3)).Is(type_trait::kFloat));
  EXPECT_EQ(facts.constants().Scalar(Id(7)).value, 5);
  EXPECT_TRUE(facts.memory_model().all_logical());
  EXPECT_TRUE(facts.decorations().Has(Id(21), Decoration::kFlat));
  EXPECT_NE(facts.images().Find(Id(5)), nullptr);
  EXPECT_TRUE(facts.entry_points().Has(
      Id(30), grammar::ExecutionMode::kOriginUpperLeft));

  facts.Provide(fact::kUses);
  EXPECT_EQ(facts.uses().Get(Id(21)).size(), 2u);
  facts.Provide(fact::kPointers | fact::kUses);
  EXPECT_EQ(facts.pointers().OriginOf(Id(32)).root, Id(20));
  EXPECT_EQ(facts.uses().Get(Id(21)).size(), 2u);
  facts.PoisonType(Id(3));
  EXPECT_TRUE(facts.types().Get(Id(3)).poisoned());
}

TEST(ModuleFactsTest, OfAnotherModule) {
  const TestModule module(kText);
  const TestModule other("OpMemoryModel Physical32 OpenCL\n%3 = OpTypeBool\n");
  const Specialization specialization;
  ModuleFacts facts;
  facts.Build(*module, specialization);
  facts.Provide(fact::kPointers | fact::kUses);
  facts.Build(*other, specialization);
  facts.Provide(fact::kPointers | fact::kUses);
  EXPECT_TRUE(facts.memory_model().all_physical());
  EXPECT_TRUE(facts.types().Get(Id(3)).Is(type_trait::kBool));
  EXPECT_FALSE(facts.decorations().Has(Id(21), Decoration::kFlat));
  EXPECT_EQ(facts.images().Find(Id(5)), nullptr);
  EXPECT_TRUE(facts.entry_points().functions().empty());
  EXPECT_EQ(facts.pointers().OriginOf(Id(32)).kind, PointerRoot::kUnknown);
  EXPECT_TRUE(facts.uses().Get(Id(21)).empty());
}

TEST(ModuleFactsTest, AllocateNothingWhenWarm) {
  const TestModule module(kText);
  const Specialization specialization;
  ModuleFacts facts;
  for (int run = 0; run < 2; ++run) {
    const size_t before = allocation_count;
    facts.Build(*module, specialization);
    facts.Provide(fact::kPointers | fact::kUses);
    if (run == 0) {
      EXPECT_GT(allocation_count, before);
    } else {
      EXPECT_EQ(allocation_count, before);
    }
  }
}

}  // namespace
}  // namespace plumb
