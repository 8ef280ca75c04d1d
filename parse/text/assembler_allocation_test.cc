// A warmed assembler and module take a text without one allocation.
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace {
std::atomic<int> allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

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
  const std::string text = MakeText();
  for (bool preserve : {false, true}) {
    Assembler assembler;
    Module module;
    DiagnosticList diagnostics;
    AssembleOptions options;
    options.preserve_numeric_ids = preserve;
    ASSERT_TRUE(assembler.Assemble(text, options, &module, &diagnostics));
    const int before = allocations;
    const bool good = assembler.Assemble(text, options, &module, &diagnostics);
    const int after = allocations;
    EXPECT_TRUE(good);
    EXPECT_EQ(after - before, 0) << preserve;
  }
}

}  // namespace
}  // namespace plumb
