#include "api/resolve/source_text.h"

#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

class SourceTextTest : public testing::Test {
 protected:
  void Assemble(absl::string_view text) {
    ASSERT_TRUE(assembler_.Assemble(text, {}, &module_, &diagnostics_));
  }

  Assembler assembler_;
  Module module_;
  DiagnosticList diagnostics_;
};

TEST_F(SourceTextTest, OfOpSource) {
  Assemble(R"(
    %a = OpString "a.frag"
    %b = OpString "b.frag"
    OpSource GLSL 450 %a "one
two"
    OpSourceContinued " of two
three"
    OpSource GLSL 450 %b
    OpSource ESSL 100)");
  SourceText source(module_);
  EXPECT_EQ(source.Line("a.frag", 1), "one");
  EXPECT_EQ(source.Line("a.frag", 2), "two of two");
  EXPECT_EQ(source.Line("a.frag", 3), "three");
  EXPECT_EQ(source.Line("a.frag", 4), "");
  EXPECT_EQ(source.Line("a.frag", 0), "");
  EXPECT_EQ(source.Line("b.frag", 1), "");
  EXPECT_EQ(source.Line("c.frag", 1), "");
}

TEST_F(SourceTextTest, OfDebugSource) {
  Assemble(R"(
    %1 = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
    %a = OpString "a.hlsl"
    %text = OpString "one
two"
    %more = OpString "
three"
    %void = OpTypeVoid
    %source = OpExtInst %void %1 DebugSource %a %text
    %continued = OpExtInst %void %1 DebugSourceContinued %more)");
  SourceText source(module_);
  EXPECT_EQ(source.Line("a.hlsl", 2), "two");
  EXPECT_EQ(source.Line("a.hlsl", 3), "three");
}

// Compilers put a preamble in front of the source.
TEST_F(SourceTextTest, FollowsLineDirectives) {
  Assemble(
      "%a = OpString \"a.frag\"\n"
      "OpSource GLSL 450 %a \"// made by a compiler\n#line 1\n#version 450\r\n"
      "second\n# line 7 \\\"other.h\\\"\nincluded\n"
      "#line 10 \\\"a.frag\\\"\ntenth\n#line no\n\"\n");
  SourceText source(module_);
  EXPECT_EQ(source.Line("a.frag", 1), "#version 450");
  EXPECT_EQ(source.Line("a.frag", 2), "second");
  EXPECT_EQ(source.Line("a.frag", 7), "");
  EXPECT_EQ(source.Line("a.frag", 10), "tenth");
  EXPECT_EQ(source.Line("a.frag", 11), "#line no");
}

TEST_F(SourceTextTest, NoSource) {
  Assemble("OpSourceContinued \"x\"\n%x = OpString \"y\"");
  SourceText source(module_);
  EXPECT_EQ(source.Line("", 1), "");
  EXPECT_EQ(source.Line("y", 1), "");
}

}  // namespace
}  // namespace plumb
