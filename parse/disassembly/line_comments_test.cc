#include "parse/disassembly/line_comments.h"

#include <string>

#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

std::string Text(absl::string_view text, DisassemblerOptions options) {
  Assembler assembler;
  Module module;
  DiagnosticList list;
  if (!assembler.Assemble(text, {}, &module, &list)) return "errors";
  options.header = options.indent = options.friendly_names = false;
  return Disassembler(module, options).Disassemble();
}

TEST(LineCommentsTest, ColumnsMoveToTheRightOnly) {
  CommentColumn column;
  EXPECT_EQ(column.ColumnAfter(10), 52u);
  EXPECT_EQ(column.ColumnAfter(50), 52u);
  EXPECT_EQ(column.ColumnAfter(51), 56u);
  EXPECT_EQ(column.ColumnAfter(10), 56u);
  column.Reset();
  EXPECT_EQ(column.ColumnAfter(10), 52u);
  // A long line has no effect on the ones after it beyond a limit.
  EXPECT_EQ(column.ColumnAfter(1000), 1004u);
  EXPECT_EQ(column.ColumnAfter(10), 256u);
}

TEST(LineCommentsTest, WidthIsWithoutColors) {
  EXPECT_EQ(WidthWithoutColors("OpNop"), 5u);
  EXPECT_EQ(WidthWithoutColors("\x1b[33m%1\x1b[0m x"), 4u);
  EXPECT_EQ(WidthWithoutColors("\x1b["), 2u);
}

TEST(LineCommentsTest, DecorationsAreRepeatedAtTheirTarget) {
  const std::string text = Text(
      "OpDecorate %v DescriptorSet 2\n"
      "OpDecorate %i RelaxedPrecision\n"
      "OpDecorate %v LinkageAttributes \"x\" Import\n"
      "OpDecorateId %v UniformId %i\n"
      "%i = OpUndef %t\n"
      "%v = OpUndef %t\n"
      "OpDecorate %v Aliased\n",
      {.comment = true});
  EXPECT_NE(text.find("%2 = OpUndef %3                                     "
                      "; RelaxedPrecision\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("%1 = OpUndef %3                                     "
                      "; DescriptorSet 2, LinkageAttributes \"x\" Import\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace plumb
