// Target environments: the version of SPIR-V and the client API that a module
// is written for.
//
// Tested by target_env_test.cc.
#ifndef PLUMB_CORE_TARGET_ENV_H_
#define PLUMB_CORE_TARGET_ENV_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb {

enum class Api : uint8_t { kNone, kVulkan, kOpenCl, kOpenGl };

enum class TargetEnv : uint8_t {
  kSpirv1_0,
  kSpirv1_1,
  kSpirv1_2,
  kSpirv1_3,
  kSpirv1_4,
  kSpirv1_5,
  kSpirv1_6,
  kVulkan1_0,
  kVulkan1_1,
  kVulkan1_1Spirv1_4,
  kVulkan1_2,
  kVulkan1_3,
  kVulkan1_4,
  kOpenCl1_2,
  kOpenCl1_2Embedded,
  kOpenCl2_0,
  kOpenCl2_0Embedded,
  kOpenCl2_1,
  kOpenCl2_1Embedded,
  kOpenCl2_2,
  kOpenCl2_2Embedded,
  kOpenCl3_0,
  kOpenCl3_0Embedded,
  kOpenGl4_0,
  kOpenGl4_1,
  kOpenGl4_2,
  kOpenGl4_3,
  kOpenGl4_5,
  kOpenGl4_6,
};
inline constexpr int kTargetEnvCount = 29;
inline constexpr TargetEnv kDefaultTargetEnv = TargetEnv::kSpirv1_6;

struct TargetEnvInfo {
  absl::string_view name;         // as --target-env takes it
  absl::string_view description;  // as a person says it
  Api api;
  uint8_t spirv_minor;  // the newest SPIR-V 1.x that it takes
  uint8_t api_version;  // 10 * major + minor; 0 without an API
  bool embedded;
};

const TargetEnvInfo& Info(TargetEnv env);

// The environment of this name, or nullopt.
std::optional<TargetEnv> ParseTargetEnv(absl::string_view name);

// All names, in the order of the enum, separated by `separator`.
std::string TargetEnvNames(absl::string_view separator);

// The environment spv1.<minor>; the newest one for a minor version beyond it.
TargetEnv SpirvEnv(uint32_t minor);

// The newest Vulkan environment of at most this version, 10 * major + minor; of
// those with one version, that for the oldest SPIR-V.
TargetEnv VulkanEnv(uint32_t version);

// A set of environments, for the scope of a rule.
using EnvSet = uint64_t;
static_assert(kTargetEnvCount <= 64);
constexpr EnvSet EnvBit(TargetEnv env) {
  return EnvSet{1} << static_cast<int>(env);
}
inline constexpr EnvSet kAnyEnv = ~EnvSet{0};
// All environments from `first` to `last`, both included.
constexpr EnvSet EnvsBetween(TargetEnv first, TargetEnv last) {
  return (EnvBit(last) << 1) - EnvBit(first);
}
inline constexpr EnvSet kVulkanEnvs =
    EnvsBetween(TargetEnv::kVulkan1_0, TargetEnv::kVulkan1_4);
// All environments of an API.
EnvSet EnvsOf(Api api);

}  // namespace plumb

#endif  // PLUMB_CORE_TARGET_ENV_H_
