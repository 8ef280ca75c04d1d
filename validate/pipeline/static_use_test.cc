#include "validate/pipeline/static_use.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/pipeline/testing_module.h"

namespace plumb {
namespace {

// The uses by the function %40: "10 r, 11.1 w", variables and members.
std::string UsesOf(absl::string_view body) {
  const ValidatedModule module(absl::StrCat(R"(
      OpCapability Shader
      OpMemoryModel Logical GLSL450
      OpEntryPoint Fragment %40 "main"
      OpExecutionMode %40 OriginUpperLeft
      %1 = OpTypeVoid
      %2 = OpTypeFunction %1
      %3 = OpTypeFloat 32
      %4 = OpTypeInt 32 0
      %5 = OpConstant %4 1
      %6 = OpConstant %3 0
      %7 = OpTypeStruct %3 %3
      %8 = OpTypePointer Private %7
      %9 = OpTypePointer Private %3
      %10 = OpVariable %9 Private
      %11 = OpVariable %8 Private
      %12 = OpVariable %9 Private
      %13 = OpTypeFunction %1 %9
      %40 = OpFunction %1 None %2
      %41 = OpLabel
)",
                                            body, R"(
      OpReturn
      OpFunctionEnd
      %50 = OpFunction %1 None %2
      %51 = OpLabel
      OpStore %12 %6
      OpReturn
      OpFunctionEnd
      %60 = OpFunction %1 None %13
      %61 = OpFunctionParameter %9
      %62 = OpLabel
      OpReturn
      OpFunctionEnd
)"));
  const StaticUse use = StaticUses(module.context()).Of(Id(40));
  std::string text;
  for (const VariableUse& u : use.uses()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", u.variable.value);
    if (u.member != kNoMember) absl::StrAppend(&text, ".", u.member);
    absl::StrAppend(&text, " ", u.is_read ? "r" : "", u.is_written ? "w" : "");
  }
  return text;
}

TEST(StaticUseTest, TellsReadsFromWrites) {
  EXPECT_EQ(UsesOf("%42 = OpLoad %3 %10"), "10 r");
  EXPECT_EQ(UsesOf("OpStore %10 %6"), "10 w");
  EXPECT_EQ(UsesOf("OpCopyMemory %10 %12"), "10 w, 12 r");
  EXPECT_EQ(UsesOf(""), "");
}

TEST(StaticUseTest, FollowsAccessChainsToMembers) {
  EXPECT_EQ(UsesOf("%42 = OpAccessChain %9 %11 %5\n%43 = OpLoad %3 %42"),
            "11.1 r");
  EXPECT_EQ(UsesOf("%42 = OpLoad %7 %11"), "11 r");
}

TEST(StaticUseTest, FollowsCalls) {
  EXPECT_EQ(UsesOf("%42 = OpFunctionCall %1 %50"), "12 w");
  EXPECT_EQ(UsesOf("%42 = OpFunctionCall %1 %60 %10"), "10 rw");
}

TEST(StaticUseTest, AsksForParts) {
  const ValidatedModule module(R"(
      OpCapability Shader
      OpMemoryModel Logical GLSL450
      OpEntryPoint Fragment %20 "main"
      OpExecutionMode %20 OriginUpperLeft
      %1 = OpTypeVoid
      %2 = OpTypeFunction %1
      %3 = OpTypeFloat 32
      %4 = OpTypeInt 32 0
      %5 = OpConstant %4 1
      %7 = OpTypeStruct %3 %3
      %8 = OpTypePointer Private %7
      %9 = OpTypePointer Private %3
      %11 = OpVariable %8 Private
      %20 = OpFunction %1 None %2
      %21 = OpLabel
      %22 = OpAccessChain %9 %11 %5
      %23 = OpLoad %3 %22
      OpReturn
      OpFunctionEnd
)");
  const StaticUse use = StaticUses(module.context()).Of(Id(20));
  EXPECT_FALSE(use.Of(Id(11), 0).is_read);
  EXPECT_TRUE(use.Of(Id(11), 1).is_read);
  EXPECT_TRUE(use.Of(Id(11)).is_read);
  EXPECT_EQ(use.Of(Id(10)).first, kNoInst);
}

}  // namespace
}  // namespace plumb
