#include "parse/text/assembler.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/text/assembler_testing.h"

namespace plumb {
namespace {

struct Case {
  absl::string_view text, words;
};

void ExpectWords(const std::vector<Case>& cases,
                 const AssembleOptions& options = {}) {
  for (const Case& c : cases) {
    EXPECT_EQ(AssembleToText(c.text, options), c.words) << c.text;
  }
}

TEST(AssemblerTest, Instructions) {
  ExpectWords({
      {"", ""},
      {"; a comment", ""},
      {"\xef\xbb\xbfOpNop", "10000"},
      {"OpNop", "10000"},
      {"OpNop OpNop;x\nOpNop", "10000 10000 10000"},
      {"OpCapability Shader", "20011 1"},
      {"%v=OpTypeVoid", "20013 1"},
      {"%v ; c\n = ; c\n OpTypeVoid", "20013 1"},
      {"OpName %x\"abc\"OpNop", "30005 1 636261 10000"},
  });
}

TEST(AssemblerTest, IdsAreNumberedInTheOrderOfTheWords) {
  ExpectWords({
      // The result type precedes the result.
      {"%r = OpLoad %t %p None", "5003d 1 2 3 0"},
      {"%1 = OpLoad %10 %2 None\n%4 = OpFunctionCall %10 %3 %123",
       "5003d 1 2 3 0 50039 1 4 5 6"},
      {"%123 = OpDecorationGroup", "20049 1"},
      {"%a = OpTypeFunction %b %c %a", "50021 1 2 3 1"},
      {"%1a = OpTypeVoid OpName %1a \"\"", "20013 1 30005 1 0"},
  });
}

TEST(AssemblerTest, EnumerantsAndMasks) {
  ExpectWords({
      {"OpMemoryModel Logical GLSL450", "3000e 0 1"},
      {"%i = OpTypeImage %t 1D 2 0 0 1 Unknown", "90019 1 2 0 2 0 0 1 0"},
      {"OpDecorate %x BuiltIn Position", "40047 1 b 0"},
      {"OpDecorate %x LinkageAttributes \"f\" Import", "50047 1 29 66 1"},
      {"OpExecutionMode %m LocalSize 1 2 3", "60010 1 11 1 2 3"},
      {"%r = OpFunction %t Inline|Const %ft", "50036 1 2 9 3"},
      {"%r = OpFunction %t None|Const %ft", "50036 1 2 8 3"},
      {"%r = OpFunction %t Inline|Inline %ft", "50036 1 2 1 3"},
      // Parameters are in the order of the bits, not of the text.
      {"%r = OpLoad %t %p Aligned|Volatile 4", "6003d 1 2 3 3 4"},
      {"%r = OpImageSampleImplicitLod %t %i %c ConstOffset|Bias %b %o",
       "80057 1 2 3 4 9 5 6"},
      {"%r = OpImageSampleExplicitLod %t %i %c Grad %dx %dy",
       "80058 1 2 3 4 4 5 6"},
      // An alias is equivalent to the name.
      {"OpDecorate %x NonUniformEXT", "30047 1 14b4"},
      // Optional operands.
      {"OpStore %a %b OpStore %a %b Aligned 4", "3003e 1 2 5003e 1 2 2 4"},
      {"OpSource GLSL 450 OpSource GLSL 450 %f \"x\"",
       "30003 2 1c2 50003 2 1c2 1 78"},
      {"OpCopyMemory %a %b Volatile Aligned 4", "6003f 1 2 1 2 4"},
  });
}

TEST(AssemblerTest, ParametersOfTheOverlay) {
  ExpectWords({
      {"OpLoopMerge %a %b DependencyArrayINTEL 0", "500f6 1 2 40000 0"},
      {"OpLoopMerge %a %b DependencyArrayINTEL|PipelineEnableINTEL 2 %c 0 %d 7 "
       "1",
       "a00f6 1 2 c0000 2 3 0 4 7 1"},
      {"OpLoopMerge %a %b LoopCountINTEL -1 0x100000002 5",
       "a00f6 1 2 1000000 ffffffff ffffffff 2 1 5 0"},
      {"OpDecorate %f FuseLoopsInFunctionINTEL 3 1", "50047 1 1713 3 1"},
  });
}

TEST(AssemblerTest, NumbersOfKnownEnumerants) {
  ExpectWords({
      {"OpCapability 1", "20011 1"},
      {"%r = OpFunction %t 9 %ft", "50036 1 2 9 3"},
      {"%r = OpFunction %t Inline|8 %ft", "50036 1 2 9 3"},
      {"%r = OpLoad %t %p 2 4", "6003d 1 2 3 2 4"},
      {"OpDecorate %x 11 Position", "40047 1 b 0"},
  });
}

TEST(AssemblerTest, Strings) {
  ExpectWords({
      {"OpSourceExtension \"abcd\"", "30004 64636261 0"},
      {"OpSourceExtension \"\"", "20004 0"},
      {R"(OpSourceExtension "a\"b\\c\nd")", "30004 5c622261 646e63"},
      {"OpSourceExtension \"a\nb\" OpNop", "20004 620a61 10000"},
  });
}

TEST(AssemblerTest, LiteralsHaveTheTypeOfTheResult) {
  ExpectWords({
      {"%i = OpTypeInt 32 1 %c = OpConstant %i -1",
       "40015 1 20 1 4002b 1 2 ffffffff"},
      {"%i = OpTypeInt 16 1 %c = OpSpecConstant %i -32768",
       "40015 1 10 1 40032 1 2 ffff8000"},
      {"%i = OpTypeInt 64 0 %c = OpConstant %i 0xa0000000b",
       "40015 1 40 0 5002b 1 2 b a"},
      {"%i = OpTypeInt 96 0 %c = OpConstant %i 0x300000002fffffff1",
       "40015 1 60 0 6002b 1 2 fffffff1 2 3"},
      {"%f = OpTypeFloat 16 %c = OpConstant %f -1.0",
       "30016 1 10 4002b 1 2 bc00"},
      {"%f = OpTypeFloat 32 %c = OpConstant %f 0x1.8p+128",
       "30016 1 20 4002b 1 2 7fc00000"},
      {"%f = OpTypeFloat 64 %c = OpConstant %f -0x1.8p+1024",
       "30016 1 40 5002b 1 2 0 fff80000"},
      {"%f = OpTypeFloat 16 BFloat16KHR %c = OpConstant %f 1",
       "40016 1 10 0 4002b 1 2 3f80"},
      {"%f = OpTypeFloat 8 Float8E4M3EXT %c = OpConstant %f 448",
       "40016 1 8 1076 4002b 1 2 7e"},
  });
}

TEST(AssemblerTest, SwitchLiteralsHaveTheTypeOfTheSelector) {
  ExpectWords({
      {"%i = OpTypeInt 64 1 %s = OpConstant %i 1 OpSwitch %s %d -1 %a 2 %b",
       "40015 1 40 1 5002b 1 2 1 0 900fb 2 3 ffffffff ffffffff 4 2 0 5"},
      {"%i = OpTypeInt 8 1 %s = OpUndef %i OpSwitch %s %d 0xff %a",
       "40015 1 8 1 30001 1 2 500fb 2 3 ffffffff 4"},
      {"OpSwitch %s %d OpNop", "300fb 1 2 10000"},
  });
}

TEST(AssemblerTest, PairsAreTakenApart) {
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(assembler.Assemble(
      "%i = OpTypeInt 64 0 %s = OpUndef %i OpSwitch %s %d 1 %a", {}, &module,
      &diagnostics));
  std::string dump;
  for (const Operand& operand : module.operands(InstIndex(2))) {
    absl::StrAppend(&dump, operand.word, ":", NameOf(operand.kind), " ");
  }
  EXPECT_EQ(dump, "1:IdRef 2:IdRef 3:LiteralInteger 5:IdRef ");
}

TEST(AssemblerTest, ExtendedInstructions) {
  constexpr absl::string_view kGlsl = "%e = OpExtInstImport \"GLSL.std.450\" ";
  constexpr absl::string_view kGlslWords =
      "6000b 1 4c534c47 6474732e 3035342e 0 ";
  const auto glsl = [&](absl::string_view text) {
    return AssembleToText(absl::StrCat(kGlsl, text));
  };
  EXPECT_EQ(glsl("%r = OpExtInst %f %e Sin %x"),
            absl::StrCat(kGlslWords, "6000c 2 3 1 d 4"));
  EXPECT_EQ(glsl("%r = OpExtInst %f %e 13 %x"),
            absl::StrCat(kGlslWords, "6000c 2 3 1 d 4"));
  EXPECT_EQ(glsl("%r = OpExtInst %f %e FMix %x %y %z OpNop"),
            absl::StrCat(kGlslWords, "8000c 2 3 1 2e 4 5 6 10000"));
  ExpectWords({
      // Unknown sets: instructions are numbers, operands are ids.
      {"%e = OpExtInstImport \"NonSemantic.X\" %r = OpExtInst %v %e 77 %x %y",
       "6000b 1 536e6f4e 6e616d65 2e636974 58 7000c 2 3 1 4d 4 5"},
      {"%e = OpExtInstImport \"Own\" %r = OpExtInst %v %e 7",
       "3000b 1 6e774f 5000c 2 3 1 7"},
      // Enumerants of a set itself.
      {"%e = OpExtInstImport \"OpenCL.std\" %r = OpExtInst %f %e vloadn %o %p "
       "4",
       "5000b 1 6e65704f 732e4c43 6474 8000c 2 3 1 ab 4 5 4"},
  });
}

TEST(AssemblerTest, TheFirstDefinitionOfAnIdCounts) {
  // As in the module: the operands are those of the first set, and the literal
  // is as wide as the first type.
  EXPECT_EQ(ErrorsOf("%e = OpExtInstImport \"GLSL.std.450\"\n"
                     "%e = OpExtInstImport \"OpenCL.std\"\n"
                     "%r = OpExtInst %f %e FMix %x %y %z"),
            "");
  EXPECT_EQ(ErrorsOf("%i = OpTypeInt 64 0\n"
                     "%i = OpTypeInt 8 0\n"
                     "%c = OpConstant %i 5000000000"),
            "");
}

TEST(AssemblerTest, SpecConstantOp) {
  ExpectWords({
      {"%r = OpSpecConstantOp %t IAdd %a %b", "60034 1 2 80 3 4"},
      {"%r = OpSpecConstantOp %t CompositeExtract %a 1 2 3",
       "80034 1 2 51 3 1 2 3"},
      {"%r = OpSpecConstantOp %t VectorShuffle %a %b 1 0 OpNop",
       "80034 1 2 4f 3 4 1 0 10000"},
  });
}

TEST(AssemblerTest, Immediates) {
  ExpectWords({
      {"!4 !3 !2 !1", "4 3 2 1"},
      {"!0x00040018 %a !2 %123", "40018 1 2 2"},
      {"!0x00040015 1 8 1", "40015 1 8 1"},
      {"!010 !+10", "8 a"},
      {"OpCapability !0x00FF00FF", "20011 ff00ff"},
      {"%a = OpArrayLength !2 %c 123", "50044 2 1 2 7b"},
      {"%a = OpArrayLength %b !3 !123", "50044 1 2 3 7b"},
      {"%a = OpTypeMatrix !2 %123", "40018 1 2 2"},
      {"%10 = OpTypeInt 32 0 !5 !6 !7 OpEmitVertex",
       "40015 1 20 0 5 6 7 100da"},
      {"%1 = OpLoad %10 %2 !1\n%4 = OpCompositeInsert %11 %1 %3 0 1 2",
       "5003d 1 2 3 1 80052 4 5 2 6 0 1 2"},
      {"OpMemberName %10 !4 \"abc\"", "40006 1 4 636261"},
      {"%1 = OpTypeFloat 32\nOpNop !0x0004002b %1 !2 0.123",
       "30016 1 20 10000 4002b 1 2 3dfbe76d"},
      {"!1 -1 010 +5", "1 ffffffff 8 5"},
      {"!1 %x = OpTypeVoid", "1 20013 1"},
      {"%e = OpExtInstImport !1", "3000b 1 1"},
      {"OpSwitch !1 %d 3 %a", "500fb 1 1 3 2"},
      // A type declared in this way still determines the width of literals.
      {"%i = OpTypeInt !64 !0 %c = OpConstant %i 1",
       "40015 1 40 0 5002b 1 2 1 0"},
  });
}

TEST(AssemblerTest, UnknownOpcodes) {
  ExpectWords({
      {"OpUnknown(21, 5) %c %d 32 1\nOpNop", "50015 1 2 20 1 10000"},
      {"OpUnknown ( 24 , 4 ) %a !7 %123", "40018 1 7 2"},
      {"OpUnknown(255, 1)", "100ff"},
      {"OpUnknown(0xfffe, 3) \"ab\" 1.5", "3fffe 6261 3fc00000"},
  });
}

TEST(AssemblerTest, RawWordsAreReported) {
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  EXPECT_TRUE(assembler.Assemble("OpNop !5", {}, &module, &diagnostics));
  EXPECT_TRUE(assembler.has_raw_words());
  EXPECT_TRUE(assembler.Assemble("OpCapability !5", {}, &module, &diagnostics));
  EXPECT_TRUE(assembler.has_raw_words());
  EXPECT_TRUE(assembler.Assemble("OpUnknown(0, 1)", {}, &module, &diagnostics));
  EXPECT_TRUE(assembler.has_raw_words());
  EXPECT_TRUE(assembler.Assemble("OpNop", {}, &module, &diagnostics));
  EXPECT_FALSE(assembler.has_raw_words());
}

TEST(AssemblerTest, NumericIdsCanBeKept) {
  AssembleOptions keep;
  keep.preserve_numeric_ids = true;
  ExpectWords(
      {
          {"%7 = OpTypeVoid %foo = OpTypeBool %3 = OpTypeFloat 32",
           "20013 7 20014 1 30016 3 20"},
          {"OpName %a \"\" OpName %1 \"\" OpName %b \"\" OpName %2 \"\"",
           "30005 3 0 30005 1 0 30005 4 0 30005 2 0"},
          {"%007 = OpTypeVoid OpName %7 \"\"", "20013 7 30005 7 0"},
      },
      keep);
}

TEST(AssemblerTest, HeaderHasVersionAndMinimalBound) {
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  AssembleOptions options;
  options.env = TargetEnv::kVulkan1_1;
  constexpr absl::string_view kText = "%9 = OpTypeVoid %2 = OpTypeBool";
  ASSERT_TRUE(assembler.Assemble(kText, options, &module, &diagnostics));
  EXPECT_EQ(module.words()[0], kMagicNumber);
  EXPECT_EQ(module.words()[1], 0x00010300u);
  EXPECT_EQ(module.words()[3], 3u);
  EXPECT_EQ(module.words()[4], 0u);
  options.preserve_numeric_ids = true;
  ASSERT_TRUE(assembler.Assemble(kText, options, &module, &diagnostics));
  EXPECT_EQ(module.words()[3], 10u);
}

TEST(AssemblerTest, AHugeKeptIdCostsNoMemory) {
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  AssembleOptions options;
  options.preserve_numeric_ids = true;
  ASSERT_TRUE(assembler.Assemble("%4000000000 = OpTypeVoid %x = OpTypeBool",
                                 options, &module, &diagnostics));
  EXPECT_EQ(module.header().bound, 4000000001u);
  EXPECT_EQ(module.id_bound(), 3u);
  EXPECT_TRUE(module.renumbered());
  EXPECT_EQ(module.original_id(Id(1)), 4000000000u);
  EXPECT_EQ(module.original_id(Id(2)), 1u);
}

TEST(AssemblerTest, TheModuleIsIndexed) {
  constexpr absl::string_view kText =
      "OpCapability Shader\n"
      "%void = OpTypeVoid\n"
      "%fn = OpTypeFunction %void\n"
      "%main = OpFunction %void None %fn\n"
      "%entry = OpLabel\n"
      "OpReturn\n"
      "OpFunctionEnd\n";
  Assembler assembler;
  Module module;
  DiagnosticList diagnostics;
  ASSERT_TRUE(assembler.Assemble(kText, {}, &module, &diagnostics));
  EXPECT_EQ(module.size(), 7u);
  EXPECT_EQ(module.capabilities().size(), 1u);
  ASSERT_EQ(module.functions().size(), 1u);
  EXPECT_EQ(module.functions()[0].block_count, 1u);
  EXPECT_EQ(module.global_end(), InstIndex(3));
  for (InstIndex i(0); i.value < module.size(); ++i) {
    const absl::string_view line = kText.substr(module.origin(i));
    const absl::string_view name = NameOf(module.record(i).op);
    const size_t equals = line.find("= ");
    EXPECT_TRUE(line.substr(0, name.size()) == name ||
                line.substr(equals + 2, name.size()) == name)
        << line;
  }
  const Inst function = module.inst(InstIndex(3));
  EXPECT_EQ(function.result(), Id(3));
  EXPECT_EQ(function.result_type(), Id(1));
  EXPECT_EQ(module.type_of(Id(3)), Id(1));
  EXPECT_EQ(function.kind(2), grammar::Kind::kFunctionControl);
  EXPECT_EQ(module.text(), kText);
  EXPECT_EQ(module.id_bound(), 5u);
}

TEST(AssemblerTest, RequirementsOfEnumerantsAreRecorded) {
  const auto uses = [](absl::string_view text, grammar::Kind kind,
                       absl::string_view name) {
    Assembler assembler;
    Module module;
    DiagnosticList diagnostics;
    EXPECT_TRUE(assembler.Assemble(text, {}, &module, &diagnostics)) << text;
    return module.requirement_used(
        grammar::EnumerantByName(kind, name)->requirement);
  };
  using grammar::Kind;
  constexpr absl::string_view kMode = "OpExecutionMode %m LocalSizeId %x %y %z";
  EXPECT_TRUE(uses(kMode, Kind::kExecutionMode, "LocalSizeId"));
  EXPECT_FALSE(uses("OpNop", Kind::kExecutionMode, "LocalSizeId"));
  constexpr absl::string_view kMask =
      "%r = OpFunction %t Inline|OptNoneINTEL %ft";
  EXPECT_TRUE(uses(kMask, Kind::kFunctionControl, "OptNoneINTEL"));
}

}  // namespace
}  // namespace plumb
