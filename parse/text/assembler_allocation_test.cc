// A warm assembler and module assemble a text without any allocation.
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/allocation_count.h"
#include "core/byte_order.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

std::string MakeText() {
  std::string text =
      "OpCapability Shader\n"
      "%glsl = OpExtInstImport \"GLSL.std.450\"\n"
      "OpMemoryModel Logical GLSL450\n"
      "OpEntryPoint Fragment %main \"main\" %color\n"
      "OpDecorate %color Location 0\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "%float = OpTypeFloat 32\n"
      "%i64 = OpTypeInt 64 0\n"
      "%half = OpConstant %float 0.5\n"
      "%long = OpConstant %i64 123456789012\n"
      "%main = OpFunction %void None %fn\n"
      "%entry = OpLabel\n";
  for (int i = 0; i < 2000; ++i) {
    absl::StrAppend(&text, "%", 100 + i, " = OpFAdd %float %half %half\n");
    absl::StrAppend(&text, "%x", i, " = OpExtInst %float %glsl Sin %half\n");
  }
  return text + "OpSwitch %long %entry 1 %entry\nOpFunctionEnd\n";
}

TEST(AssemblerAllocationTest, ASecondRunAllocatesNothing) {
  if (!kIsLittleEndian) GTEST_SKIP() << "literal strings are copied";
  const std::string text = MakeText();
  for (bool preserve : {false, true}) {
    Assembler assembler;
    Module module;
    DiagnosticList diagnostics;
    AssembleOptions options;
    options.preserve_numeric_ids = preserve;
    ASSERT_TRUE(assembler.Assemble(text, options, &module, &diagnostics));
    const size_t before = allocation_count;
    const bool good = assembler.Assemble(text, options, &module, &diagnostics);
    EXPECT_EQ(allocation_count, before) << preserve;
    EXPECT_TRUE(good);
  }
}

}  // namespace
}  // namespace plumb
