#include "parse/text/extended_syntax.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "parse/text/assembler_testing.h"

namespace plumb {
namespace {

AssembleOptions ExtendedOptions() {
  AssembleOptions options;
  options.extended = true;
  return options;
}

TEST(ExtendedSyntaxTest, Integers) {
  const struct {
    absl::string_view text, rewritten;  // empty: not a form of the dialect
  } kCases[] = {
      {"0b101", "0x5"}, {"101b", "0x5"},   {"0b11111", "0x1f"},
      {"0B1", "0x1"},   {"0o17", "017"},   {"17o", "017"},
      {"1Fh", "0x1F"},  {"0ffh", "0x0ff"}, {"10d", "10"},
      {"010d", "10"},   {"0d", "0"},       {"-101b", "-0x5"},
      {"+10d", "+10"},  {"0b1h", "0x0b1"}, {"0x1F", ""},
      {"12", ""},       {"b", ""},         {"ffh", ""},
      {"102b", ""},     {"18o", ""},       {"0b", "0x0"},
      {"0o", "00"},     {"0b2", ""},       {"-", ""},
      {"", ""},         {"1e5", ""},       {"1D2", ""},
  };
  for (const auto& c : kCases) {
    std::string rewritten;
    EXPECT_EQ(RewriteInteger(c.text, &rewritten), !c.rewritten.empty())
        << c.text;
    if (!c.rewritten.empty()) {
      EXPECT_EQ(rewritten, c.rewritten) << c.text;
    }
  }
}

TEST(ExtendedSyntaxTest, CommentsKeepTheirPlace) {
  const struct {
    absl::string_view text, plain;
    size_t directives;
  } kCases[] = {
      {"# a\nOpNop // b", "; a\nOpNop ;/ b", 0},
      {"; # // .x\n", "; # // .x\n", 0},
      {"OpString \"# // \\\" #\n.x\" # y", "OpString \"# // \\\" #\n.x\" ; y",
       0},
      {"  .loc 1\n.file", "  ;loc 1\n;file", 2},
      {"%a .5 / b", "%a .5 / b", 0},
      {"OpNop .x", "OpNop .x", 0},
      {"\"open # ", "\"open # ", 0},
      {"\"open\\", "\"open\\", 0},
  };
  for (const auto& c : kCases) {
    std::vector<DirectiveLine> directives;
    EXPECT_EQ(WithPlainComments(c.text, &directives), c.plain) << c.text;
    EXPECT_EQ(directives.size(), c.directives) << c.text;
  }
}

// The same module in both dialects.
TEST(ExtendedSyntaxTest, MatchesTheStandardDialect) {
  EXPECT_EQ(AssembleToText(R"(# head
%void = OpTypeVoid // nothing
%int = OpTypeInt 0b100000 1h
%long = OpTypeInt 40h 0
%a = OpConstant %int -10d
%b = OpConstant %long 0o17
%im = OpTypeImage %int 1D 0 0 0 1d Unknown
%fn = OpTypeFunction %void
%f = OpFunction %void None %fn
entry: OpBranch %next
next:
OpSwitch %b %entry 101b %next
OpFunctionEnd
)",
                           ExtendedOptions()),
            AssembleToText(R"(; head
%void = OpTypeVoid ; nothing
%int = OpTypeInt 32 1
%long = OpTypeInt 64 0
%a = OpConstant %int -10
%b = OpConstant %long 15
%im = OpTypeImage %int 1D 0 0 0 1 Unknown
%fn = OpTypeFunction %void
%f = OpFunction %void None %fn
%entry = OpLabel
OpBranch %next
%next = OpLabel
OpSwitch %b %entry 5 %next
OpFunctionEnd
)"));
}

// Constants by name.
TEST(ExtendedSyntaxTest, ConstantsByName) {
  const struct {
    absl::string_view name;
    int value;  // -1: no such name
  } kCases[] = {
      {"CrossDevice", 0},
      {"Workgroup", 2},
      {"QueueFamilyKHR", 5},
      {"None", 0},
      {"AcquireRelease", 8},
      {"AcquireRelease|WorkgroupMemory", 0x108},
      {"UniformMemory|Acquire|Acquire", 0x42},
      {"OpaqueKHR|CullBackFacingTrianglesKHR", 0x11},
      {"WaitWorkGroup", 2},
      {"CmdExecTime", 1},
      {"Workgroup|Device", -1},
      {"Acquire|OpaqueKHR", -1},
      {"Acquire|", -1},
      {"|", -1},
      {"Acquire|2", -1},
      {"workgroup", -1},
      {"", -1},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(static_cast<int>(ValueOfConstantName(c.name).value_or(-1)),
              c.value)
        << c.name;
  }
  const auto constant = [](absl::string_view type, absl::string_view value) {
    return AssembleToText(
        absl::StrCat("%t = ", type, "\n%c = OpConstant %t ", value),
        ExtendedOptions());
  };
  EXPECT_EQ(constant("OpTypeInt 32 0", "Release|UniformMemory"),
            constant("OpTypeInt 32 0", "0x44"));
  EXPECT_EQ(constant("OpTypeInt 64 1", "Device"),
            constant("OpTypeInt 64 1", "1"));
  EXPECT_EQ(constant("OpTypeInt 8 0", "Acquire|WorkgroupMemory"),
            "2:20 asm.literal.integer-range");
  EXPECT_EQ(constant("OpTypeInt 32 0", "Shader"), "2:20 asm.operand.number");
  EXPECT_EQ(constant("OpTypeFloat 32", "Device"), "2:20 asm.operand.number");
}

TEST(ExtendedSyntaxTest, DirectivesAreIgnoredWithAWarning) {
  const absl::string_view text = "OpNop\n .loc 1 2\nOpNop";
  Assembler assembler;
  Module module;
  DiagnosticList list;
  EXPECT_TRUE(assembler.Assemble(text, ExtendedOptions(), &module, &list));
  EXPECT_EQ(list.error_count(), 0);
  EXPECT_EQ(DumpErrors(text, list), "2:2 asm.directive.ignored");
  EXPECT_EQ(module.size(), 2);
}

TEST(ExtendedSyntaxTest, LabelsHaveNamesOfIds) {
  EXPECT_EQ(ErrorsOf("a.b:", ExtendedOptions()), "1:1 asm.id.name");
}

TEST(ExtendedSyntaxTest, RangesHoldInAllForms) {
  EXPECT_EQ(ErrorsOf("%i = OpTypeInt 8 0\n%c = OpConstant %i 100h",
                     ExtendedOptions()),
            "2:20 asm.literal.integer-range");
}

// Without the option, each form is an error that names the option.
TEST(ExtendedSyntaxTest, MustBeRequested) {
  const struct {
    absl::string_view text, errors;
  } kCases[] = {
      {"# x OpBad\nOpNop", "1:1 asm.extended.comment"},
      {"// x OpBad\nOpNop", "1:1 asm.extended.comment"},
      {"OpNop # x OpBad\nOpNop", "1:7 asm.extended.comment"},
      {"OpCapability Shader // x\n", "1:21 asm.extended.comment"},
      {".file \"x\"\nOpNop", "1:1 asm.extended.directive"},
      {"entry:\nOpNop", "1:1 asm.extended.label"},
      {"%i = OpTypeInt 0b1000 0", "1:16 asm.extended.literal"},
      {"%i = OpTypeInt 10o 0", "1:16 asm.extended.literal"},
      {"%i = OpTypeInt 32 0\n%c = OpConstant %i 10d",
       "2:20 asm.extended.literal"},
      {"%i = OpTypeInt 32 0\n%c = OpConstant %i Workgroup",
       "2:20 asm.extended.name"},
  };
  for (const auto& c : kCases) EXPECT_EQ(ErrorsOf(c.text), c.errors) << c.text;
}

}  // namespace
}  // namespace plumb
