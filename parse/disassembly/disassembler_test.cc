#include "parse/disassembly/disassembler.h"

#include <string>

#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/generator_names.h"

namespace plumb {
namespace {

std::string Text(const ModuleWords& words, DisassemblerOptions options = {}) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  reader.Read(words, &module, &list);
  return Disassembler(module, options).Disassemble();
}

constexpr DisassemblerOptions kPlain = {
    .header = false, .indent = false, .friendly_names = false};

TEST(DisassemblerTest, WholeModule) {
  EXPECT_EQ(Text(SmallShader()), R"(; SPIR-V
; Version: 1.6
; Generator: Khronos; 0
; Bound: 40
; Schema: 0
               OpCapability Shader
               OpCapability Int64
          %1 = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %gl_FragCoord
               OpExecutionMode %main OriginUpperLeft
               OpSource GLSL 450
               OpName %main "main"
               OpDecorate %gl_FragCoord BuiltIn FragCoord
               OpDecorate %21 FPFastMathMode NotNaN|NotInf
       %void = OpTypeVoid
          %4 = OpTypeFunction %void
      %float = OpTypeFloat 32
    %v4float = OpTypeVector %float 4
%_ptr_Input_v4float = OpTypePointer Input %v4float
       %long = OpTypeInt 64 1
    %long_n5 = OpConstant %long -5
  %float_1_5 = OpConstant %float 1.5
         %11 = OpSpecConstantOp %long IAdd %long_n5 %long_n5
%gl_FragCoord = OpVariable %_ptr_Input_v4float Input
       %main = OpFunction %void None %4
         %12 = OpLabel
         %21 = OpLoad %v4float %gl_FragCoord Volatile|Aligned 16
         %22 = OpExtInst %v4float %1 Sqrt %21
               OpSelectionMerge %15 None
               OpSwitch %long_n5 %15 -1 %13
         %13 = OpLabel
               OpBranch %15
         %15 = OpLabel
         %23 = OpPhi %v4float %21 %12 %22 %13
               OpReturn
               OpFunctionEnd
)");
}

// The parts of a large text are whole lines, and make the text.
TEST(DisassemblerTest, WritesTheSameInParts) {
  ModuleWords words(9);
  words.Add(Op::kTypeVoid, {1});
  for (int i = 0; i < 20'000; ++i) words.Add(Op::kNoLine, {});
  for (int i = 0; i < 20'000; ++i) words.Raw({1 << 16 | 0xfff0});
  words.Add(Op::kTypeVoid, {2});
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  reader.Read(words, &module, &list);
  const Disassembler disassembler(module);
  std::string whole;
  int parts = 0;
  disassembler.Write([&](absl::string_view part) {
    EXPECT_EQ(part.back(), '\n');
    EXPECT_LT(part.size(), 70'000u);
    whole.append(part.data(), part.size());
    ++parts;
  });
  EXPECT_GT(parts, 10);
  EXPECT_EQ(whole, disassembler.Disassemble());
}

TEST(DisassemblerTest, PlainFormat) {
  EXPECT_EQ(Text(ModuleWords(9)
                     .Add(Op::kTypeVoid, {1})
                     .Add(Op::kTypeFunction, {2, 1})
                     .Add(Op::kNoLine, {}),
                 kPlain),
            "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\nOpNoLine\n");
}

TEST(DisassemblerTest, Strings) {
  EXPECT_EQ(Text(ModuleWords(9).Add(Op::kString, {1}, "a\"b\\c\nd\t\xc3\xa9"),
                 kPlain),
            "%1 = OpString \"a\\\"b\\\\c\nd\t\xc3\xa9\"\n");
}

TEST(DisassemblerTest, PrintableStrings) {
  DisassemblerOptions options = kPlain;
  options.printable_strings = true;
  EXPECT_EQ(Text(ModuleWords(9).Add(Op::kString, {1},
                                    "a\"b\\c\n\x1b[2J\x7f\xc2\x9b\xff\xc3\xa9"),
                 options),
            "%1 = OpString \"a\\\"b\\\\c<U+000a><U+001b>[2J<U+007f><U+009b>"
            "<ff>\xc3\xa9\"\n");
}

TEST(DisassemblerTest, ParametersOfTheOverlay) {
  EXPECT_EQ(
      Text(ModuleWords(9)
               .Add(Op::kLoopMerge, {1, 2, 0x40000, 2, 3, 0, 4, 7})
               .Add(Op::kLoopMerge,
                    {1, 2, 0x1000000, 0xffffffff, 0xffffffff, 2, 1, 5, 0})
               .Add(Op::kLoopMerge, {1, 2, 0x1000000, 1, 0, 2, 0, 3, 0, 6}),
           kPlain),
      "OpLoopMerge %1 %2 DependencyArrayALTERA 2 %3 0 %4 7\n"
      "OpLoopMerge %1 %2 LoopCountALTERA -1 4294967298 5\n"
      "OpLoopMerge %1 %2 LoopCountALTERA 1 2 3 !0x00000006\n");
}

TEST(DisassemblerTest, UnknownValuesAreImmediates) {
  EXPECT_EQ(Text(ModuleWords(9)
                     .Add(Op::kCapability, {0x7ffffff0})
                     .Add(Op::kFunction, {1, 2, 0x40000000, 3})
                     .Add(Op::kSpecConstantOp, {1, 4, 65000, 3})
                     .Add(Op::kConstant, {1, 5, 6, 7}),
                 kPlain),
            "OpCapability !0x7ffffff0\n"
            "%2 = OpFunction %1 !0x40000000 %3\n"
            "%4 = OpSpecConstantOp %1 !0x0000fde8 %3\n"
            "%5 = OpConstant %1 !0x00000006 !0x00000007\n");
}

TEST(DisassemblerTest, OriginalNumbers) {
  EXPECT_EQ(Text(ModuleWords(0x10000000)
                     .Add(Op::kTypeVoid, {1000000})
                     .Add(Op::kTypeFunction, {2000000, 1000000}),
                 {.header = false, .indent = false}),
            "%void = OpTypeVoid\n%2000000 = OpTypeFunction %void\n");
}

TEST(DisassemblerTest, ReportsThePlacesOfOperands) {
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  const ModuleWords words = SmallShader();
  ASSERT_TRUE(reader.Read(words, &module, &list));
  const Disassembler disassembler(module);
  std::string text = "before ";
  std::vector<TextRange> spans;
  disassembler.AppendInstruction(module.def(Id(21)), &text, &spans);
  ASSERT_EQ(spans.size(), 5u);
  const auto operand = [&](size_t i) {
    return text.substr(spans[i].begin, spans[i].end - spans[i].begin);
  };
  EXPECT_EQ(operand(0), "%v4float");
  EXPECT_EQ(operand(1), "%21");
  EXPECT_EQ(operand(2), "%gl_FragCoord");
  EXPECT_EQ(operand(3), "Volatile|Aligned");
  EXPECT_EQ(operand(4), "16");
}

TEST(DisassemblerTest, Enumerants) {
  const auto text = [](Kind kind, uint32_t value) {
    std::string text;
    AppendEnumerant(kind, value, &text);
    return text;
  };
  EXPECT_EQ(text(Kind::kStorageClass, 7), "Function");
  EXPECT_EQ(text(Kind::kMemoryAccess, 0), "None");
  EXPECT_EQ(text(Kind::kMemoryAccess, 5), "Volatile|Nontemporal");
  EXPECT_EQ(text(Kind::kMemoryAccess, 0x10000001), "!0x10000001");
}

TEST(DisassemblerTest, GeneratorNames) {
  EXPECT_EQ(GeneratorName(0), "Khronos");
  EXPECT_EQ(GeneratorName(8), "Khronos Glslang Reference Front End");
  EXPECT_EQ(GeneratorName(0xffff), "");
}

}  // namespace
}  // namespace plumb
