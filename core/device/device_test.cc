#include "core/device/device.h"

#include <set>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(DeviceTest, NothingIsKnownOfADeviceThatNobodyDescribed) {
  const Device device;
  EXPECT_EQ(device.api_version(), 0u);
  EXPECT_FALSE(device.Has(DeviceFeature("maintenance4")));
  EXPECT_FALSE(device.Has(DeviceExtension("VK_KHR_maintenance4")));
  EXPECT_TRUE(device.Limit(DeviceLimit("maxTexelOffset")).empty());
}

TEST(DeviceTest, TheBetterOfTwoLimitsCounts) {
  Device device;
  device.SetLimit(DeviceLimit("maxTexelOffset").number, {7});
  device.SetLimit(DeviceLimit("maxTexelOffset").number, {3});
  EXPECT_EQ(device.Limit(DeviceLimit("maxTexelOffset"))[0], 7);
  device.SetLimit(DeviceLimit("minTexelOffset").number, {-8});
  device.SetLimit(DeviceLimit("minTexelOffset").number, {-4});
  EXPECT_EQ(device.Limit(DeviceLimit("minTexelOffset"))[0], -8);
  device.SetLimit(DeviceLimit("subgroupSupportedStages").number, {0x20});
  device.SetLimit(DeviceLimit("subgroupSupportedStages").number, {0x10});
  EXPECT_EQ(device.Limit(DeviceLimit("subgroupSupportedStages"))[0], 0x30);
}

TEST(DeviceTest, LimitsOfOneNameAreToldApartByTheStructure) {
  const DeviceLimit nv("maxMeshOutputVertices",
                       "VkPhysicalDeviceMeshShaderPropertiesNV");
  const DeviceLimit ext("maxMeshOutputVertices",
                        "VkPhysicalDeviceMeshShaderPropertiesEXT");
  EXPECT_NE(nv.number, ext.number);
}

TEST(DeviceTest, NamesAreUnique) {
  std::set<std::string> features;
  for (const DeviceFeatureName& row : kDeviceFeatureNames) {
    EXPECT_TRUE(features.insert(std::string(row.name)).second) << row.name;
  }
  std::set<std::pair<std::string, std::string>> limits;
  for (const DeviceLimitName& row : kDeviceLimitNames) {
    EXPECT_TRUE(
        limits.emplace(std::string(row.name), std::string(row.structure))
            .second)
        << row.name;
    EXPECT_GE(row.count, 1);
    EXPECT_LE(row.count, row.generous.size());
  }
}

}  // namespace
}  // namespace plumb
