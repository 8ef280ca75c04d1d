#include "api/resolve/source_location.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

// "function (name) block file:line:column" of each instruction, a line each,
// from the one with this opcode on.
std::string Locations(absl::string_view text, absl::string_view from) {
  Module module;
  DiagnosticList diagnostics;
  EXPECT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  SourceLocator locator(module);
  std::string out;
  bool shown = false;
  for (InstIndex i(0); i < InstIndex(module.size()); ++i) {
    const absl::string_view op = grammar::NameOf(module.record(i).op);
    shown = shown || op == from;
    if (!shown) continue;
    const SourceLocation at = locator.At(i);
    absl::StrAppend(&out, op);
    if (at.function != kNoId) {
      absl::StrAppend(&out, " f", at.function.value, "(", at.function_name,
                      ")");
    }
    if (at.block != kNoId) absl::StrAppend(&out, " b", at.block.value);
    if (at.position.known()) {
      absl::StrAppend(&out, " ", at.position.file, ":", at.position.line, ":",
                      at.position.column);
    }
    for (const SourcePosition& call : at.inlined_at) {
      absl::StrAppend(&out, " in ", call.file, ":", call.line);
    }
    absl::StrAppend(&out, "\n");
  }
  return out;
}

constexpr absl::string_view kHead = R"(
    OpCapability Shader
    OpExtension "SPV_KHR_non_semantic_info"
    %set = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
    OpMemoryModel Logical GLSL450
    OpEntryPoint Vertex %main "entry"
    %file = OpString "a.frag"
    %other = OpString "b.glsl"
    OpName %helper "help"
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %fn = OpTypeFunction %void
    %u7 = OpConstant %uint 7
    %u9 = OpConstant %uint 9
    %source = OpExtInst %void %set DebugSource %other
)";

TEST(SourceLocationTest, LinesEndWithTheBlock) {
  EXPECT_EQ(Locations(absl::StrCat(kHead, R"(
    OpLine %file 3 1
    %main = OpFunction %void None %fn
    %b1 = OpLabel
    OpLine %file 4 5
    OpNop
    OpBranch %b2
    %b2 = OpLabel
    OpNop
    OpLine %other 6 0
    OpNop
    OpNoLine
    OpReturn
    OpFunctionEnd
    %helper = OpFunction %void None %fn
    %b3 = OpLabel
    OpReturn
    OpFunctionEnd
)"),
                      "OpFunction"),
            "OpFunction f2(entry) a.frag:3:1\n"
            "OpLabel f2(entry) b12 a.frag:3:1\n"
            "OpLine f2(entry) b12 a.frag:4:5\n"
            "OpNop f2(entry) b12 a.frag:4:5\n"
            "OpBranch f2(entry) b12 a.frag:4:5\n"
            "OpLabel f2(entry) b13\n"
            "OpNop f2(entry) b13\n"
            "OpLine f2(entry) b13 b.glsl:6:0\n"
            "OpNop f2(entry) b13 b.glsl:6:0\n"
            "OpNoLine f2(entry) b13\n"
            "OpReturn f2(entry) b13\n"
            "OpFunctionEnd f2(entry)\n"
            "OpFunction f5(help)\n"
            "OpLabel f5(help) b14\n"
            "OpReturn f5(help) b14\n"
            "OpFunctionEnd f5(help)\n");
}

TEST(SourceLocationTest, ReadsDebugLine) {
  EXPECT_EQ(Locations(absl::StrCat(kHead, R"(
    %main = OpFunction %void None %fn
    %b1 = OpLabel
    %l = OpExtInst %void %set DebugLine %source %u7 %u7 %u9 %u9
    OpNop
    %m = OpExtInst %void %set DebugNoLine
    OpReturn
    OpFunctionEnd
    %helper = OpFunction %void None %fn
    %b3 = OpLabel
    OpReturn
    OpFunctionEnd
)"),
                      "OpNop"),
            "OpNop f2(entry) b12 b.glsl:7:9\n"
            "OpExtInst f2(entry) b12\n"
            "OpReturn f2(entry) b12\n"
            "OpFunctionEnd f2(entry)\n"
            "OpFunction f5(help)\n"
            "OpLabel f5(help) b15\n"
            "OpReturn f5(help) b15\n"
            "OpFunctionEnd f5(help)\n");
}

TEST(SourceLocationTest, InlinedCalls) {
  EXPECT_EQ(Locations(absl::StrCat(kHead, R"(
    %unit = OpExtInst %void %set DebugCompilationUnit %u7 %u7 %source %u7
    %call = OpExtInst %void %set DebugInlinedAt %u9 %unit
    %main = OpFunction %void None %fn
    %b1 = OpLabel
    %s = OpExtInst %void %set DebugScope %unit %call
    OpNop
    OpReturn
    OpFunctionEnd
)"),
                      "OpNop"),
            "OpNop f2(entry) b14 in b.glsl:9\n"
            "OpReturn f2(entry) b14 in b.glsl:9\n"
            "OpFunctionEnd f2(entry)\n");
}

TEST(SourceLocationTest, AnyOrderOfQuestions) {
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(absl::StrCat(kHead, R"(
    %main = OpFunction %void None %fn
    %b1 = OpLabel
    OpLine %file 4 5
    OpNop
    OpReturn
    OpFunctionEnd
    %helper = OpFunction %void None %fn
    %b3 = OpLabel
    OpReturn
    OpFunctionEnd
)"),
                                   {}, &module, &diagnostics));
  SourceLocator forward(module), backward(module);
  const uint32_t size = module.size();
  for (uint32_t i = size; i-- > 0;) {
    const SourceLocation a = SourceLocator(module).At(InstIndex(i));
    const SourceLocation b = backward.At(InstIndex(i));
    const SourceLocation c = forward.At(InstIndex(size - 1 - i));
    const SourceLocation d = SourceLocator(module).At(InstIndex(size - 1 - i));
    EXPECT_EQ(a.function, b.function) << i;
    EXPECT_EQ(a.block, b.block) << i;
    EXPECT_EQ(a.position.line, b.position.line) << i;
    EXPECT_EQ(c.function, d.function) << i;
    EXPECT_EQ(c.block, d.block) << i;
    EXPECT_EQ(c.position.line, d.position.line) << i;
  }
}

// Invalid debug information gives no source location.
TEST(SourceLocationTest, HostileLines) {
  EXPECT_EQ(Locations(absl::StrCat(kHead, R"(
    %main = OpFunction %void None %fn
    %b1 = OpLabel
    %l = OpExtInst %void %set DebugLine %void %fn %undefined %u9 %u9
    OpNop
    OpReturn
    OpFunctionEnd
)"),
                      "OpNop"),
            "OpNop f2(entry) b12\n"
            "OpReturn f2(entry) b12\n"
            "OpFunctionEnd f2(entry)\n");
}

}  // namespace
}  // namespace plumb
