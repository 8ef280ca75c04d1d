// Compares core/capability_enablers.h with Vulkan's own table of capabilities,
// if it exists ($PLUMB_SHARED/reference or ../shared/reference beside the
// sources).
#include "core/device/capability_enablers.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/device/device_names.h"
#include "grammar/grammar.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testdata/shared_vectors.h"

namespace plumb {
namespace {

// A reader treats a property as a feature only if it has this name.
TEST(CapabilityEnablersTest, PropertiesAreFeaturesOfDevices) {
  for (const CapabilityEnabler& row : kCapabilityEnablers) {
    if (row.kind != CapabilityEnabler::Kind::kFeature ||
        !absl::StrContains(row.structure, "Properties")) {
      continue;
    }
    EXPECT_TRUE(absl::c_any_of(
        kDeviceFeatureNames,
        [&](const DeviceFeatureName& f) { return f.name == row.name; }))
        << row.name;
  }
}

// Alternatives by the value of the capability, because aliases share it.
using Table = std::map<uint32_t, std::set<std::string>>;

std::string TextOf(const CapabilityEnabler& row) {
  if (row.kind == CapabilityEnabler::Kind::kVersion) {
    return absl::StrCat("VK_VERSION_", row.number / 10, "_", row.number % 10);
  }
  return row.kind == CapabilityEnabler::Kind::kFeature
             ? absl::StrCat(kStructurePrefix, row.structure, "::", row.name)
             : std::string(row.name);
}

std::string TextOf(const nlohmann::json& row) {
  for (const char* key : {"version", "extension"}) {
    if (row.contains(key)) return row[key];
  }
  const bool is_feature = row.contains("feature");
  const std::string member = row[is_feature ? "feature" : "member"];
  if (member == "subgroupSupportedOperations") return row["value"];
  const std::string structure = row[is_feature ? "struct" : "property"];
  return absl::StrCat(structure, "::", member);
}

TEST(CapabilityEnablersTest, RowsMatchVulkansTable) {
  const std::string folder =
      SharedFolder("reference/vulkan", "testdata/disputed.md");
  std::ifstream in(std::filesystem::path(folder) / "capabilities.json");
  if (folder.empty() || !in) {
    GTEST_SKIP() << "there is no table to compare with";
  }
  Table expected;
  const auto file = nlohmann::json::parse(in);
  for (const auto& [name, rows] : file["capabilities"].items()) {
    const grammar::EnumerantInfo* const known =
        grammar::EnumerantByName(grammar::Kind::kCapability, name);
    if (known == nullptr) continue;
    for (const auto& row : rows) expected[known->value].insert(TextOf(row));
  }
  std::erase_if(expected, [](const auto& entry) {
    return entry.second.contains("VK_VERSION_1_0");
  });
  ASSERT_GT(expected.size(), 100u);
  Table table;
  for (const CapabilityEnabler& row : kCapabilityEnablers) {
    table[static_cast<uint32_t>(row.capability)].insert(TextOf(row));
  }
  EXPECT_EQ(table, expected);
}

}  // namespace
}  // namespace plumb
