#include "api/needs/module_needs.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kModule[] = R"(; SPIR-V
; Version: 1.5
; Generator: Khronos; 0
; Bound: 20
; Schema: 0
OpCapability Shader
OpCapability Matrix
OpCapability Float64
OpCapability Int64
OpCapability Linkage
OpExtension "SPV_KHR_storage_buffer_storage_class"
OpExtension "SPV_KHR_expect_assume"
OpCapability ExpectAssumeKHR
OpMemoryModel Logical GLSL450
%void = OpTypeVoid
%bool = OpTypeBool
%true = OpConstantTrue %bool
%double = OpTypeFloat 64
%copied = OpTypeStruct %double
%inner = OpTypeStruct %double
%fn = OpTypeFunction %void
%null = OpConstantNull %copied
%main = OpFunction %void None %fn
%entry = OpLabel
%copy = OpCopyLogical %inner %null
OpAssumeTrueKHR %true
OpReturn
OpFunctionEnd
)";

std::vector<std::string> Names(const std::vector<Need>& needs) {
  std::vector<std::string> names;
  names.reserve(needs.size());
  for (const Need& need : needs) names.push_back(need.name);
  return names;
}

class ModuleNeedsTest : public testing::Test {
 protected:
  void Find(const std::string& text) {
    const auto verdict = session_.Run(text);
    ASSERT_TRUE(verdict.ok()) << verdict.status();
    ASSERT_EQ(*verdict, Verdict::kValid);
    auto needs = FindNeeds(session_, "x.spvasm");
    ASSERT_TRUE(needs.ok()) << needs.status();
    needs_ = *std::move(needs);
  }

  Session session_;
  ModuleNeeds needs_;
};

TEST_F(ModuleNeedsTest, FindsTheMinVersionAndDeclarations) {
  // Capabilities precede extensions.
  std::string text = kModule;
  const std::string misplaced = "OpCapability ExpectAssumeKHR\n";
  text.erase(text.find(misplaced), misplaced.size());
  text.insert(text.find("OpExtension"), misplaced);
  Find(text);
  EXPECT_EQ(needs_.declared_version, "1.5");
  EXPECT_THAT(Names(needs_.needed),
              ElementsAre("1.4", "Shader", "Float64", "Linkage",
                          "ExpectAssumeKHR", "SPV_KHR_expect_assume"));
  EXPECT_THAT(Names(needs_.unneeded),
              ElementsAre("1.5", "Matrix", "Int64",
                          "SPV_KHR_storage_buffer_storage_class"));
  const auto& version = needs_.needed[0].reason;
  ASSERT_TRUE(version.has_value());
  EXPECT_THAT(version->message, HasSubstr("OpCopyLogical"));
  ASSERT_TRUE(version->place.text.has_value());
  EXPECT_EQ(version->place.text->begin.line, 25u);
  const auto& float64 = needs_.needed[2].reason;
  ASSERT_TRUE(float64.has_value());
  EXPECT_EQ(float64->place.text->begin.line, 18u);
}

TEST_F(ModuleNeedsTest, PrintsATableAndJson) {
  Find(
      "OpCapability Shader\nOpCapability Linkage\nOpCapability Int64\n"
      "OpMemoryModel Logical GLSL450\n");
  EXPECT_EQ(
      NeedsText("x.spvasm", needs_),
      "x.spvasm requires\n  version 1.0\n  capability Shader   4:23: "
      "GLSL450 requires capability Shader [capability.use.declared]\n  "
      "capability Linkage  the module has no entry point and does not "
      "declare capability Linkage [entry.module.at-least-one]\nx.spvasm "
      "declares, but does not require\n  version 1.6\n  capability Int64\n");
  const std::string json = NeedsJson("x.spvasm", needs_);
  EXPECT_THAT(json, HasSubstr(R"("needed":[{"kind":"version","name":"1.0"})"));
  EXPECT_THAT(json, HasSubstr(R"("unneeded":[{"kind":"version","name":"1.6"},)"
                              R"({"kind":"capability","name":"Int64"}])"));
  EXPECT_THAT(json, HasSubstr(R"("line":4,"column":23)"));
}

TEST_F(ModuleNeedsTest, DeclaredTwiceIsDeclaredOnce) {
  Find(
      "OpCapability Kernel\nOpCapability Linkage\nOpCapability Linkage\n"
      "OpCapability Addresses\n"
      "OpMemoryModel Physical32 OpenCL\n");
  EXPECT_THAT(Names(needs_.needed),
              ElementsAre("1.0", "Kernel", "Linkage", "Addresses"));
  EXPECT_THAT(Names(needs_.unneeded), ElementsAre("1.6"));
}

}  // namespace
}  // namespace plumb
