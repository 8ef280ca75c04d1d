#include "cli/target_env_options.h"

#include <string>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(TargetEnvOptionsTest, LastSettingThatMatchesCounts) {
  EnvOfPath envs;
  EXPECT_EQ(envs.Of("shaders/a.spv"), std::nullopt);
  ASSERT_TRUE(
      envs.Set({"^shaders/=vulkan1.3", "legacy=vulkan1.0", "=.*[.]comp=spv1.4"})
          .ok());
  EXPECT_EQ(envs.Of("shaders/a.spv"), TargetEnv::kVulkan1_3);
  EXPECT_EQ(envs.Of("shaders/legacy/a.spv"), TargetEnv::kVulkan1_0);
  EXPECT_EQ(envs.Of("legacy.spv"), TargetEnv::kVulkan1_0);
  EXPECT_EQ(envs.Of("shaders/legacy/x=1.comp"), TargetEnv::kSpirv1_4);
  EXPECT_EQ(envs.Of("other/a.spv"), std::nullopt);
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
    EXPECT_EQ(envs.Of("a"), std::nullopt);
  }
}

}  // namespace
}  // namespace plumb
