#include "validate/validator.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/allocation_count.h"
#include "core/options.h"
#include "core/target_env.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

constexpr absl::string_view kHead = R"(
    OpCapability Shader
    OpCapability Linkage
    OpMemoryModel Logical GLSL450
    %void = OpTypeVoid
    %bool = OpTypeBool
    %int = OpTypeInt 32 0
    %fn = OpTypeFunction %void
    %flag = OpConstantTrue %bool
    %one = OpConstant %int 1
)";

// A function with a loop around a switch; `wrong` makes the first case leave
// the loop by a way that is not allowed.
std::string Function(int number, bool wrong) {
  std::string text = R"(
    %f# = OpFunction %void None %fn
    %entry# = OpLabel
    OpBranch %loop#
    %loop# = OpLabel
    OpLoopMerge %end# %next# None
    OpBranch %body#
    %body# = OpLabel
    OpSelectionMerge %join# None
    OpSwitch %one %join# 0 %first# 1 %second#
    %first# = OpLabel
    %sum# = OpIAdd %int %one %one
    OpBranch $#
    %second# = OpLabel
    OpBranch %join#
    %join# = OpLabel
    OpBranchConditional %flag %next# %end#
    %next# = OpLabel
    OpBranch %loop#
    %end# = OpLabel
    OpReturn
    OpFunctionEnd
  )";
  std::string out;
  for (char c : text) {
    if (c == '#') {
      absl::StrAppend(&out, number);
    } else if (c == '$') {
      absl::StrAppend(&out, wrong ? "%body" : "%second");
    } else {
      out += c;
    }
  }
  return out;
}

std::string ModuleText(int functions, int invalid_interval) {
  std::string text(kHead);
  for (int f = 0; f < functions; ++f) {
    absl::StrAppend(
        &text, Function(f, invalid_interval > 0 && f % invalid_interval == 0));
  }
  return text;
}

std::string Describe(const DiagnosticList& list) {
  std::string out;
  for (const Diagnostic& d : list.diagnostics()) {
    absl::StrAppend(&out, d.rule->id, " at ", d.place.inst.value, ".",
                    d.place.operand.value, " (", d.args[0].number, ", ",
                    d.args[1].number, ")");
    for (const Note& note : list.notes(d)) {
      absl::StrAppend(&out, " note ", note.place.inst.value, ".",
                      note.place.operand.value);
    }
    absl::StrAppend(&out, "\n");
  }
  return out;
}

TEST(ValidatorTest, AcceptsAValidModule) {
  const std::string text = ModuleText(3, 0);
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  EXPECT_TRUE(Validator().Validate(module, {}, &diagnostics));
  EXPECT_EQ(Describe(diagnostics), "");
}

TEST(ValidatorTest, FindsTheSameWithAnyNumberOfJobs) {
  // Large enough for four threads (see kInstructionsPerThread).
  const std::string text = ModuleText(1200, 7);
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  ASSERT_GT(module.size(), 4u * 4096);

  std::string one;
  for (int jobs : {1, 2, 4}) {
    DiagnosticList found;
    ValidatorOptions options;
    options.jobs = jobs;
    Validator validator;
    EXPECT_FALSE(validator.Validate(module, options, &found));
    if (jobs == 1) one = Describe(found);
    EXPECT_EQ(found.size(), 172u) << "one for each function that is wrong";
    EXPECT_EQ(Describe(found), one) << jobs << " jobs";
  }
}

TEST(ValidatorTest, KeepsTheFirstErrorsOfMany) {
  const std::string text = ModuleText(1200, 2);
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  DiagnosticList all;
  all.set_capacity(0);
  ASSERT_FALSE(Validator().Validate(module, {}, &all));
  ASSERT_EQ(all.size(), 600u);

  constexpr size_t kCapacity = 50;
  for (int jobs : {1, 2, 4}) {
    DiagnosticList found;
    found.set_capacity(kCapacity);
    ValidatorOptions options;
    options.jobs = jobs;
    EXPECT_FALSE(Validator().Validate(module, options, &found));
    ASSERT_EQ(found.size(), kCapacity);
    EXPECT_EQ(found.total_count(), 600u);
    EXPECT_EQ(found.error_count(), 600u);
    EXPECT_EQ(Describe(all).substr(0, Describe(found).size()), Describe(found))
        << jobs << " jobs";
  }
}

TEST(ValidatorTest, AddsToTheList) {
  const std::string wrong = ModuleText(1, 1), right = ModuleText(1, 0);
  Module module;
  DiagnosticList diagnostics;
  Validator validator;
  ASSERT_TRUE(Assembler().Assemble(wrong, {}, &module, &diagnostics));
  EXPECT_FALSE(validator.Validate(module, {}, &diagnostics));
  EXPECT_EQ(diagnostics.error_count(), 1u);
  ASSERT_TRUE(Assembler().Assemble(right, {}, &module, &diagnostics));
  EXPECT_TRUE(validator.Validate(module, {}, &diagnostics))
      << "older errors are not its own";
  EXPECT_EQ(diagnostics.error_count(), 1u);
}

TEST(ValidatorTest, NestedOpcodesTakeNoStack) {
  constexpr uint32_t kSpecConstantOp =
      static_cast<uint32_t>(grammar::Op::kSpecConstantOp);
  ModuleWords words(8);
  words.Add(grammar::Op::kCapability, {1})
      .Add(grammar::Op::kMemoryModel, {0, 1})
      .Add(grammar::Op::kTypeInt, {1, 32, 0});
  // OpSpecConstantOp of OpSpecConstantOp of ..., to the longest instruction.
  constexpr uint32_t kWords = 0xffff;
  words.Raw({kWords << 16 | kSpecConstantOp, 1, 2});
  for (uint32_t i = 3; i < kWords; ++i) words.Raw({kSpecConstantOp});
  Module module;
  DiagnosticList diagnostics;
  BinaryReader().Read(words.words(), &module, &diagnostics);
  EXPECT_FALSE(Validator().Validate(module, {}, &diagnostics));
}

TEST(ValidatorTest, ChainsOfPointersTakeNoStack) {
  std::string text = R"(
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main "main" %depth
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %depth BuiltIn FragDepth
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %pointer = OpTypePointer Output %float
    %depth = OpVariable %pointer Output
    %main = OpFunction %void None %fn
    %entry = OpLabel
  )";
  constexpr int kCopies = 100'000;
  absl::string_view source = "depth";
  std::string name;
  for (int i = 0; i < kCopies; ++i) {
    std::string copy = absl::StrCat("copy", i);
    absl::StrAppend(&text, "%", copy, " = OpCopyObject %pointer %", source,
                    "\n");
    name = std::move(copy);
    source = name;
  }
  absl::StrAppend(&text, "OpReturn\nOpFunctionEnd\n");
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  ValidatorOptions options;
  options.env = TargetEnv::kVulkan1_3;
  EXPECT_TRUE(Validator().Validate(module, options, &diagnostics))
      << Describe(diagnostics);
}

TEST(ValidatorTest, AWarmedValidatorAllocatesNothing) {
  const std::string text = ModuleText(5, 0);
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(Assembler().Assemble(text, {}, &module, &diagnostics));
  Validator validator;
  const ValidatorOptions options;
  ASSERT_TRUE(validator.Validate(module, options, &diagnostics));
  const size_t before = allocation_count;
  const bool valid = validator.Validate(module, options, &diagnostics);
  EXPECT_EQ(allocation_count, before);
  EXPECT_TRUE(valid);
}

}  // namespace
}  // namespace plumb
