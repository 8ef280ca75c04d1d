#include "api/device/device_profile.h"

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "core/device/capability_enablers.h"
#include "gtest/gtest.h"

namespace plumb {
namespace {

// A file with one capability that has this content.
std::string With(const std::string& content) {
  return R"({"capabilities": {"a": {)" + content + "}}}";
}

std::string ErrorOf(const std::string& text, const std::string& name = "") {
  const auto device = ReadDeviceProfile(text, name);
  return device.ok() ? "" : std::string(device.status().message());
}

TEST(DeviceProfileTest, ReadsFeaturesExtensionsAndLimits) {
  const auto device = ReadDeviceProfile(R"({
    "capabilities": {
      "a": {
        "extensions": {"VK_KHR_maintenance4": 1, "VK_EXT_other": 1},
        "features": {
          "VkPhysicalDeviceFeatures": {"tessellationShader": true},
          "VkPhysicalDeviceVulkan12Features": {"vulkanMemoryModel": false}
        },
        "properties": {
          "VkPhysicalDeviceProperties": {
            "limits": {"maxComputeWorkGroupSize": [128, 64, 32],
                       "minTexelOffset": -8, "timestampPeriod": 0.5}
          },
          "VkPhysicalDeviceImageProcessingPropertiesQCOM": {
            "maxBlockMatchRegion": {"width": 64, "height": 32}
          },
          "VkPhysicalDeviceVulkan11Properties": {
            "subgroupSupportedStages": ["VK_SHADER_STAGE_COMPUTE_BIT",
                                        "VK_SHADER_STAGE_MESH_BIT_EXT"]
          },
          "VkPhysicalDeviceVulkan12Properties": {
            "shaderDenormPreserveFloat32": true,
            "denormBehaviorIndependence":
                "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE"
          }
        }
      },
      "b": {"features": {"VkX": {"longVector": true}}}
    },
    "profiles": {
      "VP_one": {"api-version": "1.3.204", "capabilities": ["a"]},
      "VP_two": {"api-version": "1.1.0", "capabilities": [["a", "b"]]}
    }})",
                                        "VP_one");
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_EQ(device->api_version(), 13u);
  EXPECT_TRUE(device->Has(DeviceFeature("tessellationShader")));
  EXPECT_TRUE(device->Has(DeviceFeature("shaderDenormPreserveFloat32")));
  EXPECT_FALSE(device->Has(DeviceFeature("vulkanMemoryModel")));
  EXPECT_FALSE(device->Has(DeviceFeature("longVector")));
  EXPECT_TRUE(device->Has(DeviceExtension("VK_KHR_maintenance4")));
  EXPECT_EQ(device->Limit("maxComputeWorkGroupSize")[2], 32);
  EXPECT_EQ(device->Limit("minTexelOffset")[0], -8);
  EXPECT_EQ(device->Limit("maxBlockMatchRegion")[1], 32);
  EXPECT_EQ(device->Limit("subgroupSupportedStages")[0], 0xa0);
  EXPECT_EQ(device->Limit("denormBehaviorIndependence")[0], 2);
}

TEST(DeviceProfileTest, TakesLimitsOfOneNameFromTheRightStructure) {
  const auto device = ReadDeviceProfile(
      With(R"("properties": {"VkPhysicalDeviceMeshShaderPropertiesNV":
              {"maxMeshOutputVertices": 64}})"),
      "");
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_EQ(
      device->Limit(DeviceLimit("maxMeshOutputVertices",
                                "VkPhysicalDeviceMeshShaderPropertiesNV"))[0],
      64);
  EXPECT_TRUE(
      device
          ->Limit(DeviceLimit("maxMeshOutputVertices",
                              "VkPhysicalDeviceMeshShaderPropertiesEXT"))
          .empty());
}

// Whether a device has what enables a capability, by its name and structure.
bool HasEnabler(const Device& device, absl::string_view name,
                absl::string_view structure = "") {
  for (size_t i = 0; i < kCapabilityEnablerCount; ++i) {
    const CapabilityEnabler& row = kCapabilityEnablers[i];
    if (row.name == name && row.structure == structure) {
      return device.HasEnabler(i);
    }
  }
  ADD_FAILURE() << "there is no " << name << " of " << structure;
  return false;
}

TEST(DeviceProfileTest, ReadsWhatEnablesCapabilities) {
  const auto device = ReadDeviceProfile(
      With(R"("extensions": {"VK_EXT_shader_subgroup_vote": 1},
              "features": {
                "VkPhysicalDeviceFeatures": {"geometryShader": true,
                                             "shaderInt64": false},
                "VkPhysicalDevice16BitStorageFeaturesKHR":
                    {"storageBuffer16BitAccess": true},
                "VkPhysicalDeviceCooperativeMatrixFeaturesNV":
                    {"cooperativeMatrix": true}
              },
              "properties": {
                "VkPhysicalDeviceVulkan12Properties":
                    {"shaderDenormPreserveFloat32": true},
                "VkPhysicalDeviceVulkan11Properties":
                    {"subgroupSupportedOperations":
                         ["VK_SUBGROUP_FEATURE_VOTE_BIT",
                          "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV"]}
              })"),
      "");
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_TRUE(HasEnabler(*device, "VK_EXT_shader_subgroup_vote"));
  EXPECT_FALSE(HasEnabler(*device, "VK_EXT_shader_subgroup_ballot"));
  EXPECT_TRUE(HasEnabler(*device, "geometryShader", "Features"));
  EXPECT_FALSE(HasEnabler(*device, "shaderInt64", "Features"));
  // Promoted features are the same whatever structure has them.
  EXPECT_TRUE(
      HasEnabler(*device, "storageBuffer16BitAccess", "Vulkan11Features"));
  // Members of two extensions are kept apart.
  EXPECT_TRUE(
      HasEnabler(*device, "cooperativeMatrix", "CooperativeMatrixFeaturesNV"));
  EXPECT_FALSE(
      HasEnabler(*device, "cooperativeMatrix", "CooperativeMatrixFeaturesKHR"));
  EXPECT_TRUE(
      HasEnabler(*device, "shaderDenormPreserveFloat32", "Vulkan12Properties"));
  EXPECT_EQ(device->Limit("subgroupSupportedOperations")[0], 0x102);
}

TEST(DeviceProfileTest, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(ErrorOf("{\n \"a\": }").find("line 2, column 7"),
            std::string::npos);
  EXPECT_EQ(ErrorOf("[]"), "the file must be an object, not an array");
  EXPECT_EQ(ErrorOf("{}"), "the file has no \"capabilities\"");
  EXPECT_EQ(ErrorOf(R"({"capabilities": {}})", "VP_x"),
            "the file has no profiles, so none is VP_x");
  EXPECT_EQ(
      ErrorOf(R"({"capabilities": {}, "profiles": {"VP_a": {}}})", "VP_x"),
      "/profiles has no VP_x; there are VP_a");
  EXPECT_EQ(
      ErrorOf(R"({"capabilities": {},
                        "profiles": {"VP_a": {}, "VP_b": {}}})"),
      "/profiles has several profiles, so FILE:NAME must select one: VP_a, "
      "VP_b");
  EXPECT_EQ(ErrorOf(R"({"capabilities": {},
                        "profiles": {"VP_a": {"capabilities": ["q"]}}})"),
            "/profiles/VP_a/capabilities/0 names 'q', which is not in "
            "/capabilities");
  EXPECT_EQ(ErrorOf(With(R"("features": {"VkF": {"geometryShader": 1}})")),
            "/capabilities/a/features/VkF/geometryShader must be true or "
            "false, not a number");
  EXPECT_EQ(
      ErrorOf(With(R"("properties": {"VkP": {"maxTexelOffset": "7"}})")),
      "/capabilities/a/properties/VkP/maxTexelOffset must be an integer, not a "
      "string");
}

TEST(DeviceProfileTest, SaysWhatIsWrongWithProfiles) {
  const auto profile = [](const std::string& content) {
    return ErrorOf(R"({"capabilities": {"a": {}}, "profiles": {"VP_a": )" +
                   content + "}}");
  };
  EXPECT_EQ(profile("1"), "/profiles/VP_a must be an object, not a number");
  EXPECT_EQ(profile("{}"), "/profiles/VP_a lists no \"capabilities\"");
  EXPECT_EQ(profile(R"({"api-version": "one", "capabilities": []})"),
            "/profiles/VP_a/api-version must be a version like \"1.3.204\"");
  EXPECT_EQ(profile(R"({"capabilities": {}})"),
            "/profiles/VP_a/capabilities must be an array, not an object");
  EXPECT_EQ(profile(R"({"capabilities": ["a", ["a", null]]})"),
            "/profiles/VP_a/capabilities/1/1 must be the name of a capability, "
            "not a null value");
  EXPECT_EQ(ErrorOf(R"({"capabilities": {}, "profiles": {}})"),
            "/profiles has no profile");
}

TEST(DeviceProfileTest, SaysWhatIsWrongWithValues) {
  const auto property = [](const std::string& content) {
    return ErrorOf(With(R"("properties": {"VkP": {)" + content + "}}"));
  };
  const std::string path = "/capabilities/a/properties/VkP/";
  EXPECT_EQ(ErrorOf(R"({"capabilities": {"a": []}})"),
            "/capabilities/a must be an object, not an array");
  EXPECT_EQ(ErrorOf(With(R"("extensions": [])")),
            "/capabilities/a/extensions must be an object, not an array");
  EXPECT_EQ(ErrorOf(With(R"("features": {"VkF": true})")),
            "/capabilities/a/features/VkF must be an object, not a boolean");
  EXPECT_EQ(ErrorOf(With(R"("features": {"VkF": {"whatever": {}}})")),
            "/capabilities/a/features/VkF/whatever must be true or false, not "
            "an object");
  EXPECT_EQ(property(R"("longVector": 1)"),
            path + "longVector must be true or false, not a number");
  EXPECT_EQ(property(R"("maxComputeWorkGroupSize": [1, 2])"),
            path +
                "maxComputeWorkGroupSize must be an array of 3 numbers, or an "
                "object with as many extents");
  EXPECT_EQ(
      property(R"("maxComputeWorkGroupSize": [1, "2", 3])"),
      path + "maxComputeWorkGroupSize/1 must be an integer, not a string");
  EXPECT_EQ(
      property(R"("maxBlockMatchRegion": {"width": 1, "height": null})"),
      path + "maxBlockMatchRegion/height must be an integer, not a null value");
  EXPECT_EQ(property(R"("subgroupSupportedStages": [1])"),
            path +
                "subgroupSupportedStages/0 must be the name of a stage, not "
                "a number");
  EXPECT_EQ(property(R"("denormBehaviorIndependence": "some")"),
            path +
                "denormBehaviorIndependence must be "
                "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY or "
                "another of its kind");
  EXPECT_EQ(property(R"("limits": {"maxTexelOffset": 0.5})"),
            path + "limits/maxTexelOffset must be an integer, not a number");
  EXPECT_EQ(property(R"("whatever": "some")"), "");
}

TEST(DeviceProfileTest, TheTemplateHasEverything) {
  const auto device = ReadDeviceProfile(DeviceProfileTemplate(), "");
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_TRUE(device->Has(DeviceFeature("longVector")));
  for (size_t i = 0; i < kDeviceLimitCount; ++i) {
    ASSERT_FALSE(device->LimitAt(i).empty()) << kDeviceLimitNames[i].name;
    EXPECT_EQ(device->LimitAt(i)[0], kDeviceLimitNames[i].generous[0]);
  }
  for (size_t i = 0; i < kCapabilityEnablerCount; ++i) {
    const CapabilityEnabler& row = kCapabilityEnablers[i];
    if (row.kind == CapabilityEnabler::Kind::kExtension ||
        row.kind == CapabilityEnabler::Kind::kFeature) {
      EXPECT_TRUE(device->HasEnabler(i)) << row.name;
    }
  }
}

}  // namespace
}  // namespace plumb
