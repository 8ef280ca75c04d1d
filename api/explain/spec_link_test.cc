#include "api/explain/spec_link.h"

#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "validate/registry.h"

namespace plumb {
namespace {

struct Case {
  const char* section;
  const char* link;
};
constexpr Case kCases[] = {
    {"2.11.1", "https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html"},
    {"3.3", "https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html"},
    {"GLSL.std.450 2",
     "https://registry.khronos.org/SPIR-V/specs/unified1/GLSL.std.450.html"},
    {"OpenCL.std 2.1",
     "https://registry.khronos.org/SPIR-V/specs/unified1/"
     "OpenCL.ExtendedInstructionSet.100.html"},
    {"OpenCL.DebugInfo.100 4",
     "https://registry.khronos.org/SPIR-V/specs/unified1/"
     "OpenCL.DebugInfo.100.html"},
    {"DebugInfo 4",
     "https://registry.khronos.org/SPIR-V/specs/unified1/DebugInfo.html"},
    {"NonSemantic.Shader.DebugInfo.100 4",
     "https://github.khronos.org/SPIRV-Registry/nonsemantic/"
     "NonSemantic.Shader.DebugInfo.html"},
    {"NonSemantic.Shader.DebugInfo Validation Rules",
     "https://github.khronos.org/SPIRV-Registry/nonsemantic/"
     "NonSemantic.Shader.DebugInfo.html"},
    {"NonSemantic.DebugBreak 2",
     "https://github.khronos.org/SPIRV-Registry/nonsemantic/"
     "NonSemantic.DebugBreak.html"},
    {"TOSA.001000.1 Operators",
     "https://github.khronos.org/SPIRV-Registry/extended/TOSA.001000.1.html"},
    {"SPV_KHR_ray_query",
     "https://github.khronos.org/SPIRV-Registry/extensions/KHR/"
     "SPV_KHR_ray_query.html"},
    {"SPV_AMDX_shader_enqueue",
     "https://github.khronos.org/SPIRV-Registry/extensions/AMD/"
     "SPV_AMDX_shader_enqueue.html"},
    {"SPV_NVX_multiview_per_view_attributes",
     "https://github.khronos.org/SPIRV-Registry/extensions/NV/"
     "SPV_NVX_multiview_per_view_attributes.html"},
    {"SPV_KHR_bfloat16, SPV_EXT_float8",
     "https://github.khronos.org/SPIRV-Registry/extensions/KHR/"
     "SPV_KHR_bfloat16.html"},
    {"SPIR-V environment of Vulkan",
     "https://registry.khronos.org/vulkan/specs/latest/html/"
     "vkspec.html#spirvenv"},
    {"OpenCL SPIR-V Environment",
     "https://registry.khronos.org/OpenCL/specs/unified/html/OpenCL_Env.html"},
    {"ARB_gl_spirv",
     "https://registry.khronos.org/OpenGL/extensions/ARB/ARB_gl_spirv.txt"},
    {"assembly syntax", ""},
    {"GLSL.std.4500", ""},
    {"", ""},
};

TEST(SectionLinkTest, IsTheDocumentOfTheSection) {
  for (const Case& row : kCases) {
    EXPECT_EQ(SectionLink(row.section), row.link) << row.section;
  }
}

TEST(SpecLinkTest, IsTheAnchorOfAVuid) {
  const Rule* rule = FindRule("entry.entrypoint.no-parameters");
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(SpecLink(*rule),
            "https://registry.khronos.org/vulkan/specs/latest/html/"
            "vkspec.html#VUID-StandaloneSpirv-None-04633");
}

TEST(SpecLinkTest, EveryRuleOfADocumentHasOne) {
  for (const Rule* rule : AllRules()) {
    const std::string link = SpecLink(*rule);
    EXPECT_EQ(link.empty(), rule->section == "assembly syntax")
        << rule->id << ": " << rule->section;
    EXPECT_FALSE(absl::StrContains(link, ' ')) << link;
  }
}

TEST(RuleLinkTest, IsThePlaceInThePagesIfThereAreAny) {
  const Rule& rule = *FindRule("cfg.merge.unique-block");
  EXPECT_EQ(RuleLink(rule, "https://example.org/rules"),
            "https://example.org/rules/cfg.html#cfg.merge.unique-block");
  EXPECT_EQ(RuleLink(rule, ""), SpecLink(rule));
}

TEST(ParsePagesUrlTest, TakesUrlsWithoutASlashAtTheirEnd) {
  EXPECT_EQ(ParsePagesUrl("https://example.org/rules/"),
            "https://example.org/rules");
  EXPECT_EQ(ParsePagesUrl("file:///a/b"), "file:///a/b");
  for (const char* wrong : {"", "rules", ":a", "1a:b", "a b:c", "https://a b",
                            "https://a\x1b[1m"}) {
    EXPECT_EQ(ParsePagesUrl(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace plumb
