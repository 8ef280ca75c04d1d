#include "core/target_env.h"

#include <algorithm>

#include "absl/strings/str_join.h"

namespace plumb {
namespace {

constexpr TargetEnvInfo kEnvs[] = {
    {"spv1.0", "SPIR-V 1.0", Api::kNone, 0, 0, false},
    {"spv1.1", "SPIR-V 1.1", Api::kNone, 1, 0, false},
    {"spv1.2", "SPIR-V 1.2", Api::kNone, 2, 0, false},
    {"spv1.3", "SPIR-V 1.3", Api::kNone, 3, 0, false},
    {"spv1.4", "SPIR-V 1.4", Api::kNone, 4, 0, false},
    {"spv1.5", "SPIR-V 1.5", Api::kNone, 5, 0, false},
    {"spv1.6", "SPIR-V 1.6", Api::kNone, 6, 0, false},
    {"vulkan1.0", "Vulkan 1.0", Api::kVulkan, 0, 10, false},
    {"vulkan1.1", "Vulkan 1.1", Api::kVulkan, 3, 11, false},
    {"vulkan1.1spv1.4", "Vulkan 1.1 with SPIR-V 1.4", Api::kVulkan, 4, 11,
     false},
    {"vulkan1.2", "Vulkan 1.2", Api::kVulkan, 5, 12, false},
    {"vulkan1.3", "Vulkan 1.3", Api::kVulkan, 6, 13, false},
    {"vulkan1.4", "Vulkan 1.4", Api::kVulkan, 6, 14, false},
    {"opencl1.2", "OpenCL 1.2", Api::kOpenCl, 0, 12, false},
    {"opencl1.2embedded", "OpenCL 1.2 embedded profile", Api::kOpenCl, 0, 12,
     true},
    {"opencl2.0", "OpenCL 2.0", Api::kOpenCl, 0, 20, false},
    {"opencl2.0embedded", "OpenCL 2.0 embedded profile", Api::kOpenCl, 0, 20,
     true},
    {"opencl2.1", "OpenCL 2.1", Api::kOpenCl, 0, 21, false},
    {"opencl2.1embedded", "OpenCL 2.1 embedded profile", Api::kOpenCl, 0, 21,
     true},
    {"opencl2.2", "OpenCL 2.2", Api::kOpenCl, 2, 22, false},
    {"opencl2.2embedded", "OpenCL 2.2 embedded profile", Api::kOpenCl, 2, 22,
     true},
    {"opencl3.0", "OpenCL 3.0", Api::kOpenCl, 6, 30, false},
    {"opencl3.0embedded", "OpenCL 3.0 embedded profile", Api::kOpenCl, 6, 30,
     true},
    {"opengl4.0", "OpenGL 4.0", Api::kOpenGl, 0, 40, false},
    {"opengl4.1", "OpenGL 4.1", Api::kOpenGl, 0, 41, false},
    {"opengl4.2", "OpenGL 4.2", Api::kOpenGl, 0, 42, false},
    {"opengl4.3", "OpenGL 4.3", Api::kOpenGl, 0, 43, false},
    {"opengl4.5", "OpenGL 4.5", Api::kOpenGl, 0, 45, false},
    {"opengl4.6", "OpenGL 4.6", Api::kOpenGl, 0, 46, false},
};
static_assert(std::size(kEnvs) == kTargetEnvCount);

}  // namespace

const TargetEnvInfo& Info(TargetEnv env) {
  return kEnvs[static_cast<int>(env)];
}

std::optional<TargetEnv> ParseTargetEnv(absl::string_view name) {
  // "opencl2.2-embedded" is another spelling of "opencl2.2embedded".
  std::string plain(name);
  plain.erase(std::remove(plain.begin(), plain.end(), '-'), plain.end());
  for (int i = 0; i < kTargetEnvCount; ++i) {
    if (kEnvs[i].name == plain) return static_cast<TargetEnv>(i);
  }
  return std::nullopt;
}

std::string TargetEnvNames(absl::string_view separator) {
  return absl::StrJoin(kEnvs, separator,
                       [](std::string* out, const TargetEnvInfo& info) {
                         out->append(info.name.data(), info.name.size());
                       });
}

TargetEnv SpirvEnv(uint32_t minor) {
  return static_cast<TargetEnv>(std::min<uint32_t>(minor, 6));
}

TargetEnv VulkanEnv(uint32_t version) {
  TargetEnv newest = TargetEnv::kVulkan1_0;
  for (int i = 0; i < kTargetEnvCount; ++i) {
    if (kEnvs[i].api == Api::kVulkan && kEnvs[i].api_version <= version &&
        kEnvs[i].api_version > Info(newest).api_version) {
      newest = static_cast<TargetEnv>(i);
    }
  }
  return newest;
}

EnvSet EnvsOf(Api api) {
  EnvSet set = 0;
  for (int i = 0; i < kTargetEnvCount; ++i) {
    if (kEnvs[i].api == api) set |= EnvBit(static_cast<TargetEnv>(i));
  }
  return set;
}

}  // namespace plumb
