#include "api/spirv_tools/environment.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace plumb::spirv_tools {
namespace {

TEST(EnvironmentTest, NumbersHaveNamesAndDescriptions) {
  std::set<TargetEnv> envs;
  for (int i = 0; i < SPV_ENV_MAX; ++i) {
    const auto number = static_cast<spv_target_env>(i);
    if (number == SPV_ENV_WEBGPU_0) continue;
    ASSERT_TRUE(IsEnvironment(number)) << i;
    const TargetEnv env = EnvironmentOf(number);
    EXPECT_TRUE(envs.insert(env).second) << i;
    spv_target_env found = SPV_ENV_MAX;
    EXPECT_TRUE(spvParseTargetEnv(std::string(Info(env).name).c_str(), &found));
    EXPECT_EQ(found, number);
    const std::string version =
        "SPIR-V 1." + std::to_string(Info(env).spirv_minor);
    EXPECT_EQ(std::string(spvTargetEnvDescription(number)).find(version), 0);
  }
}

TEST(EnvironmentTest, OtherNumbers) {
  for (const int i : {-1, int{SPV_ENV_WEBGPU_0}, int{SPV_ENV_MAX}, 99}) {
    const auto number = static_cast<spv_target_env>(i);
    EXPECT_FALSE(IsEnvironment(number)) << i;
    EXPECT_STREQ(spvTargetEnvDescription(number), "") << i;
    EXPECT_EQ(spvContextCreate(number), nullptr) << i;
  }
}

TEST(EnvironmentTest, VersionsOfVulkanWithoutAPlaceForTheResult) {
  EXPECT_TRUE(spvParseVulkanEnv(1 << 22 | 3 << 12, 0x00010600, nullptr));
  EXPECT_FALSE(spvParseVulkanEnv(1 << 22 | 9 << 12, 0x00010600, nullptr));
}

}  // namespace
}  // namespace plumb::spirv_tools
