#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/text/assembler_testing.h"
#include "parse/text/syntax_rules.h"

namespace plumb {
namespace {

struct Case {
  absl::string_view text, errors;
};

TEST(AssemblerErrorTest, Tokens) {
  const Case kCases[] = {
      {"OpNop \x01\x02 OpNop \x7f",
       "1:7 asm.token.character\n"
       "1:16 asm.token.character"},
      {"% = OpTypeVoid", "1:1 asm.id.name"},
      {"%a-b = OpTypeVoid", "1:1 asm.id.name"},
      {"OpName %a,b \"\"", "1:10 asm.token.comma"},
      {"OpName %a.b \"\"", "1:8 asm.id.name"},
      {"( ( (\n) OpNop", "1:1 asm.instruction.start"},
  };
  for (const Case& c : kCases) EXPECT_EQ(ErrorsOf(c.text), c.errors) << c.text;
}

TEST(AssemblerErrorTest, Instructions) {
  const Case kCases[] = {
      {"Invalid", "1:1 asm.instruction.start"},
      {"optypevoid", "1:1 asm.instruction.start -> OpTypeVoid"},
      {"= OpTypeVoid", "1:1 asm.instruction.start"},
      {" OpWrong %1 %2\nOpNop", "1:2 asm.opcode.unknown"},
      {"%x = OpTypVoid", "1:6 asm.opcode.unknown -> OpTypeVoid"},
      {"%x = TypeVoid", "1:6 asm.opcode.expected -> OpTypeVoid"},
      {"%x = %y OpNop", "1:6 asm.opcode.expected"},
      {"%x = !5", "1:6 asm.opcode.expected"},
      {"%x =", "1:5 asm.opcode.expected"},
      {"%x OpTypeVoid", "1:1 asm.result.equals"},
      {"%x = OpNop", "1:1 asm.result.unexpected"},
      {"OpTypeVoid", "1:1 asm.result.missing"},
      {"OpNop 5", "1:7 asm.instruction.extra-operand"},
      {"OpDecorate %1 SpecId 99 100", "1:25 asm.instruction.extra-operand"},
      {"OpNop %a\nOpNop", "1:7 asm.instruction.extra-operand"},
      {"OpNop = OpTypeVoid", "1:7 asm.instruction.start"},
      {"then = OpLabel\nOpNop", "1:1 asm.id.name"},
      {"12 = OpLabel\nOpNop", "1:1 asm.id.name"},
      {"%then : OpLabel\nOpNop", "1:1 asm.result.equals"},
      {"OpBranchConditional %c %t %f\n%then := OpLabel\nOpNop",
       "2:1 asm.result.equals"},
      {"OpBranchConditional %c %t %f\nthen = OpLabel\nOpNop",
       "2:1 asm.id.name"},
      {"OpBranchConditional %c %t %f\n12 = OpLabel\nOpNop", "2:1 asm.id.name"},
      {"%then == OpLabel\nOpNop", "1:8 asm.opcode.expected"},
      {"This is a shader\nOpNop", "1:1 asm.instruction.start"},
  };
  for (const Case& c : kCases) EXPECT_EQ(ErrorsOf(c.text), c.errors) << c.text;
}

TEST(AssemblerErrorTest, Operands) {
  const Case kCases[] = {
      {"OpCapability", "1:13 asm.operand.missing"},
      {"OpStore %p OpNop", "1:11 asm.operand.missing"},
      {"OpImageWrite %i", "1:16 asm.operand.missing"},
      {"%2 = OpImage %t 42", "1:17 asm.operand.id -> "},
      {"OpStore %p \"x\"", "1:12 asm.operand.id"},
      {"OpLine %f x 0", "1:11 asm.operand.integer"},
      {"OpSourceExtension 1000", "1:19 asm.operand.string"},
      {"OpCapability %x", "1:14 asm.operand.enumerant"},
      {"OpCapability \"x\"", "1:14 asm.operand.enumerant"},
      {"OpCapability Shadr", "1:14 asm.enumerant.unknown -> Shader"},
      {"OpCapability 123", "1:14 asm.enumerant.value"},
      {"%i = OpTypeImage %t 4D 0 0 0 1 Unknown", "1:21 asm.enumerant.unknown"},
      {"%r = OpFunction %t Inline|Cnst %ft",
       "1:27 asm.enumerant.unknown -> Const"},
      {"%r = OpFunction %t Inline| %ft", "1:20 asm.mask.empty"},
      {"%r = OpFunction %t Inline||Const %ft", "1:20 asm.mask.empty"},
      {"%r = OpFunction %t Inline| Const %ft", "1:20 asm.mask.blank"},
      {"OpStore %p %v Volatile | Nontemporal", "1:24 asm.mask.blank"},
      {"OpStore %p %v Volatile |Nontemporal", "1:24 asm.mask.blank"},
      {"%r = OpFunction %t 0x40000 %ft", "1:20 asm.enumerant.value"},
      {"%r = OpFunction %t %x %ft", "1:20 asm.operand.enumerant"},
  };
  for (const Case& c : kCases) EXPECT_EQ(ErrorsOf(c.text), c.errors) << c.text;
}

TEST(AssemblerErrorTest, Literals) {
  constexpr absl::string_view kTypes =
      "%u8 = OpTypeInt 8 0 %i8 = OpTypeInt 8 1 %f16 = OpTypeFloat 16 %f24 = "
      "OpTypeFloat 24 %i9999 = OpTypeInt 9999 0 %v = OpTypeVoid\n";
  const Case kCases[] = {
      {"%c = OpConstant %u8 256", "2:21 asm.literal.integer-range"},
      {"%c = OpConstant %u8 -1", "2:21 asm.literal.negative"},
      {"%c = OpConstant %u8 1.0", "2:21 asm.literal.integer"},
      {"%c = OpConstant %u8 abc", "2:21 asm.operand.number"},
      {"%c = OpConstant %u8 %u8", "2:21 asm.operand.number"},
      {"%c = OpConstant %u8", "2:20 asm.operand.missing"},
      {"%c = OpConstant %v", "2:19 asm.operand.missing"},
      {"%c = OpConstant %i8 255", "2:21 asm.literal.integer-range"},
      {"%c = OpConstant %f16 1e40", "2:22 asm.literal.float-range"},
      {"%c = OpConstant %f16 1.5f", "2:22 asm.literal.float -> 1.5"},
      {"%c = OpConstant %f24 1", "1:82 asm.literal.width"},
      {"%c = OpConstant %i9999 1", "1:104 asm.literal.width"},
      {"%c = OpConstant %v 1", "2:17 asm.literal.type"},
      {"OpLine %f -1 0", "2:11 asm.literal.negative"},
      {"OpLine %f 4294967296 0", "2:11 asm.literal.integer-range"},
      {"%f = OpTypeFloat 64 BFloat16KHR", "2:21 asm.type.encoding-width"},
      {"OpSwitch %s %d 1 %a", "2:10 asm.id.undefined"},
      {"%s = OpUndef %v OpSwitch %s %d 1 %a", "2:26 asm.switch.selector"},
      {"%s = OpUndef %u8 OpSwitch %s %d 256 %a",
       "2:33 asm.literal.integer-range"},
      {"%s = OpUndef %u8 OpSwitch %s %d 12", "2:35 asm.operand.missing"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(ErrorsOf(absl::StrCat(kTypes, c.text)), c.errors) << c.text;
  }
}

TEST(AssemblerErrorTest, NestedInstructions) {
  constexpr absl::string_view kImports =
      "%e = OpExtInstImport \"GLSL.std.450\" %n = OpExtInstImport "
      "\"NonSemantic.Foo\"\n";
  const Case kCases[] = {
      {"%r = OpExtInst %f %n1 Sin %x", "2:19 asm.id.undefined"},
      {"%n1 = OpUndef %f %r = OpExtInst %f %n1 Sin %x",
       "2:36 asm.ext-inst.set"},
      {"%r = OpExtInst %f %e Sinn %x", "2:22 asm.ext-inst.unknown -> Sin"},
      {"%r = OpExtInst %f %e", "2:21 asm.operand.missing"},
      {"%r = OpExtInst %f %e Sin", "2:25 asm.operand.missing"},
      {"%r = OpExtInst %f %e Sin %x %y", "2:29 asm.instruction.extra-operand"},
      {"%r = OpExtInst %f %e %x", "2:22 asm.operand.instruction"},
      {"%r = OpExtInst %f %n Sin %x", "2:22 asm.ext-inst.number"},
      {"%r = OpExtInst %f %n 1 3.14", "2:24 asm.operand.id -> "},
      {"%r = OpSpecConstantOp %t OpIAdd %a %b",
       "2:26 asm.spec-constant-op.prefix"},
      {"%r = OpSpecConstantOp %t IAd %a %b",
       "2:26 asm.spec-constant-op.unknown -> IAdd"},
      {"%r = OpSpecConstantOp %t Load %a", "2:26 asm.spec-constant-op.opcode"},
      {"%r = OpSpecConstantOp %t 128 %a", "2:26 asm.operand.instruction"},
      {"%r = OpSpecConstantOp %t IAdd %a", "2:33 asm.operand.missing"},
      {"%r = OpSpecConstantOp %t", "2:25 asm.operand.missing"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(ErrorsOf(absl::StrCat(kImports, c.text)), c.errors) << c.text;
  }
}

TEST(AssemblerErrorTest, RawWords) {
  const Case kCases[] = {
      {"!12K", "1:1 asm.immediate.value"},
      {"!-1", "1:1 asm.immediate.value"},
      {"!", "1:1 asm.immediate.value"},
      {"!5000000000", "1:1 asm.immediate.value"},
      {"!1 %0 = !2", "1:9 asm.opcode.expected"},
      {"!1 = OpNop", "1:1 asm.immediate.equals"},
      {"OpMemoryModel !0 OpenCL", "1:18 asm.raw.token"},
      {"!1 1x", "1:4 asm.raw.token"},
      {"%2 = OpConstant !1 5000000000", "1:20 asm.raw.number"},
      {"!1 -2147483649", "1:4 asm.raw.number"},
      {"!1 \"abc", "1:4 asm.string.unterminated"},
      {"!1 %a.b", "1:4 asm.id.name"},
      {"%2 = OpUnknown(22, 3) 32", "1:6 asm.result.unknown-op"},
      {"OpUnknown(22, 3) = OpTypeFloat 32", "1:16 asm.immediate.equals"},
      {"OpUnknown 22 3", "1:11 asm.unknown-op.form"},
      {"OpUnknown(65536, 1)", "1:11 asm.unknown-op.form"},
      {"OpUnknown(22, 3) 1", "1:1 asm.unknown-op.words"},
      {"OpUnknown(22, 0)", "1:1 asm.unknown-op.words"},
  };
  for (const Case& c : kCases) EXPECT_EQ(ErrorsOf(c.text), c.errors) << c.text;
}

TEST(AssemblerErrorTest, KeptIds) {
  AssembleOptions keep;
  keep.preserve_numeric_ids = true;
  EXPECT_EQ(ErrorsOf("OpName %0 \"\"", keep), "1:8 asm.id.zero");
  EXPECT_EQ(ErrorsOf("OpName %0 \"\""), "");
  EXPECT_EQ(ErrorsOf("OpName %4294967295 \"\"", keep), "1:8 asm.id.too-large");
  EXPECT_EQ(ErrorsOf("OpName %4294967294 \"\" !5", keep), "asm.id.sparse");
}

// The text is 26 bytes long, and its ids need about as much memory.
TEST(AssemblerErrorTest, HugeNumbersWithoutPercentSigns) {
  for (const char* number : {"259248433", "4294967294"}) {
    const std::string text = absl::StrCat(number, " = OpTypeBool\n");
    Assembler assembler;
    Module module;
    DiagnosticList diagnostics;
    AssembleOptions keep;
    keep.preserve_numeric_ids = true;
    EXPECT_FALSE(assembler.Assemble(text, keep, &module, &diagnostics));
    EXPECT_LE(module.id_bound(), 3u) << number;
  }
}

TEST(AssemblerErrorTest, OpcodesNewerThanTheTarget) {
  AssembleOptions options;
  options.env = TargetEnv::kSpirv1_3;
  EXPECT_EQ(ErrorsOf("%2 = OpPtrEqual %1 %3 %4", options),
            "1:6 asm.opcode.version");
  // Validation checks capabilities.
  EXPECT_EQ(ErrorsOf("OpTerminateInvocation", options), "");
  options.env = TargetEnv::kSpirv1_4;
  EXPECT_EQ(ErrorsOf("%2 = OpPtrEqual %1 %3 %4", options), "");
}

// Errors that common assemblers handle badly.

TEST(AssemblerErrorTest, AllErrorsAreFoundInOneRun) {
  EXPECT_EQ(ErrorsOf("OpCapability Shadr\n"
                     "OpMemoryModel Logical\n"
                     "%i = OpTypeInt 32 0 0\n"
                     "%c = OpConstant %i -1\n"
                     "OpFoo\n"
                     "%v = OpTypeVoid\n"
                     "OpStore %a\n"),
            "1:14 asm.enumerant.unknown -> Shader\n"
            "2:22 asm.operand.missing\n"
            "3:21 asm.instruction.extra-operand\n"
            "4:20 asm.literal.negative\n"
            "5:1 asm.opcode.unknown\n"
            "7:11 asm.operand.missing");
}

TEST(AssemblerErrorTest, AMissingOperandDoesNotTakeTheNextResult) {
  EXPECT_EQ(ErrorsOf("%r = OpIAdd %t %a\n%s = OpIAdd %t %a %b"),
            "1:18 asm.operand.missing");
  EXPECT_EQ(ErrorsOf("OpStore\n%s = OpIAdd %t %a %b"),
            "1:8 asm.operand.missing");
  EXPECT_EQ(ErrorsOf("%s = OpImageRead %t %i\n%s = OpFoo"),
            "1:23 asm.operand.missing\n2:6 asm.opcode.unknown");
}

TEST(AssemblerErrorTest, TheOperandThatIsMissingIsNamed) {
  const auto message = [](absl::string_view text, size_t arg = 1) {
    Assembler assembler;
    Module module;
    DiagnosticList list;
    EXPECT_FALSE(assembler.Assemble(text, {}, &module, &list));
    EXPECT_EQ(list.size(), 1u) << DumpErrors(text, list);
    return list.empty() ? ""
                        : std::string(list.diagnostics()[0].args[arg].text);
  };
  EXPECT_EQ(message("OpBranchConditional %c %then\n%then = OpLabel"),
            "its operand False Label");
  EXPECT_EQ(message("OpStore %p\n%then = OpLabel"), "its operand Object");
  EXPECT_EQ(message("%e = OpExtInstImport \"GLSL.std.450\"\n"
                    "%m = OpExtInst %f %e FMix %x %y\n%then = OpLabel"),
            "its operand a");
  EXPECT_EQ(message("%x = OpPhi %t %a\n%then = OpLabel"), "its operand Parent");
  EXPECT_EQ(message("%x = OpSNegate %t\n%then = OpLabel"), "its operand");
  EXPECT_EQ(message("%s = OpTypeStruct %a %b 1", 0), "operand Member 2 type");
  EXPECT_EQ(message("%e = OpExtInstImport \"OpenCL.DebugInfo.100\"\n"
                    "%o = OpExtInst %v %e DebugOperation Deref 1 \"a\"",
                    0),
            "operand 2");
  // Parameters of enumerants have no names.
  EXPECT_EQ(message("%x = OpLoad %t %p Aligned\n%then = OpLabel"),
            "an operand that is an integer");
}

TEST(AssemblerErrorTest, ALineBeginsAnInstruction) {
  // A misspelled opcode is an error of its own line.
  EXPECT_EQ(ErrorsOf("%x = OpLoad %f %p\nopstore %q %x\nOpNop"),
            "2:1 asm.instruction.start -> OpStore");
  EXPECT_EQ(ErrorsOf("%x = OpLoad %f %p\n  OStore %q %x"),
            "2:3 asm.instruction.start -> OpStore");
  EXPECT_EQ(ErrorsOf("%x = OpFAdd %f %p %p\nStore %q %x"),
            "2:1 asm.instruction.start -> OpStore");
  EXPECT_EQ(ErrorsOf("%x = OpTypeStruct %f\nOtypeVoid %q %x\nOpNop"),
            "2:1 asm.instruction.start -> OpTypeVoid");
  EXPECT_EQ(ErrorsOf("OpStore %p\nstore %q %x"),
            "1:11 asm.operand.missing\n2:1 asm.instruction.start -> OpStore");
  EXPECT_EQ(ErrorsOf("OpNop\n5"), "2:1 asm.instruction.start");
  // Operands in another line are valid.
  EXPECT_EQ(ErrorsOf("%x = OpLoad %f\n%p\nVolatile|Aligned\n4\nOpNop"), "");
}

TEST(AssemblerErrorTest, AMissingEqualsSignIsTheOnlyError) {
  EXPECT_EQ(ErrorsOf("%s = OpTypeStruct %f\n%v OpTypeVoid\nOpNop"),
            "2:1 asm.result.equals");
  EXPECT_EQ(ErrorsOf("%a = OpLoad %f %p\n  %b OpLoad %f %q\nOpNop"),
            "2:3 asm.result.equals");
  EXPECT_EQ(ErrorsOf("OpNop\n%l OpLabel\nOpNop"), "2:1 asm.result.equals");
  EXPECT_EQ(ErrorsOf("OpReturnValue\n%l OpLabel\nOpNop"),
            "2:1 asm.result.equals\n1:14 asm.operand.missing");
}

TEST(AssemblerErrorTest, AMissingColonIsTheOnlyError) {
  AssembleOptions options;
  options.extended = true;
  EXPECT_EQ(ErrorsOf("OpNop\nloop_header\nOpNop", options),
            "2:1 asm.label.colon");
  EXPECT_EQ(ErrorsOf("OpNop\nopnop\nOpNop", options),
            "2:1 asm.instruction.start -> OpNop");
}

TEST(AssemblerErrorTest, AMissingQuoteIsReportedWhereTheStringStarts) {
  EXPECT_EQ(ErrorsOf("OpName %a \"main\nOpName %b \"x\"\nOpFoo"),
            "1:11 asm.string.unterminated\n3:1 asm.opcode.unknown");
  EXPECT_EQ(ErrorsOf("OpName %a \"main\nOpName %b \"\"\nOpNop"),
            "1:11 asm.string.unterminated");
  EXPECT_EQ(ErrorsOf("OpName %a main\"\nOpName %b \"x\"\nOpFoo"),
            "1:11 asm.string.unopened\n3:1 asm.opcode.unknown");
  EXPECT_EQ(ErrorsOf("OpEntryPoint Vertex %m \"main %a\nOpName %b \"x\""),
            "1:24 asm.string.unterminated");
}

TEST(AssemblerErrorTest, MissingInstructionsAreRecorded) {
  constexpr absl::string_view kText =
      "%i = OpTypeInt x 0\nOpStor %a %b\nOpNop\n%l = OpLabel 5\nOpBranch\n";
  Assembler assembler;
  Module module;
  DiagnosticList list;
  EXPECT_FALSE(assembler.Assemble(kText, {}, &module, &list));
  EXPECT_EQ(module.size(), 2u);  // OpNop and OpLabel
  ASSERT_EQ(module.unread().size(), 3u);
  EXPECT_EQ(module.unread()[0].op, grammar::Op::kTypeInt);
  EXPECT_NE(module.unread()[0].result, kNoId);
  EXPECT_EQ(module.unread()[0].before, InstIndex(0));
  EXPECT_EQ(module.unread()[1].op, grammar::Op::kStore);
  EXPECT_EQ(module.unread()[1].result, kNoId);
  EXPECT_EQ(module.unread()[2].op, grammar::Op::kBranch);
  EXPECT_EQ(module.unread()[2].before, InstIndex(2));
}

TEST(AssemblerErrorTest, WrongTypesOfLiteralsAreReportedAtTheType) {
  constexpr absl::string_view kFloat = "%float = OpTypeFloat 33\n";
  EXPECT_EQ(ErrorsOf(absl::StrCat(kFloat,
                                  "%a = OpConstant %float 1\n"
                                  "%b = OpConstant %float 2\n")),
            "1:22 asm.literal.width");
  EXPECT_EQ(ErrorsOf("%float = OpTypeFloat 32\n%a = OpConstant %flaot 1\n"
                     "%b = OpConstant %flaot 2\n"),
            "2:17 asm.id.undefined -> %float");
  EXPECT_EQ(ErrorsOf("%int = OpTypeInt 32 0\n%a = OpUndef %itn\n"
                     "OpSwitch %a %d 1 %b"),
            "2:14 asm.id.undefined -> %int");
}

TEST(AssemblerErrorTest, LinesInStringsAreCounted) {
  EXPECT_EQ(ErrorsOf("OpSourceExtension \"a\nb\nc\"\nOpFoo"),
            "4:1 asm.opcode.unknown");
}

TEST(AssemblerErrorTest, StringsShouldBeUtf8) {
  EXPECT_EQ(ErrorsOf("OpSourceExtension \"\xc3\xa4\""), "");
  EXPECT_EQ(ErrorsOf("OpSourceExtension \"abc\xff\""), "1:19 asm.string.utf8");
  EXPECT_EQ(ErrorsOf("OpEntryPoint Vertex %m \"\\\xc3\" %a"),
            "1:24 asm.string.utf8");
}

TEST(AssemblerErrorTest, AnUnterminatedStringEndsWithItsLine) {
  EXPECT_EQ(ErrorsOf("OpNop\nOpSourceExtension \"abc\nOpFoo\n"),
            "2:19 asm.string.unterminated\n3:1 asm.opcode.unknown");
  EXPECT_EQ(ErrorsOf("OpFoo \"abc\nOpBar\n"),
            "1:1 asm.opcode.unknown\n1:7 asm.string.unterminated\n"
            "2:1 asm.opcode.unknown");
}

TEST(AssemblerErrorTest, ANulIsAnErrorAndNotTheEnd) {
  EXPECT_EQ(ErrorsOf(absl::string_view("OpNop\0OpFoo", 11)),
            "1:6 asm.token.character\n1:7 asm.opcode.unknown");
  EXPECT_EQ(ErrorsOf(absl::string_view("OpSourceExtension \"a\0b\"", 23)),
            "1:19 asm.string.nul");
}

TEST(AssemblerErrorTest, ABadOptionalOperandIsReportedWhereItIs) {
  EXPECT_EQ(ErrorsOf("%r = OpLoad %t %p Alignd 4"),
            "1:19 asm.enumerant.unknown -> Aligned");
  EXPECT_EQ(ErrorsOf("OpSource GLSL 450 \"x\""), "1:19 asm.operand.id");
  EXPECT_EQ(
      ErrorsOf("%i = OpTypeInt 8 1 %s = OpUndef %i OpSwitch %s %d 255 %a"),
      "1:51 asm.literal.integer-range");
}

TEST(AssemblerErrorTest, FollowUpErrorsAreNotReported) {
  // Types, imports and selectors that could not be read.
  EXPECT_EQ(ErrorsOf("%i = OpTypeInt x 0\n%c = OpConstant %i 5\n"
                     "OpSwitch %c %d 1 %a"),
            "1:16 asm.operand.integer");
  EXPECT_EQ(ErrorsOf("%e = OpExtInstImport 5\n%r = OpExtInst %f %e Sin %x"),
            "1:22 asm.operand.string");
  // A name is reported once.
  EXPECT_EQ(ErrorsOf("OpFoo\nOpFoo\nOpBar"),
            "1:1 asm.opcode.unknown\n3:1 asm.opcode.unknown");
  EXPECT_EQ(ErrorsOf("%v = OpTypeVoid\n%a = OpConstant %v 1\n"
                     "%b = OpConstant %v 1"),
            "2:17 asm.literal.type");
}

// Malicious texts end soon, and with an error.

TEST(AssemblerErrorTest, TenMegabytesOfJunk) {
  EXPECT_EQ(ErrorsOf(std::string(10000000, '(')), "1:1 asm.instruction.start");
  EXPECT_EQ(ErrorsOf(std::string(10000000, '\0')), "1:1 asm.token.character");
  EXPECT_EQ(ErrorsOf(std::string(10000000, '%')), "1:1 asm.id.name");
  EXPECT_EQ(ErrorsOf(std::string(10000000, '!')), "1:1 asm.immediate.value");
  EXPECT_EQ(ErrorsOf(std::string(9999999, '"')),
            "1:1 asm.instruction.start\n1:9999999 asm.string.unterminated");
  EXPECT_EQ(ErrorsOf(std::string(10000000, '|')), "1:1 asm.instruction.start");
}

TEST(AssemblerErrorTest, ManyUnknownOpcodes) {
  std::string text;
  for (int i = 0; i < 100000; ++i) absl::StrAppend(&text, "OpFoo", i, "\n");
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  EXPECT_FALSE(assembler.Assemble(text, {}, &module, &diagnostics));
  EXPECT_EQ(diagnostics.error_count(), 100000u);
}

TEST(AssemblerErrorTest, LongNamesAndLongInstructions) {
  const std::string name(10000000, 'a');
  EXPECT_EQ(ErrorsOf(absl::StrCat("%", name, " = OpTypeVoid")), "");
  EXPECT_EQ(ErrorsOf(absl::StrCat("OpA", name)), "1:1 asm.opcode.unknown");
  std::string text = "%r = OpTypeStruct";
  for (int i = 0; i < 65533; ++i) text += " %a";
  EXPECT_EQ(ErrorsOf(text), "");
  text += " %a";
  EXPECT_EQ(ErrorsOf(text), "1:6 asm.instruction.too-long");
  for (int i = 0; i < 40000; ++i) text += " %a";
  EXPECT_EQ(ErrorsOf(text), "1:6 asm.instruction.too-long");
}

TEST(AssemblerErrorTest, MissingOperandsOfLongInstructionsAreLinear) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "OpStore\n%a = OpIAdd %t %a\n";
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  EXPECT_FALSE(assembler.Assemble(text, {}, &module, &diagnostics));
  EXPECT_EQ(diagnostics.error_count(), 400000u);
}

TEST(SyntaxRulesTest, MessagesAreOneSentenceWithoutFullStop) {
  for (const Rule* rule : kSyntaxRules.rules()) {
    ASSERT_FALSE(rule->text.empty());
    EXPECT_FALSE(absl::ascii_islower(rule->text[0]) == 0 &&
                 rule->text[0] != '{' && rule->text[0] != '\'' &&
                 rule->text.substr(0, 2) != "Op")
        << rule->id;
    EXPECT_NE(rule->text.back(), '.') << rule->id;
  }
}

}  // namespace
}  // namespace plumb
