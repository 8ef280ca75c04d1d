// What SPIRV-Tools' assembler and disassembler get wrong or cannot do, a test
// for each.
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/assembler.h"
#include "parse/assembler_testing.h"
#include "parse/binary_reader.h"
#include "parse/binary_writer.h"
#include "parse/disassembler.h"
#include "parse/module_words.h"

namespace plumb {
namespace {

TEST(PeerDefectsTest, AllErrorsAreReported) {
  EXPECT_EQ(ErrorsOf("OpBad\nOpWorse\nOpNop 5\n"),
            "1:1 asm.opcode.unknown\n2:1 asm.opcode.unknown\n"
            "3:7 asm.instruction.extra-operand");
}

TEST(PeerDefectsTest, LinesInStringsCount) {
  EXPECT_EQ(ErrorsOf("%1 = OpString \"a\nb\nc\"\nOpBad"),
            "4:1 asm.opcode.unknown");
}

TEST(PeerDefectsTest, UnterminatedStringEndsWithItsLine) {
  EXPECT_EQ(ErrorsOf("OpSourceExtension \"x\nOpBad"),
            "1:19 asm.string.unterminated\n2:1 asm.opcode.unknown");
}

TEST(PeerDefectsTest, EqualsNeedsNoBlanks) {
  EXPECT_EQ(AssembleToText("%v=OpTypeVoid"), AssembleToText("%v = OpTypeVoid"));
}

TEST(PeerDefectsTest, BadOptionalOperandIsNamedWhereItStands) {
  EXPECT_EQ(ErrorsOf("OpSource GLSL 450 \"x\""), "1:19 asm.operand.id");
}

TEST(PeerDefectsTest, ZeroByteDoesNotEndTheText) {
  const absl::string_view text("OpNop \0 OpBad", 13);
  EXPECT_EQ(ErrorsOf(text), "1:7 asm.token.character\n1:9 asm.opcode.unknown");
}

TEST(PeerDefectsTest, EnumerantsByNumber) {
  EXPECT_EQ(AssembleToText("OpCapability 1"),
            AssembleToText("OpCapability Shader"));
}

TEST(PeerDefectsTest, UnknownSetsByNumber) {
  EXPECT_EQ(ErrorsOf("%1 = OpExtInstImport \"some.set\"\n"
                     "%2 = OpExtInst %3 %1 7 %4"),
            "");
}

TEST(PeerDefectsTest, IntegersWiderThan64Bits) {
  EXPECT_EQ(AssembleToText("%i = OpTypeInt 128 0\n"
                           "%c = OpConstant %i 0x100000000000000000000005"),
            "40015 1 80 0 7002b 1 2 5 0 10000000 0");
}

TEST(PeerDefectsTest, BothByteOrders) {
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
