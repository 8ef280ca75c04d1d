// Defects of SPIRV-Tools' assembler and disassembler, a row or a test for
// each, named after the defect.
//
// Tested elsewhere, as a whole program is needed: messages without a file's
// name or an excerpt (testdata/cli/as_syntax_error.case), or with numbers that
// are not in the text (as_names_in_messages.case); assembling invalid modules
// (as_invalid.case); headers lost between programs (dis_round_trip.case); exit
// statuses, standard input and output (the other cases there); drawings
// without blocks, labels of edges, instructions and calls
// (cli/drawing/flow_chart_test.cc).
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "core/diagnostic.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/binary_writer.h"
#include "parse/binary/module_words.h"
#include "parse/disassembly/damaged_module.h"
#include "parse/disassembly/disassembler.h"
#include "parse/text/assembler.h"
#include "parse/text/assembler_testing.h"
#include "parse/text/header_comment.h"

namespace plumb {
namespace {

// --- Invalid texts: all errors, each at its place ---

struct WrongText {
  const char* name;
  absl::string_view text;
  const char* errors;  // "line:column rule -> suggestion", one per line
};

template <size_t kSize>
constexpr absl::string_view WithZeros(const char (&text)[kSize]) {
  return absl::string_view(text, kSize - 1);
}

constexpr WrongText kWrongTexts[] = {
    {"StopsAtTheFirstError", "OpBad\nOpWorse\nOpNop 5\n",
     "1:1 asm.opcode.unknown\n2:1 asm.opcode.unknown\n"
     "3:7 asm.instruction.extra-operand"},
    {"SuggestsNoOpcode", "OpTypeVoit", "1:1 asm.opcode.unknown -> OpTypeVoid"},
    {"SuggestsNoEnumerant", "OpCapability Shade",
     "1:14 asm.enumerant.unknown -> Shader"},
    {"SuggestsNoExtendedInstruction",
     "%1 = OpExtInstImport \"GLSL.std.450\"\n%2 = OpExtInst %3 %1 Sqrd %4",
     "2:22 asm.ext-inst.unknown -> Sqrt"},
    {"LinesDriftBehindAStringOfSeveralLines",
     "%1 = OpString \"a\nb\nc\"\nOpBad", "4:1 asm.opcode.unknown"},
    {"LinesDriftBehindAStringWithCarriageReturns",
     "%1 = OpString \"a\r\nb\"\r\nOpBad", "3:1 asm.opcode.unknown"},
    {"UnterminatedStringSwallowsTheText", "OpSourceExtension \"x\nOpBad",
     "1:19 asm.string.unterminated\n2:1 asm.opcode.unknown"},
    {"UnterminatedStringEndsInABackslash", "OpSourceExtension \"x\\",
     "1:19 asm.string.unterminated"},
    {"BadOptionalOperandIsBlamedOnTheNextInstruction",
     "OpSource GLSL 450 \"x\"", "1:19 asm.operand.id"},
    {"ZeroByteEndsTheText", WithZeros("OpNop \0 OpBad"),
     "1:7 asm.token.character\n1:9 asm.opcode.unknown"},
    {"ZeroByteEndsAString", WithZeros("%1 = OpString \"a\0b\"\nOpBad"),
     "1:15 asm.string.nul\n2:1 asm.opcode.unknown"},
    {"ZeroByteEndsAComment", WithZeros("; a\0b\nOpBad"),
     "2:1 asm.opcode.unknown"},
    {"MissingSpacesHideTheOpcode", "%v=OpTypeVoit",
     "1:4 asm.opcode.unknown -> OpTypeVoid"},
};

class WrongTextTest : public testing::TestWithParam<WrongText> {};

TEST_P(WrongTextTest, ReportsErrors) {
  EXPECT_EQ(ErrorsOf(GetParam().text), GetParam().errors);
}

INSTANTIATE_TEST_SUITE_P(PeerDefects, WrongTextTest,
                         testing::ValuesIn(kWrongTexts), [](const auto& info) {
                           return std::string(info.param.name);
                         });

// --- Texts that the peer rejects or reads differently ---

struct SameText {
  const char* name;
  const char* text;
  const char* means;  // a text that gives the same words
  bool extended = false;
};

constexpr SameText kSameTexts[] = {
    {"EqualsNeedsBlanks", "%v=OpTypeVoid", "%v = OpTypeVoid"},
    {"EqualsNeedsABlankBehind", "%v =OpTypeVoid", "%v = OpTypeVoid"},
    {"EqualsNeedsABlankBefore", "%v= OpTypeVoid", "%v = OpTypeVoid"},
    {"EnumerantsHaveNoNumbers", "OpCapability 1", "OpCapability Shader"},
    {"MasksHaveNoNumbers", "%l = OpLoad %t %p 3 4",
     "%l = OpLoad %t %p Volatile|Aligned 4"},
    {"UnknownSetsCannotBeAssembled",
     "%1 = OpExtInstImport \"some.set\"\n%2 = OpExtInst %3 %1 7 %4",
     "%1 = OpExtInstImport \"some.set\"\n!0x0006000c !2 !3 !1 !7 !4"},
    {"IntegersHaveNoMoreThan64Bits",
     "%i = OpTypeInt 128 0\n%c = OpConstant %i 0x100000000000000000000005",
     "%i = OpTypeInt 128 0\n!0x0007002b !1 !2 !5 !0 !0x10000000 !0"},
    {"ScopesHaveNoNames", "%i = OpTypeInt 32 0\n%c = OpConstant %i Workgroup",
     "%i = OpTypeInt 32 0\n%c = OpConstant %i 2", true},
    {"MemorySemanticsHaveNoNames",
     "%i = OpTypeInt 32 0\n%c = OpConstant %i AcquireRelease|WorkgroupMemory",
     "%i = OpTypeInt 32 0\n%c = OpConstant %i 0x108", true},
    {"ConstantDataHasNoStrings", "%c = OpConstantDataKHR %t \"abcde\"",
     "%c = OpConstantDataKHR %t 0x64636261 0x65"},
    {"ConstantDataHasNoStringsOfWholeWords",
     "%c = OpConstantDataKHR %t 1 \"abcd\" \"a\\\"b\" 0",
     "%c = OpConstantDataKHR %t 1 0x64636261 0x622261 0"},
    {"ConstantDataHasNoEmptyStrings", "%c = OpSpecConstantDataKHR %t \"\"",
     "%c = OpSpecConstantDataKHR %t 0"},
};

class SameTextTest : public testing::TestWithParam<SameText> {};

TEST_P(SameTextTest, GivesTheSameWords) {
  AssembleOptions options;
  options.extended = GetParam().extended;
  const std::string words = AssembleToText(GetParam().text, options);
  EXPECT_FALSE(absl::StrContains(words, "asm.")) << words;
  EXPECT_EQ(words, AssembleToText(GetParam().means));
}

INSTANTIATE_TEST_SUITE_P(PeerDefects, SameTextTest,
                         testing::ValuesIn(kSameTexts), [](const auto& info) {
                           return std::string(info.param.name);
                         });

// --- Binaries that the peer does not read or round-trip ---

struct Binary {
  const char* name;
  ModuleWords (*words)();
  const char* line;  // of the text
};

ModuleWords Start() {
  ModuleWords words(20);
  return words.Add(Op::kCapability, {1});
}

constexpr Binary kBinaries[] = {
    {"ZeroIdEndsTheText",
     [] {
       return Start().Add(Op::kLoad, {1, 2, 0}).Add(Op::kNop, {});
     },
     "%2 = OpLoad %1 !0x00000000"},
    {"ZeroResultEndsTheText",
     [] {
       return Start().Add(Op::kLoad, {1, 0, 3}).Add(Op::kNop, {});
     },
     "OpUnknown(61, 4) !0x00000001 !0x00000000 !0x00000003"},
    {"IdBeyondTheBoundEndsTheText",
     [] {
       return Start().Add(Op::kLoad, {1, 2, 20}).Add(Op::kNop, {});
     },
     "%2 = OpLoad %1 !0x00000014"},
    {"UnknownOpcodeEndsTheText",
     [] {
       return Start().Raw({0x0002fffe, 7}).Add(Op::kNop, {});
     },
     "OpUnknown(65534, 2) !0x00000007"},
    {"UnknownEnumerantEndsTheText",
     [] { return Start().Add(Op::kCapability, {99999}).Add(Op::kNop, {}); },
     "OpCapability !0x0001869f"},
    {"WordCountOfZeroEndsTheText",
     [] {
       return Start().Raw({5, 6});
     },
     "!0x00000005 !0x00000006"},
    {"UnterminatedStringEndsTheText",
     [] {
       return Start().Raw({0x00020004, 0x41414141}).Add(Op::kNop, {});
     },
     "OpUnknown(4, 2) !0x41414141"},
    {"UnknownSetHasNoInstructions",
     [] {
       return Start()
           .Add(Op::kExtInstImport, {1}, "some.set")
           .Add(Op::kExtInst, {2, 3, 1, 7, 4});
     },
     "%3 = OpExtInst %2 %1 7 %4"},
    {"VersionIsLost",
     [] {
       ModuleWords words = Start();
       words.words()[1] = 0x00010300;
       return words;
     },
     "; Version: 1.3"},
    {"GeneratorIsLost",
     [] {
       ModuleWords words = Start();
       words.words()[2] = 0x00080000 + 11;
       return words;
     },
     "; Generator: Khronos Glslang Reference Front End; 11"},
    {"BoundIsLost", [] { return Start().Add(Op::kTypeVoid, {2}); },
     "; Bound: 20"},
    {"SchemaIsLost",
     [] {
       ModuleWords words = Start();
       words.words()[4] = 9;
       return words;
     },
     "; Schema: 9"},
    {"NumbersOfIdsAreLost",
     [] { return Start().Add(Op::kTypeVoid, {17}).Add(Op::kTypeBool, {3}); },
     "%17 = OpTypeVoid"},
};

class BinaryTest : public testing::TestWithParam<Binary> {};

// The text has the line and assembles to the same words, including the header.
TEST_P(BinaryTest, RoundTrips) {
  const ModuleWords words = GetParam().words();
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  DisassemblerOptions plain;
  plain.indent = plain.friendly_names = false;
  const std::string text = reader.Read(words, &module, &list)
                               ? Disassembler(module, plain).Disassemble()
                               : DisassembleDamaged(module, plain);
  const std::vector<std::string> lines = absl::StrSplit(text, '\n');
  EXPECT_EQ(std::count(lines.begin(), lines.end(), GetParam().line), 1) << text;

  const HeaderComment header = ReadHeaderComment(text);
  ASSERT_TRUE(header.complete()) << text;
  AssembleOptions options;
  options.preserve_numeric_ids = true;
  options.version = header.version;
  options.generator = header.generator;
  options.bound = header.bound;
  options.schema = header.schema;
  Assembler assembler;
  Module again;
  ASSERT_TRUE(assembler.Assemble(text, options, &again, &list)) << text;
  EXPECT_EQ(again.words(), absl::Span<const uint32_t>(words)) << text;
}

INSTANTIATE_TEST_SUITE_P(PeerDefects, BinaryTest, testing::ValuesIn(kBinaries),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

TEST(PeerDefectsTest, StringsOfTheOtherByteOrderAreNotRead) {
  const ModuleWords words = SmallShader();
  const auto text = [](absl::string_view bytes) {
    BinaryReader reader;
    Module module;
    DiagnosticList list;
    EXPECT_TRUE(reader.ReadBytes(bytes, &module, &list));
    return Disassembler(module).Disassemble();
  };
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  const std::string little = EncodeModule(module, ByteOrder::kLittleEndian);
  const std::string big = EncodeModule(module, ByteOrder::kBigEndian);
  EXPECT_NE(little, big);
  EXPECT_EQ(text(little), text(big));
  EXPECT_TRUE(absl::StrContains(text(big), "OpExtInstImport \"GLSL.std.450\""));
}

}  // namespace
}  // namespace plumb
