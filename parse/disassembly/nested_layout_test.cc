#include "parse/disassembly/nested_layout.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

std::string Text(absl::string_view text, bool nested, bool reorder) {
  Assembler assembler;
  Module module;
  DiagnosticList list;
  if (!assembler.Assemble(text, {}, &module, &list)) return "errors";
  return Disassembler(module, {.header = false,
                               .nested_indent = nested,
                               .reorder_blocks = reorder})
      .Disassemble();
}

// A loop with a selection in it; the merge blocks precede the blocks that
// branch to them.
constexpr char kLoop[] = R"(%1 = OpFunction %2 None %3
%4 = OpLabel
OpBranch %5
%5 = OpLabel
OpLoopMerge %6 %7 None
OpBranchConditional %c %8 %6
%6 = OpLabel
OpReturn
%7 = OpLabel
OpBranch %5
%8 = OpLabel
OpSelectionMerge %9 None
OpBranchConditional %c %10 %9
%9 = OpLabel
OpBranch %7
OpLine %f 1 2
%10 = OpLabel
OpBranch %6
OpFunctionEnd
OpName %1 "after"
)";

TEST(NestedLayoutTest, IndentsByConstruct) {
  EXPECT_EQ(Text(kLoop, true, false), R"(          %2 = OpFunction %1 None %3

          %4 = OpLabel
                 OpBranch %5

          %5 = OpLabel
                 OpLoopMerge %6 %7 None
                 OpBranchConditional %8 %9 %6

          %6 = OpLabel
                 OpReturn

          %7 =   OpLabel
                   OpBranch %5

          %9 =     OpLabel
                     OpSelectionMerge %10 None
                     OpBranchConditional %8 %11 %10

         %10 =     OpLabel
                     OpBranch %7
                     OpLine %12 1 2

         %11 =         OpLabel
                         OpBranch %6
               OpFunctionEnd
               OpName %2 "after"
)");
}

TEST(NestedLayoutTest, EveryTerminatorEndsABlock) {
  const std::string aborting =
      absl::StrReplaceAll(kLoop, {{"OpReturn", "OpAbortKHR %2 %c"}});
  for (const bool reorder : {false, true}) {
    EXPECT_EQ(Text(aborting, true, reorder),
              absl::StrReplaceAll(Text(kLoop, true, reorder),
                                  {{"OpReturn", "OpAbortKHR %1 %8"}}));
  }
}

TEST(NestedLayoutTest, OrdersByConstruct) {
  EXPECT_EQ(Text(kLoop, false, true), R"(          %2 = OpFunction %1 None %3
          %4 = OpLabel
               OpBranch %5
          %5 = OpLabel
               OpLoopMerge %6 %7 None
               OpBranchConditional %8 %9 %6
          %9 = OpLabel
               OpSelectionMerge %10 None
               OpBranchConditional %8 %11 %10
               OpLine %12 1 2
         %11 = OpLabel
               OpBranch %6
         %10 = OpLabel
               OpBranch %7
          %7 = OpLabel
               OpBranch %5
          %6 = OpLabel
               OpReturn
               OpFunctionEnd
               OpName %2 "after"
)");
}

// A block with several targets and without a merge instruction is a header,
// too; a block that ends a construct and is entered through a later one has its
// depth.
TEST(NestedLayoutTest, IndentsUnstructuredTargets) {
  constexpr char kText[] = R"(%1 = OpFunction %2 None %3
%4 = OpLabel
OpBranchConditional %c %5 %6
%5 = OpLabel
OpBranchConditional %c %7 %8
%7 = OpLabel
OpBranch %9
%8 = OpLabel
OpReturn
%6 = OpLabel
OpBranch %9
%9 = OpLabel
OpReturn
OpFunctionEnd
)";
  EXPECT_EQ(Text(kText, true, true), R"(          %2 = OpFunction %1 None %3

          %4 = OpLabel
                 OpBranchConditional %5 %6 %7

          %6 =     OpLabel
                     OpBranchConditional %5 %8 %9

          %8 =         OpLabel
                         OpBranch %10

          %9 =         OpLabel
                         OpReturn

          %7 =     OpLabel
                     OpBranch %10

         %10 =     OpLabel
                     OpReturn
               OpFunctionEnd
)");
}

// Every instruction is shown once, whatever the control flow is.
TEST(NestedLayoutTest, KeepsEveryInstruction) {
  const absl::string_view kTexts[] = {
      "%1 = OpFunction %2 None %3\nOpFunctionEnd\n",
      "%1 = OpFunction %2 None %3\n%4 = OpLabel\n",
      ("%1 = OpFunction %2 None %3\n%4 = OpLabel\n%5 = OpLabel\nOpBranch %4\n"
       "OpNop\nOpFunctionEnd\nOpNop\n"),
      ("%1 = OpFunction %2 None %3\n%4 = OpLabel\nOpBranch %9\nOpFunctionEnd\n"
       "%6 = OpFunction %2 None %3\n%9 = OpLabel\nOpBranch "
       "%4\nOpFunctionEnd\n"),
      ("%1 = OpFunction %2 None %3\n%4 = OpLabel\nOpSelectionMerge %4 None\n"
       "OpBranch %4\n%4 = OpLabel\nOpReturn\nOpFunctionEnd\n"),
  };
  for (const absl::string_view text : kTexts) {
    Assembler assembler;
    Module module;
    DiagnosticList list;
    ASSERT_TRUE(assembler.Assemble(text, {}, &module, &list));
    const NestedLayout layout(module, true);
    std::vector<int> shown(module.size());
    for (uint32_t i = 0; i < module.size(); ++i) {
      ASSERT_LT(layout.At(i).value, module.size()) << text;
      ++shown[layout.At(i).value];
    }
    EXPECT_EQ(shown, std::vector<int>(module.size(), 1)) << text;
  }
}

// Depth needs neither stack space nor ever longer lines.
TEST(NestedLayoutTest, DeepNestingStaysLinear) {
  std::string text = "%f = OpFunction %v None %t\n%l0 = OpLabel\n";
  constexpr int kDepth = 20000;
  for (int i = 0; i < kDepth; ++i) {
    absl::StrAppend(&text, "OpSelectionMerge %m", i, " None\nOpBranch %l",
                    i + 1, "\n%l", i + 1, " = OpLabel\n");
  }
  absl::StrAppend(&text, "OpReturn\nOpFunctionEnd\n");
  EXPECT_LT(Text(text, true, true).size(), size_t{kDepth} * 500);
}

}  // namespace
}  // namespace plumb
