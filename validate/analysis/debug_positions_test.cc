#include "validate/analysis/debug_positions.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "validate/analysis/test_module.h"

namespace plumb {
namespace {

void AppendTo(std::string* out, const SourcePosition& position) {
  absl::StrAppend(out, position.file, ":", position.line, ":", position.column);
}

// "file:line:column < file:line:0" of each OpNop, a line each: the position,
// and the calls that were inlined.
std::string OfNops(const Module& module) {
  DebugPositions positions;
  positions.Build(module);
  std::string out;
  for (InstIndex i(0); i.value < module.size(); ++i) {
    if (module.record(i).op != grammar::Op::kNop) continue;
    const SourcePosition position = positions.PositionOf(i);
    if (position.known()) {
      AppendTo(&out, position);
    } else {
      absl::StrAppend(&out, "-");
    }
    for (const SourcePosition& call : positions.InlinedAt(i, 10)) {
      absl::StrAppend(&out, " < ");
      AppendTo(&out, call);
    }
    absl::StrAppend(&out, "\n");
  }
  return out;
}

constexpr absl::string_view kShader = R"(
    OpCapability Shader
    OpExtension "SPV_KHR_non_semantic_info"
    %1 = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
    OpMemoryModel Logical GLSL450
    %2 = OpString "main.frag"
    %3 = OpString "inline.h"
    %4 = OpTypeVoid
    %5 = OpTypeInt 32 0
    %6 = OpTypeFunction %4
    %7 = OpConstant %5 7
    %9 = OpConstant %5 9
    %10 = OpConstant %5 10
    %11 = OpConstant %5 0
    %12 = OpExtInst %4 %1 DebugSource %2
    %13 = OpExtInst %4 %1 DebugSource %3
    %14 = OpExtInst %4 %1 DebugCompilationUnit %10 %7 %12 %9
    %15 = OpExtInst %4 %1 DebugTypeFunction %11 %4
    %16 = OpExtInst %4 %1 DebugFunction %2 %15 %12 %7 %7 %14 %2 %11 %7
    %17 = OpExtInst %4 %1 DebugFunction %3 %15 %13 %7 %7 %14 %3 %11 %7
    %18 = OpExtInst %4 %1 DebugLexicalBlock %13 %7 %7 %17
    %20 = OpExtInst %4 %1 DebugInlinedAt %10 %16
    %21 = OpExtInst %4 %1 DebugInlinedAt %9 %18 %20
)";

std::string OfNopsInShader(absl::string_view body) {
  const TestModule module(absl::StrCat(kShader, R"(
    %30 = OpFunction %4 None %6
    %31 = OpLabel
)",
                                       body, R"(
    OpReturn
    OpFunctionEnd
)"));
  return OfNops(*module);
}

TEST(DebugPositionsTest, OpLineLastsToTheEndOfTheBlock) {
  const TestModule module(R"(
    OpNop
    %1 = OpString "a.frag"
    %2 = OpTypeVoid
    %3 = OpTypeFunction %2
    OpLine %1 3 1
    OpNop
    %4 = OpFunction %2 None %3
    %5 = OpLabel
    OpLine %1 4 5
    OpNop
    OpNop
    OpNoLine
    OpNop
    OpLine %1 5 0
    OpBranch %6
    %6 = OpLabel
    OpNop
    OpReturn
    OpFunctionEnd
  )");
  EXPECT_EQ(OfNops(*module), "-\na.frag:3:1\na.frag:4:5\na.frag:4:5\n-\n-\n");
}

TEST(DebugPositionsTest, DebugLineAndInlinedScopes) {
  EXPECT_EQ(OfNopsInShader(R"(
    OpNop
    %32 = OpExtInst %4 %1 DebugScope %16
    %33 = OpExtInst %4 %1 DebugLine %12 %7 %7 %9 %9
    OpNop
    %34 = OpExtInst %4 %1 DebugScope %17 %20
    %35 = OpExtInst %4 %1 DebugLine %13 %10 %10 %9 %9
    OpNop
    %36 = OpExtInst %4 %1 DebugScope %18 %21
    OpNop
    %37 = OpExtInst %4 %1 DebugNoScope
    OpNop
    %38 = OpExtInst %4 %1 DebugScope %17 %20
    %39 = OpExtInst %4 %1 DebugNoLine
    OpNop
    OpBranch %40
    %40 = OpLabel
    OpNop
)"),
            "-\n"
            "main.frag:7:9\n"
            "inline.h:10:9 < main.frag:10:0\n"
            "inline.h:10:9 < inline.h:9:0 < main.frag:10:0\n"
            "inline.h:10:9\n"
            "- < main.frag:10:0\n"
            "-\n");
}

TEST(DebugPositionsTest, OpenClDebugInfo) {
  const TestModule module(R"(
    OpCapability Kernel
    %1 = OpExtInstImport "OpenCL.DebugInfo.100"
    OpMemoryModel Physical64 OpenCL
    %2 = OpString "main.cl"
    %4 = OpTypeVoid
    %6 = OpTypeFunction %4
    %12 = OpExtInst %4 %1 DebugSource %2
    %14 = OpExtInst %4 %1 DebugCompilationUnit 1 4 %12 OpenCL_C
    %15 = OpExtInst %4 %1 DebugTypeFunction FlagIsPublic %4
    %16 = OpExtInst %4 %1 DebugFunction %2 %15 %12 7 7 %14 %2 FlagIsPublic 7 %30
    %20 = OpExtInst %4 %1 DebugInlinedAt 8 %16
    %30 = OpFunction %4 None %6
    %31 = OpLabel
    %32 = OpExtInst %4 %1 DebugScope %16 %20
    OpLine %2 3 4
    OpNop
    OpReturn
    OpFunctionEnd
  )");
  EXPECT_EQ(OfNops(*module), "main.cl:3:4 < main.cl:8:0\n");
}

// A chain with a cycle or a forward reference ends.
TEST(DebugPositionsTest, Cycles) {
  const TestModule module(absl::StrCat(kShader, R"(
    %22 = OpExtInst %4 %1 DebugInlinedAt %7 %16 %22
    %23 = OpExtInst %4 %1 DebugInlinedAt %7 %16 %24
    %24 = OpExtInst %4 %1 DebugInlinedAt %9 %16 %23
    %30 = OpFunction %4 None %6
    %31 = OpLabel
    %32 = OpExtInst %4 %1 DebugScope %17 %22
    OpNop
    %33 = OpExtInst %4 %1 DebugScope %17 %24
    OpNop
    OpReturn
    OpFunctionEnd
  )"));
  EXPECT_EQ(OfNops(*module),
            "- < main.frag:7:0\n"
            "- < main.frag:9:0 < main.frag:7:0\n");
}

TEST(DebugPositionsTest, NoMoreCallsThanRequested) {
  const TestModule module(absl::StrCat(kShader, R"(
    %30 = OpFunction %4 None %6
    %31 = OpLabel
    %36 = OpExtInst %4 %1 DebugScope %18 %21
    OpReturn
    OpFunctionEnd
  )"));
  DebugPositions positions;
  positions.Build(*module);
  const InstIndex scope = module->def(Id(36));
  EXPECT_EQ(positions.InlinedAt(scope, 1).size(), 1u);
  EXPECT_TRUE(positions.InlinedAt(scope, 0).empty());
}

// Invalid debug information has no effect.
TEST(DebugPositionsTest, IgnoresInvalidInformation) {
  EXPECT_EQ(OfNopsInShader(R"(
    %32 = OpExtInst %4 %1 DebugLine %4 %6 %9 %9 %9
    OpNop
    %33 = OpExtInst %4 %1 DebugLine %4 %9 %9 %9 %9
    OpNop
    %34 = OpExtInst %4 %1 DebugScope %17 %4
    OpNop
)"),
            "-\n:9:9\n:9:9\n");
}

// Lines are as many as they change, not as the instructions are.
TEST(DebugPositionsTest, MemoryIsLinearInChanges) {
  const TestModule module(absl::StrCat(kShader, R"(
    %30 = OpFunction %4 None %6
    %31 = OpLabel
    %32 = OpExtInst %4 %1 DebugLine %12 %7 %7 %9 %9
    OpNop
    %33 = OpExtInst %4 %1 DebugLine %12 %7 %7 %9 %9
    OpNop
    OpReturn
    OpFunctionEnd
  )"));
  DebugPositions positions;
  positions.Build(*module);
  EXPECT_EQ(positions.change_count(), 2u);  // the line, and the block's end
  const TestModule other("%1 = OpTypeVoid");
  positions.Build(*other);
  EXPECT_EQ(positions.change_count(), 0u);
}

}  // namespace
}  // namespace plumb
