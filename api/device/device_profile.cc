#include "api/device/device_profile.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "api/json/json_document.h"
#include "nlohmann/json.hpp"
#include "parse/printable_text.h"

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
// VkSubgroupFeatureFlagBits, likewise.
constexpr NamedValue kOperations[] = {
    {"VK_SUBGROUP_FEATURE_BASIC_BIT", 0x1},
    {"VK_SUBGROUP_FEATURE_VOTE_BIT", 0x2},
    {"VK_SUBGROUP_FEATURE_ARITHMETIC_BIT", 0x4},
    {"VK_SUBGROUP_FEATURE_BALLOT_BIT", 0x8},
    {"VK_SUBGROUP_FEATURE_SHUFFLE_BIT", 0x10},
    {"VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT", 0x20},
    {"VK_SUBGROUP_FEATURE_CLUSTERED_BIT", 0x40},
    {"VK_SUBGROUP_FEATURE_QUAD_BIT", 0x80},
    {"VK_SUBGROUP_FEATURE_PARTITIONED_BIT", 0x100},
};
constexpr NamedValue kIndependences[] = {
    {"VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY", 0},
    {"VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL", 1},
    {"VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE", 2},
};

// Keys and names can be as long as the file; a message is for reading.
constexpr size_t kMaxQuotedSize = 200;
std::string Cut(absl::string_view text) {
  return CutText(text, kMaxQuotedSize);
}

template <typename... Parts>
absl::Status Invalid(const std::string& path, const Parts&... parts) {
  return absl::InvalidArgumentError(
      absl::StrCat(path.empty() ? "the file" : Cut(path), " ", parts...));
}

std::string KindOf(const json& value) {
  return absl::StrCat(value.is_array() || value.is_object() ? "an " : "a ",
                      value.is_null() ? "null value" : value.type_name());
}

absl::Status ExpectObject(const json& value, const std::string& path) {
  if (value.is_object()) return absl::OkStatus();
  return Invalid(path, "must be an object, not ", KindOf(value));
}

// A member that must be an object if present; null if absent.
absl::StatusOr<const json*> FindObject(const json& parent, const char* key,
                                       const std::string& path) {
  const auto found = parent.find(key);
  if (found == parent.end()) return nullptr;
  absl::Status status = ExpectObject(*found, absl::StrCat(path, "/", key));
  if (!status.ok()) return status;
  return &*found;
}

// "VK_SHADER_STAGE_MESH_BIT_EXT" is VK_SHADER_STAGE_MESH_BIT.
bool IsNamed(absl::string_view text, absl::string_view name) {
  if (!absl::ConsumePrefix(&text, name)) return false;
  return text.empty() ||
         (absl::EndsWith(name, "_BIT") && absl::StartsWith(text, "_"));
}

// --- Numbers ---

absl::StatusOr<bool> BooleanOf(const json& value, const std::string& path) {
  if (value.is_boolean()) return value.get<bool>();
  return Invalid(path, "must be true or false, not ", KindOf(value));
}

absl::StatusOr<int64_t> NumberOf(const json& value, const std::string& path) {
  if (!value.is_number_integer()) {
    return Invalid(path, "must be an integer, not ", KindOf(value));
  }
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  if (value.is_number_unsigned() && value.get<uint64_t>() > kMax) {
    return kMax;
  }
  return value.get<int64_t>();
}

// A number, or an array of names of bits, each of which is `what`.
absl::StatusOr<int64_t> BitsOf(absl::Span<const NamedValue> names,
                               absl::string_view what, const json& value,
                               const std::string& path) {
  if (value.is_number_integer()) return NumberOf(value, path);
  if (!value.is_array()) {
    return Invalid(path, "must be an array of ", what, "s, not ",
                   KindOf(value));
  }
  int64_t bits = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_string()) {
      return Invalid(absl::StrCat(path, "/", i), "must be the name of a ", what,
                     ", not ", KindOf(value[i]));
    }
    // Other names, such as stages without SPIR-V shaders, do not affect any
    // rule.
    for (const NamedValue& bit : names) {
      if (IsNamed(value[i].get_ref<const std::string&>(), bit.name)) {
        bits |= bit.value;
      }
    }
  }
  return bits;
}

template <size_t N>
absl::StatusOr<int64_t> ParseNamed(const NamedValue (&names)[N],
                                   const json& value, const std::string& path) {
  if (value.is_number_integer()) return NumberOf(value, path);
  if (value.is_string()) {
    absl::string_view text = value.get_ref<const std::string&>();
    absl::ConsumeSuffix(&text, "_KHR");
    for (const NamedValue& row : names) {
      if (row.name == text) return row.value;
    }
  }
  return Invalid(path, "must be ", names[0].name, " or another of its kind");
}

// An array of numbers, or an object whose members are extents.
absl::StatusOr<std::vector<int64_t>> ParseNumbers(size_t count,
                                                  const json& value,
                                                  const std::string& path) {
  const bool is_array = value.is_array() && value.size() == count;
  std::vector<int64_t> numbers;
  for (size_t i = 0; i < count; ++i) {
    const std::string member(kExtentMembers[i]);
    if (!is_array && (!value.is_object() || !value.contains(member))) {
      return Invalid(path, "must be an array of ", count,
                     " numbers, or an object with as many extents");
    }
    const absl::StatusOr<int64_t> number =
        is_array ? NumberOf(value[i], absl::StrCat(path, "/", i))
                 : NumberOf(value[member], absl::StrCat(path, "/", member));
    if (!number.ok()) return number.status();
    numbers.push_back(*number);
  }
  return numbers;
}

absl::StatusOr<int64_t> ParseNumber(LimitKind kind, const json& value,
                                    const std::string& path) {
  switch (kind) {
    case LimitKind::kStages:
      return BitsOf(kStages, "stage", value, path);
    case LimitKind::kOperations:
      return BitsOf(kOperations, "subgroup feature", value, path);
    case LimitKind::kIndependence:
      return ParseNamed(kIndependences, value, path);
    default:
      return NumberOf(value, path);
  }
}

absl::StatusOr<std::vector<int64_t>> NumbersOf(const DeviceLimitName& limit,
                                               const json& value,
                                               const std::string& path) {
  if (limit.count > 1) return ParseNumbers(limit.count, value, path);
  const absl::StatusOr<int64_t> number = ParseNumber(limit.kind, value, path);
  if (!number.ok()) return number.status();
  return std::vector<int64_t>{*number};
}

// --- The file ---

class ProfileReader {
 public:
  ProfileReader(const json& file, absl::string_view name)
      : file_(file), name_(name) {}

  absl::StatusOr<Device> Read() {
    absl::Status status = ReadFile();
    if (!status.ok()) return status;
    return device_;
  }

 private:
  absl::Status ReadFile() {
    absl::Status status = ExpectObject(file_, "");
    if (!status.ok()) return status;
    const auto capabilities = FindObject(file_, "capabilities", "");
    if (!capabilities.ok()) return capabilities.status();
    if (*capabilities == nullptr) return Invalid("", "has no \"capabilities\"");
    capabilities_ = *capabilities;
    const auto profiles = FindObject(file_, "profiles", "");
    if (!profiles.ok()) return profiles.status();
    return *profiles == nullptr ? ReadAll() : ReadOneOf(**profiles);
  }

  absl::Status ReadAll() {
    if (!name_.empty()) {
      return Invalid("", "has no profiles, so none is ", Cut(name_));
    }
    for (const auto& [name, value] : capabilities_->items()) {
      absl::Status status = ReadCapability(name, value);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status ReadOneOf(const json& profiles) {
    const absl::StatusOr<std::string> name = Choose(profiles);
    if (!name.ok()) return name.status();
    return ReadProfile(profiles[*name], absl::StrCat("/profiles/", *name));
  }

  absl::StatusOr<std::string> Choose(const json& profiles) const {
    std::string names;
    for (const auto& [name, value] : profiles.items()) {
      if (name == name_) return name;
      absl::StrAppend(&names, names.empty() ? "" : ", ", name);
    }
    if (!name_.empty()) {
      return Invalid(
          "/profiles", "has no ", Cut(name_),
          names.empty() ? "" : absl::StrCat("; there are ", Cut(names)));
    }
    if (profiles.size() == 1) return profiles.begin().key();
    if (profiles.empty()) return Invalid("/profiles", "has no profile");
    return Invalid(
        "/profiles",
        "has several profiles, so FILE:NAME must select one: ", Cut(names));
  }

  absl::Status ReadProfile(const json& profile, const std::string& path) {
    absl::Status status = ExpectObject(profile, path);
    if (!status.ok()) return status;
    if (const auto version = profile.find("api-version");
        version != profile.end()) {
      status = ReadVersion(*version, absl::StrCat(path, "/api-version"));
      if (!status.ok()) return status;
    }
    const auto listed = profile.find("capabilities");
    if (listed == profile.end()) {
      return Invalid(path, "lists no \"capabilities\"");
    }
    const std::string list_path = absl::StrCat(path, "/capabilities");
    if (!listed->is_array()) {
      return Invalid(list_path, "must be an array, not ", KindOf(*listed));
    }
    return ReadList(*listed, list_path);
  }

  // Names, or lists of alternative names.
  absl::Status ReadList(const json& list, const std::string& path) {
    for (size_t i = 0; i < list.size(); ++i) {
      const std::string item_path = absl::StrCat(path, "/", i);
      absl::Status status = list[i].is_array() ? ReadNames(list[i], item_path)
                                               : ReadNamed(list[i], item_path);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status ReadNames(const json& names, const std::string& path) {
    for (size_t i = 0; i < names.size(); ++i) {
      absl::Status status = ReadNamed(names[i], absl::StrCat(path, "/", i));
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status ReadNamed(const json& name, const std::string& path) {
    if (!name.is_string()) {
      return Invalid(path, "must be the name of a capability, not ",
                     KindOf(name));
    }
    const auto& text = name.get_ref<const std::string&>();
    const auto found = capabilities_->find(text);
    if (found == capabilities_->end()) {
      return Invalid(path, "names '", Cut(text),
                     "', which is not in /capabilities");
    }
    return ReadCapability(text, *found);
  }

  absl::Status ReadVersion(const json& version, const std::string& path) {
    uint32_t major = 0;
    uint32_t minor = 0;
    std::vector<std::string> parts;
    if (version.is_string()) {
      parts = absl::StrSplit(version.get_ref<const std::string&>(), '.');
    }
    if (parts.size() < 2 || !absl::SimpleAtoi(parts[0], &major) ||
        !absl::SimpleAtoi(parts[1], &minor) || major > 9 || minor > 9) {
      return Invalid(path, "must be a version like \"1.3.204\"");
    }
    device_.set_api_version(10 * major + minor);
    return absl::OkStatus();
  }

  absl::Status ReadCapability(const std::string& name, const json& value) {
    const std::string path = absl::StrCat("/capabilities/", name);
    absl::Status status = ExpectObject(value, path);
    if (!status.ok()) return status;
    const auto extensions = FindObject(value, "extensions", path);
    if (!extensions.ok()) return extensions.status();
    if (*extensions != nullptr) {
      for (const auto& [extension, version] : (*extensions)->items()) {
        ReadExtension(extension);
      }
    }
    status = ReadStructures(value, "features", path);
    if (!status.ok()) return status;
    return ReadStructures(value, "properties", path);
  }

  void ReadExtension(const std::string& name) {
    for (size_t i = 0; i < kDeviceExtensionCount; ++i) {
      if (kDeviceExtensionNames[i] == name) device_.EnableExtension(i);
    }
    for (size_t i = 0; i < kCapabilityEnablerCount; ++i) {
      const CapabilityEnabler& row = kCapabilityEnablers[i];
      if (row.kind == CapabilityEnabler::Kind::kExtension && row.name == name) {
        device_.AddEnabler(i);
      }
    }
  }

  absl::Status ReadStructures(const json& capability, const char* part,
                              const std::string& path) {
    const auto structures = FindObject(capability, part, path);
    if (!structures.ok()) return structures.status();
    if (*structures == nullptr) return absl::OkStatus();
    const bool are_features = absl::string_view(part) == "features";
    for (const auto& [structure, members] : (*structures)->items()) {
      absl::Status status =
          ReadMembers(structure, members, are_features,
                      absl::StrCat(path, "/", part, "/", structure));
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status ReadMembers(const std::string& structure, const json& members,
                           bool are_features, const std::string& path) {
    absl::Status status = ExpectObject(members, path);
    if (!status.ok()) return status;
    for (const auto& [name, value] : members.items()) {
      const std::string at = absl::StrCat(path, "/", name);
      status = are_features ? ReadFeature(structure, name, value, at)
                            : ReadProperty(structure, name, value, at);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  // Unused features must be Booleans, too.
  absl::Status ReadFeature(const std::string& structure,
                           const std::string& name, const json& value,
                           const std::string& path) {
    const absl::StatusOr<bool> has = BooleanOf(value, path);
    if (!has.ok()) return has.status();
    if (!*has) return absl::OkStatus();
    for (size_t i = 0; i < kDeviceFeatureCount; ++i) {
      if (kDeviceFeatureNames[i].name == name) device_.EnableFeature(i);
    }
    AddEnablers(structure, name);
    return absl::OkStatus();
  }

  static bool IsMemberOf(absl::string_view structure,
                         const CapabilityEnabler& row) {
    return absl::ConsumePrefix(&structure, kStructurePrefix) &&
           structure == row.structure;
  }

  // If several extensions have a feature of this name, the structure selects
  // one; if the structure has none, all are set.
  void AddEnablers(absl::string_view structure, absl::string_view name) {
    const auto has_name = [name](const CapabilityEnabler& row) {
      return row.kind == CapabilityEnabler::Kind::kFeature && row.name == name;
    };
    const bool any_is_member =
        absl::c_any_of(kCapabilityEnablers, [&](const CapabilityEnabler& row) {
          return has_name(row) && IsMemberOf(structure, row);
        });
    for (size_t i = 0; i < kCapabilityEnablerCount; ++i) {
      const CapabilityEnabler& row = kCapabilityEnablers[i];
      if (has_name(row) && (!any_is_member || IsMemberOf(structure, row))) {
        device_.AddEnabler(i);
      }
    }
  }

  absl::Status ReadProperty(const std::string& structure,
                            const std::string& name, const json& value,
                            const std::string& path) {
    if (IsRequested(name) || !value.is_object()) {
      return ReadValue(structure, name, value, path);
    }
    // A structure in it, as the limits in VkPhysicalDeviceProperties.
    for (const auto& [inner, inner_value] : value.items()) {
      absl::Status status = ReadValue(structure, inner, inner_value,
                                      absl::StrCat(path, "/", inner));
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  static bool IsFeature(const std::string& name) {
    return absl::c_any_of(
        kDeviceFeatureNames,
        [&](const DeviceFeatureName& row) { return row.name == name; });
  }
  // Whether some rule uses this name.
  static bool IsRequested(const std::string& name) {
    return IsFeature(name) ||
           absl::c_any_of(kDeviceLimitNames, [&](const DeviceLimitName& row) {
             return row.name == name;
           });
  }

  // A property that is a Boolean, or a limit.
  absl::Status ReadValue(const std::string& structure, const std::string& name,
                         const json& value, const std::string& path) {
    return IsFeature(name) ? ReadFeature(structure, name, value, path)
                           : ReadLimit(structure, name, value, path);
  }

  absl::Status ReadLimit(const std::string& structure, const std::string& name,
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
    if (same == 0 ||
        (same > 1 && kDeviceLimitNames[row].structure != structure)) {
      return absl::OkStatus();
    }
    const absl::StatusOr<std::vector<int64_t>> numbers =
        NumbersOf(kDeviceLimitNames[row], value, path);
    if (!numbers.ok()) return numbers.status();
    device_.SetLimit(row, *numbers);
    return absl::OkStatus();
  }

  const json& file_;
  const absl::string_view name_;
  const json* capabilities_ = nullptr;
  Device device_;
};

// --- The template ---

using nlohmann::ordered_json;

ordered_json NamesOf(absl::Span<const NamedValue> bits) {
  ordered_json names = ordered_json::array();
  for (const NamedValue& bit : bits) {
    if (absl::StartsWith(bit.name, "VK_SHADER_STAGE_ALL")) continue;
    names.push_back(std::string(bit.name));
  }
  return names;
}

ordered_json ValueOf(const DeviceLimitName& limit) {
  switch (limit.kind) {
    case LimitKind::kStages:
      return NamesOf(kStages);
    case LimitKind::kOperations:
      return NamesOf(kOperations);
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
  const absl::StatusOr<json> file = ParseJson(text);
  if (!file.ok()) return Invalid("", file.status().message());
  return ProfileReader(*file, name).Read();
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
    // The features of this structure state what a device lacks.
    if (name == "VK_KHR_portability_subset") continue;
    extensions[std::string(name)] = 1;
  }
  for (const CapabilityEnabler& row : kCapabilityEnablers) {
    const std::string name(row.name);
    if (row.kind == CapabilityEnabler::Kind::kExtension) extensions[name] = 1;
    if (row.kind != CapabilityEnabler::Kind::kFeature) continue;
    const std::string structure = absl::StrCat(kStructurePrefix, row.structure);
    ordered_json& part =
        absl::StrContains(structure, "Properties") ? properties : features;
    part[structure][name] = true;
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
      {"description", "Every feature and limit that the rules check"},
      {"capabilities", {"all"}},
  };
  return file.dump(2) + "\n";
}

}  // namespace plumb
