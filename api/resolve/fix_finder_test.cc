#include "api/resolve/fix_finder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/diagnostic.h"
#include "core/rule.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

// A report of a rule with this fix, with one argument.
Diagnostic ReportOf(const Rule& rule, const Arg& arg) {
  Diagnostic diagnostic;
  diagnostic.rule = &rule;
  diagnostic.args[0] = arg;
  return diagnostic;
}

// The text with the fix applied, or "no fix".
std::string Fixed(const std::string& text, const Fix& expected_fix,
                  const Arg& arg = {}) {
  Assembler assembler;
  Module module;
  DiagnosticList list;
  if (!assembler.Assemble(text, {}, &module, &list)) return "not a module";
  const Rule rule = WithFix(expected_fix, {"test.some.rule", "", ""});
  const auto fix = FixFinder(module).Find(ReportOf(rule, arg), {});
  if (!fix.has_value()) return "no fix";
  return ApplyFix(text, *fix);
}

// The requirement of an opcode.
Arg RequirementOf(Op op, bool capability, bool version) {
  return Arg::Requirement(grammar::Info(op).requirement,
                          {.capability = capability, .version = version});
}

TEST(FixFinderTest, AddsALineAfterThoseOfItsKind) {
  const std::string text =
      "; a shader\n  OpCapability Shader ; needed\n"
      "OpMemoryModel Logical GLSL450\n";
  EXPECT_EQ(Fixed(text, Declare(Capability::kFloat64)),
            "; a shader\n  OpCapability Shader ; needed\n"
            "  OpCapability Float64\n"
            "OpMemoryModel Logical GLSL450\n");
  EXPECT_EQ(Fixed(text, Declare(Extension::kKhrRayQuery)),
            "; a shader\n  OpCapability Shader ; needed\n"
            "  OpExtension \"SPV_KHR_ray_query\"\n"
            "OpMemoryModel Logical GLSL450\n");
  EXPECT_EQ(Fixed("OpCapability Shader\nOpExtension \"SPV_KHR_ray_query\"\n",
                  Declare(Extension::kKhrRayTracing)),
            "OpCapability Shader\nOpExtension \"SPV_KHR_ray_query\"\n"
            "OpExtension \"SPV_KHR_ray_tracing\"\n");
}

TEST(FixFinderTest, AddsALineBeforeTheFirstInstruction) {
  EXPECT_EQ(Fixed("; a shader\n    OpMemoryModel Logical GLSL450\n",
                  Declare(Capability::kShader)),
            "; a shader\n    OpCapability Shader\n"
            "    OpMemoryModel Logical GLSL450\n");
}

TEST(FixFinderTest, DeclaresAnArgument) {
  const std::string text = "OpCapability Shader\n";
  const std::string with_sampler = text + "OpCapability LiteralSampler\n";
  EXPECT_EQ(
      Fixed(text, DeclareArgument(0),
            Arg::Enumerant(Kind::kCapability, Capability::kLiteralSampler)),
      with_sampler);
  EXPECT_EQ(Fixed(text, DeclareArgument(0),
                  RequirementOf(Op::kConstantSampler, true, false)),
            with_sampler);
  EXPECT_EQ(Fixed(text, DeclareArgument(0), "SPV_KHR_ray_query"),
            text + "OpExtension \"SPV_KHR_ray_query\"\n");
}

TEST(FixFinderTest, MakesNoFixIfThereIsNotExactlyOne) {
  const std::string text = "OpCapability Shader\n";
  EXPECT_EQ(Fixed(text, Fix{}), "no fix");
  const Arg kArgs[] = {
      // Alternative capabilities; a capability and a version; a version.
      RequirementOf(Op::kBeginInvocationInterlockEXT, true, false),
      RequirementOf(Op::kConstantSampler, true, true),
      RequirementOf(Op::kCopyLogical, false, true),
      "SPV_NONSENSE",
      7u,
      Arg(),
  };
  for (const Arg& arg : kArgs) {
    EXPECT_EQ(Fixed(text, DeclareArgument(0), arg), "no fix");
  }
  // Another instruction is on the same line, or the line has no end.
  EXPECT_EQ(Fixed("OpCapability Shader OpMemoryModel Logical GLSL450\n",
                  Declare(Capability::kFloat64)),
            "no fix");
  EXPECT_EQ(Fixed("OpCapability Shader", Declare(Capability::kFloat64)),
            "no fix");
}

TEST(FixFinderTest, MakesNoFixOfABinary) {
  const ModuleWords words = SmallShader();
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  const Rule rule =
      WithFix(Declare(Capability::kFloat64), {"test.some.rule", "", ""});
  EXPECT_FALSE(FixFinder(module).Find(ReportOf(rule, {}), {}).has_value());
}

// A fix of a report at an instruction.
std::string FixedAt(const std::string& text, const Fix& expected_fix,
                    InstIndex inst, const Arg& arg = {},
                    absl::Span<const Note> notes = {}) {
  Assembler assembler;
  Module module;
  DiagnosticList list;
  if (!assembler.Assemble(text, {}, &module, &list)) return "not a module";
  const Rule rule = WithFix(expected_fix, {"test.some.rule", "", ""});
  Diagnostic report = ReportOf(rule, arg);
  report.place = Place::At(inst);
  const auto fix = FixFinder(module).Find(report, notes);
  return fix.has_value() ? ApplyFix(text, *fix) : "no fix";
}

TEST(FixFinderTest, DecoratesAStructure) {
  EXPECT_EQ(FixedAt("OpMemoryModel Logical GLSL450\n%s = OpTypeStruct\n",
                    Decorate(Decoration::kBlock), InstIndex(1), Id(1)),
            "OpMemoryModel Logical GLSL450\nOpDecorate %s Block\n"
            "%s = OpTypeStruct\n");
  EXPECT_EQ(FixedAt("OpName %s \"s\"\nOpDecorate %s CPacked\n"
                    "%s = OpTypeStruct\n",
                    Decorate(Decoration::kBlock), InstIndex(2), Id(1)),
            "OpName %s \"s\"\nOpDecorate %s CPacked\nOpDecorate %s Block\n"
            "%s = OpTypeStruct\n");
  EXPECT_EQ(FixedAt("OpMemoryModel Logical GLSL450\n%b = OpTypeBool\n",
                    Decorate(Decoration::kBlock), InstIndex(1), Id(1)),
            "no fix");
}

TEST(FixFinderTest, AddsAMode) {
  EXPECT_EQ(FixedAt("OpEntryPoint Fragment %m \"m\"\n%v = OpTypeVoid\n"
                    "%t = OpTypeFunction %v\n%m = OpFunction %v None %t\n",
                    AddMode(ExecutionMode::kOriginUpperLeft), InstIndex(0)),
            "OpEntryPoint Fragment %m \"m\"\n"
            "OpExecutionMode %m OriginUpperLeft\n%v = OpTypeVoid\n"
            "%t = OpTypeFunction %v\n%m = OpFunction %v None %t\n");
}

TEST(FixFinderTest, AddsVariablesToAnInterface) {
  // The ids are 1 to 4 in the order of the text.
  const std::string rest =
      "%a = OpUndef %t\n%b = OpUndef %t\n%c = OpUndef %t\n";
  const Note notes[] = {{"", Place::At(InstIndex(2)), {Id(4)}},
                        {"", Place::At(InstIndex(3)), {Id(5)}},
                        {"", Place::At(InstIndex(2)), {Id(4)}}};
  EXPECT_EQ(FixedAt("OpEntryPoint Fragment %m \"m\" %a ; the main one\n" + rest,
                    {Fix::Kind::kInterface}, InstIndex(0), {}, notes),
            "OpEntryPoint Fragment %m \"m\" %a %b %c ; the main one\n" + rest);
}

TEST(FixFinderTest, EndsAFunction) {
  const std::string function =
      "%f = OpFunction %v None %t\n  %l = OpLabel\n  OpReturn\n";
  EXPECT_EQ(FixedAt(function, {Fix::Kind::kFunctionEnd}, InstIndex(0)),
            function + "  OpFunctionEnd\n");
}

TEST(FixFinderTest, MovesCapabilities) {
  EXPECT_EQ(FixedAt("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
                    "%b = OpTypeBool\n"
                    "OpCapability Float64 ; of\nOpCapability Int64\n"
                    "%v = OpTypeVoid\n",
                    {Fix::Kind::kMove}, InstIndex(3)),
            "OpCapability Shader\n"
            "OpCapability Float64 ; of\nOpCapability Int64\n"
            "OpMemoryModel Logical GLSL450\n%b = OpTypeBool\n"
            "%v = OpTypeVoid\n");
  // Not the other instruction of the line.
  EXPECT_EQ(FixedAt("OpMemoryModel Logical GLSL450\n"
                    "%b = OpTypeBool OpCapability Float64\n",
                    {Fix::Kind::kMove}, InstIndex(2)),
            "no fix");
}

}  // namespace
}  // namespace plumb
