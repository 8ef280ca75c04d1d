#include "cli/target_env_options.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(TargetEnvOptionsTest, LastSettingThatMatchesCounts) {
  EnvOfPath envs;
  EXPECT_EQ(envs.Find("shaders/a.spv"), std::nullopt);
  ASSERT_TRUE(
      envs.Set({"^shaders/=vulkan1.3", "legacy=vulkan1.0", "=.*[.]comp=spv1.4"})
          .ok());
  EXPECT_EQ(envs.Find("shaders/a.spv"), TargetEnv::kVulkan1_3);
  EXPECT_EQ(envs.Find("shaders/legacy/a.spv"), TargetEnv::kVulkan1_0);
  EXPECT_EQ(envs.Find("legacy.spv"), TargetEnv::kVulkan1_0);
  EXPECT_EQ(envs.Find("shaders/legacy/x=1.comp"), TargetEnv::kSpirv1_4);
  EXPECT_EQ(envs.Find("other/a.spv"), std::nullopt);
  ASSERT_TRUE(envs.Set({}).ok());
  EXPECT_EQ(envs.Find("shaders/a.spv"), std::nullopt);
}

// The fast path for expressions that state only beginnings gives the same
// results; an added expression that matches nothing disables it.
TEST(TargetEnvOptionsTest, BeginningsMeanWhatExpressionsMean) {
  const std::vector<std::string> patterns = {"^a",
                                             "^a/",
                                             "^(a|b-c)/",
                                             "^(a|b)",
                                             "^(a)",
                                             "^",
                                             "^(a|)/",
                                             "^(a|b",
                                             "^a|b",
                                             "^(a|b)|c/",
                                             "^a\\.b/",
                                             "^a.b/",
                                             "^a\\b",
                                             "^a\\w",
                                             "^(a\\|b|c)/",
                                             "^a\\\\b/",
                                             "^(a|ab)c/",
                                             "^\\(a\\)/",
                                             "^a$",
                                             "^(?i)a/",
                                             "^a+/",
                                             "^a_b/",
                                             "^(a(b|c))/",
                                             "^(a)(b)/",
                                             "a/",
                                             "^\\.\\./",
                                             "^a\\/b",
                                             "^[a]/",
                                             "^(a\\.b|c)\\-d/"};
  const std::vector<std::string> paths = {
      "",    "a",      "A/x",    "a/x",   "ab",   "abc/x", "ac/x",
      "b/x", "b-c/x",  "c/x",    "xa/x",  "x/b",  "a.b/x", "axb/x",
      "a b", "a|b/x",  "a\\b/x", "(a)/x", "aa/x", "a_b/x", "../x",
      "a/b", "a.b-d/", "c-d/x",  "|/x",   "/x",   "a\nb",  "a\\|b/x"};
  for (const std::string& one : patterns) {
    for (const std::string& other : patterns) {
      EnvOfPath quick, slow;
      const bool is_correct =
          quick.Set({one + "=vulkan1.1", other + "=spv1.3"}).ok();
      ASSERT_EQ(
          slow.Set({"[^\\s\\S]=spv1.0", one + "=vulkan1.1", other + "=spv1.3"})
              .ok(),
          is_correct);
      for (const std::string& path : paths) {
        EXPECT_EQ(quick.Find(path), slow.Find(path))
            << one << " " << other << " " << path;
      }
    }
  }
}

TEST(TargetEnvOptionsTest, SaysWhatIsWrong) {
  struct Case {
    const char* setting;
    const char* part_of_message;
  };
  for (const Case& c : {Case{"vulkan1.3", "is not REGEX=ENV"},
                        Case{"=vulkan1.3", "is not REGEX=ENV"},
                        Case{"a=vulkan9", "there is no environment 'vulkan9'"},
                        Case{"a=", "there is no environment ''"},
                        Case{"(=vulkan1.3", "is not a regular expression"}}) {
    EnvOfPath envs;
    const std::string message(envs.Set({"b=spv1.0", c.setting}).message());
    EXPECT_NE(message.find(c.part_of_message), std::string::npos) << message;
    EXPECT_EQ(envs.Find("a"), std::nullopt);
  }
}

}  // namespace
}  // namespace plumb
