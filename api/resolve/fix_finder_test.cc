#include "api/resolve/fix_finder.h"

#include <string>

#include "absl/strings/str_cat.h"
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
  const auto fix = FixFinder(module).Find(ReportOf(rule, arg));
  if (!fix.has_value()) return "no fix";
  EXPECT_EQ(fix->text.begin.column, 1);
  std::string fixed = text;
  return fixed.replace(fix->offsets.begin,
                       fix->offsets.end - fix->offsets.begin, fix->replacement);
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
  EXPECT_FALSE(FixFinder(module).Find(ReportOf(rule, {})).has_value());
}

}  // namespace
}  // namespace plumb
