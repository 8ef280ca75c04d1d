// Asserts the bounds of memory of drawings that docs/contributor/limits.md
// states.

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cli/drawing/dot.h"
#include "cli/drawing/flow_chart.h"
#include "cli/drawing/html.h"
#include "core/allocation_count.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "gtest/gtest.h"
#include "parse/text/assembler.h"

namespace plumb::drawing {
namespace {

// A function with blocks that branch to the next one.
std::string BlockChain(int blocks) {
  std::string text =
      "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical "
      "GLSL450\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%f = "
      "OpFunction %void None %fn\n";
  for (int i = 0; i < blocks; ++i) {
    absl::StrAppend(&text, "%", i, " = OpLabel\nOpBranch %", i + 1, "\n");
  }
  absl::StrAppend(&text, "%", blocks, " = OpLabel\nOpReturn\nOpFunctionEnd\n");
  return text;
}

// The peak of the heap while a module is drawn, by the size of its binary.
double MemoryOf(const Module& module,
                void (*write_drawing)(const Drawing&, WritePart)) {
  const DiagnosticList diagnostics;
  const size_t before = allocated_bytes;
  peak_allocated_bytes = before;
  write_drawing(DrawModule(module, diagnostics, "chain"),
                [](absl::string_view) {});
  return static_cast<double>(peak_allocated_bytes - before) /
         static_cast<double>(module.words().size() * sizeof(uint32_t));
}

TEST(DrawingMemoryTest, ChainOfBlocks) {
  // Within a factor of two, because some arrays grow by doubling.
  for (const int blocks : {20'000, 25'000, 33'000}) {
    const std::string text = BlockChain(blocks);
    Module module;
    DiagnosticList diagnostics;
    ASSERT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
    EXPECT_LE(MemoryOf(module, WriteDot), 25) << blocks << " blocks";
    EXPECT_LE(MemoryOf(module, WriteHtml), 40) << blocks << " blocks";
  }
}

}  // namespace
}  // namespace plumb::drawing
