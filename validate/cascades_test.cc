#include "validate/engine/cascades.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"
#include "validate/registry.h"
#include "validate/validator.h"

namespace plumb {
namespace {

TEST(CascadesTest, FollowRulesThatExist) {
  int count = 0;
  for (const Rule* rule : AllRules()) {
    if (rule->follows.empty()) continue;
    ++count;
    const Rule* other = FindRule(rule->follows);
    ASSERT_NE(other, nullptr) << rule->id;
    EXPECT_EQ(other->id, rule->follows) << "an alias";
  }
  EXPECT_GT(count, 0);
}

std::string Reported(absl::string_view text) {
  Module module;
  DiagnosticList diagnostics;
  EXPECT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  Validator().Validate(module, {}, &diagnostics);
  std::string ids;
  for (const Diagnostic& d : diagnostics.diagnostics()) {
    absl::StrAppend(&ids, " ", d.rule->id);
  }
  return ids;
}

// Types that are recursive by way of a pointer follow from each other.
TEST(CascadesTest, SomethingIsLeftOfACycle) {
  EXPECT_NE(Reported(R"(
    OpCapability Shader
    OpCapability Linkage
    OpCapability PhysicalStorageBufferAddresses
    OpMemoryModel PhysicalStorageBuffer64 GLSL450
    OpTypeForwardPointer %p PhysicalStorageBuffer
    %s = OpTypeStruct %p %s
    %p = OpTypePointer PhysicalStorageBuffer %s
    %p = OpTypePointer PhysicalStorageBuffer %s
  )"),
            "");
}

// However many constants are made of the wrong one, it is named once.
TEST(CascadesTest, AChainIsOneMistake) {
  std::string text = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %int = OpTypeInt 32 0
    %v0 = OpTypeVector %int 1
  )";
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&text, "%v", i + 1, " = OpTypeVector %v", i, " 2\n");
  }
  const std::string ids = Reported(text);
  EXPECT_EQ(ids.find(' '), ids.rfind(' ')) << ids;
}

// What follows from a mistake that makes nothing unknown is not said either.
TEST(CascadesTest, WhatFollowsGoesWithoutARoot) {
  EXPECT_EQ(Reported(R"(
    OpCapability Shader
    OpExtension "SPV_KHR_maximal_reconvergence"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1
    OpExecutionMode %main MaximallyReconvergesKHR
    %void = OpTypeVoid
    %bool = OpTypeBool
    %fn = OpTypeFunction %void
    %flag = OpConstantTrue %bool
    %main = OpFunction %void None %fn
    %start = OpLabel
    OpBranchConditional %flag %then %else
    %then = OpLabel
    OpBranch %end
    %else = OpLabel
    OpBranch %end
    %end = OpLabel
    OpReturn
    OpFunctionEnd
  )"),
            " cfg.structural.conditional-needs-merge");
}

}  // namespace
}  // namespace plumb
