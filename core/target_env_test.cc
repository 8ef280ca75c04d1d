#include "core/target_env.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(TargetEnvTest, EveryNameParsesToItself) {
  const std::vector<std::string> names =
      absl::StrSplit(TargetEnvNames(","), ',');
  ASSERT_EQ(names.size(), static_cast<size_t>(kTargetEnvCount));
  for (int i = 0; i < kTargetEnvCount; ++i) {
    const auto env = static_cast<TargetEnv>(i);
    EXPECT_EQ(Info(env).name, names[i]);
    EXPECT_EQ(ParseTargetEnv(names[i]), env);
  }
}

TEST(TargetEnvTest, EmbeddedProfilesMayBeHyphenated) {
  EXPECT_EQ(ParseTargetEnv("opencl2.2-embedded"),
            TargetEnv::kOpenCl2_2Embedded);
}

TEST(TargetEnvTest, OtherNamesAreNone) {
  for (const char* name : {"", "spv", "spv1.7", "vulkan1.2foo", "Vulkan1.2"}) {
    EXPECT_EQ(ParseTargetEnv(name), std::nullopt) << name;
  }
}

TEST(TargetEnvTest, SpirvEnvStopsAtTheNewest) {
  EXPECT_EQ(SpirvEnv(3), TargetEnv::kSpirv1_3);
  EXPECT_EQ(SpirvEnv(200), TargetEnv::kSpirv1_6);
}

TEST(TargetEnvTest, VulkanEnvHasAtMostTheVersion) {
  EXPECT_EQ(VulkanEnv(10), TargetEnv::kVulkan1_0);
  EXPECT_EQ(VulkanEnv(11), TargetEnv::kVulkan1_1);
  EXPECT_EQ(VulkanEnv(13), TargetEnv::kVulkan1_3);
  EXPECT_EQ(VulkanEnv(25), TargetEnv::kVulkan1_4);
}

TEST(TargetEnvTest, ApisPartitionTheEnvironments) {
  EnvSet all = 0;
  for (Api api : {Api::kNone, Api::kVulkan, Api::kOpenCl, Api::kOpenGl}) {
    EXPECT_EQ(all & EnvsOf(api), 0u);
    all |= EnvsOf(api);
  }
  EXPECT_EQ(all, (EnvSet{1} << kTargetEnvCount) - 1);
}

}  // namespace
}  // namespace plumb
