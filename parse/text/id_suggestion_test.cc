#include "parse/text/id_suggestion.h"

#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

TEST(IdSuggestionTest, FindsTheClosestResult) {
  constexpr absl::string_view kText =
      "%void = OpTypeVoid\n"
      "  %param_0 = OpUndef %void\n"
      "%param_1 = OpUndef %void\n"
      "OpNop\n"
      "%12 = OpTypeFloat 32\n";
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(assembler.Assemble(kText, {}, &module, &diagnostics));
  EXPECT_EQ(ClosestResult(module, kText, "%parma_0", kNoInst), "%param_0");
  EXPECT_EQ(ClosestResult(module, kText, "%param_11", kNoInst), "%param_1");
  EXPECT_EQ(ClosestResult(module, kText, "%vodi", kNoInst), "%void");
  // An instruction cannot use its own result.
  EXPECT_EQ(ClosestResult(module, kText, "%param_11", InstIndex(2)),
            "%param_0");
  EXPECT_EQ(ClosestResult(module, kText, "%something", kNoInst), "");
  EXPECT_EQ(ClosestResult(module, kText, "%13", kNoInst), "");
  EXPECT_EQ(ClosestResult(module, kText, "%", kNoInst), "");
}

}  // namespace
}  // namespace plumb
