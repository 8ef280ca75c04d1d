#include "api/device/device_profile.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"

namespace plumb {
namespace {

using nlohmann::json;

constexpr absl::string_view kExtentMembers[] = {"width", "height", "depth"};

struct NamedValue {
  absl::string_view name;
  int64_t value;
};
// VkShaderStageFlagBits, without the suffixes of vendors.
constexpr NamedValue kStages[] = {
    {"VK_SHADER_STAGE_VERTEX_BIT", 0x1},
    {"VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT", 0x2},
    {"VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT", 0x4},
    {"VK_SHADER_STAGE_GEOMETRY_BIT", 0x8},
    {"VK_SHADER_STAGE_FRAGMENT_BIT", 0x10},
    {"VK_SHADER_STAGE_COMPUTE_BIT", 0x20},
    {"VK_SHADER_STAGE_ALL_GRAPHICS", 0x1f},
    {"VK_SHADER_STAGE_ALL", 0x7fffffff},
    {"VK_SHADER_STAGE_TASK_BIT", 0x40},
    {"VK_SHADER_STAGE_MESH_BIT", 0x80},
    {"VK_SHADER_STAGE_RAYGEN_BIT", 0x100},
    {"VK_SHADER_STAGE_ANY_HIT_BIT", 0x200},
    {"VK_SHADER_STAGE_CLOSEST_HIT_BIT", 0x400},
    {"VK_SHADER_STAGE_MISS_BIT", 0x800},
    {"VK_SHADER_STAGE_INTERSECTION_BIT", 0x1000},
    {"VK_SHADER_STAGE_CALLABLE_BIT", 0x2000},
};
constexpr NamedValue kIndependences[] = {
    {"VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY", 0},
    {"VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL", 1},
    {"VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE", 2},
};

// What is wrong with the file, found at a value of it.
struct Wrong {
  std::string message;
};

template <typename... Parts>
[[noreturn]] void Fail(const std::string& path, const Parts&... parts) {
  throw Wrong{absl::StrCat(path.empty() ? "the file" : path, " ", parts...)};
}

std::string KindOf(const json& value) {
  return absl::StrCat(value.is_array() || value.is_object() ? "an " : "a ",
                      value.is_null() ? "null value" : value.type_name());
}

const json& ObjectAt(const json& value, const std::string& path) {
  if (!value.is_object()) {
    Fail(path, "must be an object, not ", KindOf(value));
  }
  return value;
}

// A member that must be an object if it is there; null if it is not.
const json* FindObject(const json& parent, const char* key,
                       const std::string& path) {
  const auto found = parent.find(key);
  if (found == parent.end()) return nullptr;
  return &ObjectAt(*found, absl::StrCat(path, "/", key));
}

// "VK_SHADER_STAGE_MESH_BIT_EXT" is VK_SHADER_STAGE_MESH_BIT.
bool IsNamed(absl::string_view text, absl::string_view name) {
  if (!absl::ConsumePrefix(&text, name)) return false;
  return text.empty() ||
         (absl::EndsWith(name, "_BIT") && absl::StartsWith(text, "_"));
}

class ProfileReader {
 public:
  ProfileReader(const json& file, absl::string_view name)
      : file_(file), name_(name) {}

  Device Read() {
    ObjectAt(file_, "");
    const json* const capabilities = FindObject(file_, "capabilities", "");
    if (capabilities == nullptr) Fail("", "has no \"capabilities\"");
    capabilities_ = capabilities;
    const json* const profiles = FindObject(file_, "profiles", "");
    if (profiles == nullptr) {
      if (!name_.empty()) Fail("", "has no profiles, so none is ", name_);
      for (const auto& [name, value] : capabilities->items()) {
        ReadCapability(name, value);
      }
    } else {
      const std::string name = Choose(*profiles);
      const std::string path = absl::StrCat("/profiles/", name);
      ReadProfile(ObjectAt((*profiles)[name], path), path);
    }
    return device_;
  }

 private:
  std::string Choose(const json& profiles) const {
    std::string names;
    for (const auto& [name, value] : profiles.items()) {
      if (name == name_) return name;
      absl::StrAppend(&names, names.empty() ? "" : ", ", name);
    }
    if (!name_.empty()) {
      Fail("/profiles", "has no ", name_,
           names.empty() ? "" : absl::StrCat("; there are ", names));
    }
    if (profiles.size() == 1) return profiles.begin().key();
    if (profiles.empty()) Fail("/profiles", "has no profile");
    Fail("/profiles",
         "has several profiles, and FILE:NAME says which: ", names);
  }

  void ReadProfile(const json& profile, const std::string& path) {
    if (const auto version = profile.find("api-version");
        version != profile.end()) {
      ReadVersion(*version, absl::StrCat(path, "/api-version"));
    }
    const auto listed = profile.find("capabilities");
    if (listed == profile.end()) Fail(path, "lists no \"capabilities\"");
    const std::string list_path = absl::StrCat(path, "/capabilities");
    ReadList(*listed, list_path);
  }

  // Names, or lists of names that stand for each other.
  void ReadList(const json& list, const std::string& path) {
    if (!list.is_array()) Fail(path, "must be an array, not ", KindOf(list));
    for (size_t i = 0; i < list.size(); ++i) {
      const std::string item_path = absl::StrCat(path, "/", i);
      if (list[i].is_array()) {
        for (size_t j = 0; j < list[i].size(); ++j) {
          ReadNamed(list[i][j], absl::StrCat(item_path, "/", j));
        }
      } else {
        ReadNamed(list[i], item_path);
      }
    }
  }

  void ReadNamed(const json& name, const std::string& path) {
    if (!name.is_string()) {
      Fail(path, "must be the name of a capability, not ", KindOf(name));
    }
    const auto& text = name.get_ref<const std::string&>();
    const auto found = capabilities_->find(text);
    if (found == capabilities_->end()) {
      Fail(path, "names '", text, "', which is not in /capabilities");
    }
    ReadCapability(text, *found);
  }

  void ReadVersion(const json& version, const std::string& path) {
    uint32_t major = 0;
    uint32_t minor = 0;
    std::vector<std::string> parts;
    if (version.is_string()) {
      parts = absl::StrSplit(version.get_ref<const std::string&>(), '.');
    }
    if (parts.size() < 2 || !absl::SimpleAtoi(parts[0], &major) ||
        !absl::SimpleAtoi(parts[1], &minor) || major > 9 || minor > 9) {
      Fail(path, "must be a version like \"1.3.204\"");
    }
    device_.set_api_version(10 * major + minor);
  }

  void ReadCapability(const std::string& name, const json& value) {
    const std::string path = absl::StrCat("/capabilities/", name);
    ObjectAt(value, path);
    if (const json* extensions = FindObject(value, "extensions", path)) {
      for (const auto& [extension, version] : extensions->items()) {
        ReadExtension(extension);
      }
    }
    for (const char* part : {"features", "properties"}) {
      const json* const structures = FindObject(value, part, path);
      if (structures == nullptr) continue;
      const bool are_features = absl::string_view(part) == "features";
      for (const auto& [structure, members] : structures->items()) {
        const std::string at = absl::StrCat(path, "/", part, "/", structure);
        ReadMembers(structure, ObjectAt(members, at), are_features, at);
      }
    }
  }

  void ReadExtension(const std::string& name) {
    for (size_t i = 0; i < kDeviceExtensionCount; ++i) {
      if (kDeviceExtensionNames[i] == name) device_.EnableExtension(i);
    }
  }

  void ReadMembers(const std::string& structure, const json& members,
                   bool are_features, const std::string& path) {
    for (const auto& [name, value] : members.items()) {
      const std::string at = absl::StrCat(path, "/", name);
      if (are_features && !value.is_boolean()) {
        Fail(at, "must be true or false, not ", KindOf(value));
      }
      if (ReadFeature(name, value, at) || are_features) continue;
      if (ReadLimit(structure, name, value, at)) continue;
      if (!value.is_object()) continue;
      // A structure in it, as the limits in VkPhysicalDeviceProperties.
      for (const auto& [inner, inner_value] : value.items()) {
        const std::string inner_at = absl::StrCat(at, "/", inner);
        if (!ReadFeature(inner, inner_value, inner_at)) {
          ReadLimit(structure, inner, inner_value, inner_at);
        }
      }
    }
  }

  // False if no rule asks for it.
  bool ReadFeature(const std::string& name, const json& value,
                   const std::string& path) {
    for (size_t i = 0; i < kDeviceFeatureCount; ++i) {
      if (kDeviceFeatureNames[i].name != name) continue;
      if (!value.is_boolean()) {
        Fail(path, "must be true or false, not ", KindOf(value));
      }
      if (value.get<bool>()) device_.EnableFeature(i);
      return true;
    }
    return false;
  }

  bool ReadLimit(const std::string& structure, const std::string& name,
                 const json& value, const std::string& path) {
    size_t row = kDeviceLimitCount;
    size_t same = 0;
    for (size_t i = 0; i < kDeviceLimitCount; ++i) {
      if (kDeviceLimitNames[i].name != name) continue;
      ++same;
      if (row == kDeviceLimitCount ||
          kDeviceLimitNames[i].structure == structure) {
        row = i;
      }
    }
    if (same == 0) return false;
    if (same > 1 && kDeviceLimitNames[row].structure != structure) return true;
    device_.SetLimit(row, NumbersOf(kDeviceLimitNames[row], value, path));
    return true;
  }

  static std::vector<int64_t> NumbersOf(const DeviceLimitName& limit,
                                        const json& value,
                                        const std::string& path) {
    switch (limit.kind) {
      case LimitKind::kStages:
        return {StagesOf(value, path)};
      case LimitKind::kIndependence:
        return {Named(kIndependences, value, path)};
      default:
        break;
    }
    if (limit.count == 1) return {NumberOf(value, path)};
    std::vector<int64_t> numbers;
    for (size_t i = 0; i < limit.count; ++i) {
      if (value.is_array() && value.size() == limit.count) {
        numbers.push_back(NumberOf(value[i], absl::StrCat(path, "/", i)));
        continue;
      }
      const std::string member(kExtentMembers[i]);
      if (!value.is_object() || !value.contains(member)) {
        Fail(path, "must be an array of ", limit.count,
             " numbers, or an object with as many extents");
      }
      numbers.push_back(
          NumberOf(value[member], absl::StrCat(path, "/", member)));
    }
    return numbers;
  }

  static int64_t NumberOf(const json& value, const std::string& path) {
    if (!value.is_number_integer()) {
      Fail(path, "must be an integer, not ", KindOf(value));
    }
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
    if (value.is_number_unsigned() && value.get<uint64_t>() > kMost) {
      return kMost;
    }
    return value.get<int64_t>();
  }

  // A number, or names of the bits.
  static int64_t StagesOf(const json& value, const std::string& path) {
    if (value.is_number_integer()) return NumberOf(value, path);
    if (!value.is_array()) {
      Fail(path, "must be an array of stages, not ", KindOf(value));
    }
    int64_t stages = 0;
    for (size_t i = 0; i < value.size(); ++i) {
      const std::string at = absl::StrCat(path, "/", i);
      if (!value[i].is_string()) {
        Fail(at, "must be the name of a stage, not ", KindOf(value[i]));
      }
      // Stages that are no shaders of SPIR-V matter to no rule.
      for (const NamedValue& stage : kStages) {
        if (IsNamed(value[i].get_ref<const std::string&>(), stage.name)) {
          stages |= stage.value;
        }
      }
    }
    return stages;
  }

  template <size_t N>
  static int64_t Named(const NamedValue (&names)[N], const json& value,
                       const std::string& path) {
    if (value.is_number_integer()) return NumberOf(value, path);
    if (value.is_string()) {
      absl::string_view text = value.get_ref<const std::string&>();
      absl::ConsumeSuffix(&text, "_KHR");
      for (const NamedValue& row : names) {
        if (row.name == text) return row.value;
      }
    }
    Fail(path, "must be ", names[0].name, " or another of its kind");
  }

  const json& file_;
  const absl::string_view name_;
  const json* capabilities_ = nullptr;
  Device device_;
};

// --- The template ---

using nlohmann::ordered_json;

ordered_json ValueOf(const DeviceLimitName& limit) {
  ordered_json names = ordered_json::array();
  switch (limit.kind) {
    case LimitKind::kStages:
      for (const NamedValue& stage : kStages) {
        if (absl::StartsWith(stage.name, "VK_SHADER_STAGE_ALL")) continue;
        names.push_back(std::string(stage.name));
      }
      return names;
    case LimitKind::kIndependence:
      return "VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL";
    default:
      break;
  }
  if (limit.count == 1) return limit.generous[0];
  ordered_json numbers;
  for (size_t i = 0; i < limit.count; ++i) {
    if (limit.count == 2) {
      numbers[std::string(kExtentMembers[i])] = limit.generous[i];
    } else {
      numbers.push_back(limit.generous[i]);
    }
  }
  return numbers;
}

ordered_json& StructureOf(ordered_json& properties, absl::string_view name) {
  if (name == "VkPhysicalDeviceLimits") {
    return properties["VkPhysicalDeviceProperties"]["limits"];
  }
  return properties[std::string(name)];
}

}  // namespace

absl::StatusOr<Device> ReadDeviceProfile(absl::string_view text,
                                         absl::string_view name) {
  try {
    const json file = json::parse(text.begin(), text.end());
    return ProfileReader(file, name).Read();
  } catch (const json::parse_error& error) {
    // Behind the number of the error stand the line and the column.
    const absl::string_view what = error.what();
    const size_t begin = what.find("] ");
    return absl::InvalidArgumentError(absl::StrCat(
        "the file is not JSON: ",
        begin == absl::string_view::npos ? what : what.substr(begin + 2)));
  } catch (const Wrong& wrong) {
    return absl::InvalidArgumentError(wrong.message);
  }
}

std::string DeviceProfileTemplate() {
  ordered_json features;
  ordered_json properties;
  for (const DeviceFeatureName& row : kDeviceFeatureNames) {
    const bool is_property = absl::StrContains(row.structure, "Properties");
    (is_property
         ? StructureOf(properties, row.structure)
         : features[std::string(row.structure)])[std::string(row.name)] = true;
  }
  for (const DeviceLimitName& row : kDeviceLimitNames) {
    StructureOf(properties, row.structure)[std::string(row.name)] =
        ValueOf(row);
  }
  ordered_json extensions;
  for (const absl::string_view name : kDeviceExtensionNames) {
    // What this one says is what a device lacks.
    if (name == "VK_KHR_portability_subset") continue;
    extensions[std::string(name)] = 1;
  }
  ordered_json file;
  file["$schema"] =
      "https://schema.khronos.org/vulkan/profiles-0.8.1-204.json#";
  ordered_json& all = file["capabilities"]["all"];
  all["extensions"] = std::move(extensions);
  all["features"] = std::move(features);
  all["properties"] = std::move(properties);
  file["profiles"]["VP_PLUMB_template"] = {
      {"version", 1},
      {"api-version", "1.4.304"},
      {"label", "Template"},
      {"description", "Every feature and limit that the rules ask for"},
      {"capabilities", {"all"}},
  };
  return file.dump(2) + "\n";
}

}  // namespace plumb
