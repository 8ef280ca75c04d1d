#include "api/resolve/fix_finder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/diagnostic.h"
#include "gtest/gtest.h"
#include "parse/binary/binary_reader.h"
#include "parse/binary/module_words.h"
#include "parse/text/assembler.h"

namespace plumb {
namespace {

// The text with the fix applied, or what has no fix.
std::string Fixed(const std::string& text, absl::string_view message) {
  Assembler assembler;
  Module module;
  DiagnosticList list;
  if (!assembler.Assemble(text, {}, &module, &list)) return "not a module";
  const auto fix = FixFinder(module).Missing(message);
  if (!fix.has_value()) return "no fix";
  EXPECT_EQ(fix->text.begin.column, 1);
  std::string fixed = text;
  return fixed.replace(fix->offsets.begin,
                       fix->offsets.end - fix->offsets.begin, fix->replacement);
}

TEST(FixFinderTest, AddsALineBehindThoseOfItsKind) {
  const std::string text =
      "; a shader\n  OpCapability Shader ; the usual\n"
      "OpMemoryModel Logical GLSL450\n";
  EXPECT_EQ(Fixed(text, "a 64-bit type requires capability Float64"),
            "; a shader\n  OpCapability Shader ; the usual\n"
            "  OpCapability Float64\n"
            "OpMemoryModel Logical GLSL450\n");
  EXPECT_EQ(Fixed(text, "this requires extension SPV_KHR_ray_query"),
            "; a shader\n  OpCapability Shader ; the usual\n"
            "  OpExtension \"SPV_KHR_ray_query\"\n"
            "OpMemoryModel Logical GLSL450\n");
  EXPECT_EQ(Fixed("OpCapability Shader\nOpExtension \"SPV_KHR_ray_query\"\n",
                  "this requires extension SPV_KHR_ray_tracing"),
            "OpCapability Shader\nOpExtension \"SPV_KHR_ray_query\"\n"
            "OpExtension \"SPV_KHR_ray_tracing\"\n");
}

TEST(FixFinderTest, AddsALineBeforeTheFirstInstruction) {
  EXPECT_EQ(Fixed("; a shader\n    OpMemoryModel Logical GLSL450\n",
                  "this requires capability Shader"),
            "; a shader\n    OpCapability Shader\n"
            "    OpMemoryModel Logical GLSL450\n");
}

TEST(FixFinderTest, OnlyWhereThereIsOneThingToDo) {
  const std::string text = "OpCapability Shader\n";
  for (const char* message :
       {"this requires capability Float16 or Float64",
        "this requires capability Float64, and version 1.3",
        "this requires version 1.3 or extension SPV_KHR_ray_query",
        "this requires capability Nonsense",
        "this requires extension SPV_NONSENSE", "this is odd",
        "requires capability ", ""}) {
    EXPECT_EQ(Fixed(text, message), "no fix") << message;
  }
  // Another instruction is on the same line, or the line has no end.
  EXPECT_EQ(Fixed("OpCapability Shader OpMemoryModel Logical GLSL450\n",
                  "this requires capability Float64"),
            "no fix");
  EXPECT_EQ(Fixed("OpCapability Shader", "this requires capability Float64"),
            "no fix");
}

TEST(FixFinderTest, ABinaryHasNoLines) {
  const ModuleWords words = SmallShader();
  BinaryReader reader;
  Module module;
  DiagnosticList list;
  ASSERT_TRUE(reader.Read(words, &module, &list));
  EXPECT_FALSE(FixFinder(module)
                   .Missing("this requires capability Float64")
                   .has_value());
}

}  // namespace
}  // namespace plumb
