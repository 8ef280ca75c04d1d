// See environment.h.
#include "api/spirv_tools/environment.h"

#include <cstddef>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace plumb::spirv_tools {
namespace {

struct EnvironmentRow {
  spv_target_env number;
  TargetEnv env;
  const char* description;
};

// By number.  SPV_ENV_WEBGPU_0 is a number without an environment.
constexpr EnvironmentRow kRows[] = {
    {SPV_ENV_UNIVERSAL_1_0, TargetEnv::kSpirv1_0, "SPIR-V 1.0"},
    {SPV_ENV_VULKAN_1_0, TargetEnv::kVulkan1_0,
     "SPIR-V 1.0 (under Vulkan 1.0 semantics)"},
    {SPV_ENV_UNIVERSAL_1_1, TargetEnv::kSpirv1_1, "SPIR-V 1.1"},
    {SPV_ENV_OPENCL_2_1, TargetEnv::kOpenCl2_1,
     "SPIR-V 1.0 (under OpenCL 2.1 Full Profile semantics)"},
    {SPV_ENV_OPENCL_2_2, TargetEnv::kOpenCl2_2,
     "SPIR-V 1.2 (under OpenCL 2.2 Full Profile semantics)"},
    {SPV_ENV_OPENGL_4_0, TargetEnv::kOpenGl4_0,
     "SPIR-V 1.0 (under OpenGL 4.0 semantics)"},
    {SPV_ENV_OPENGL_4_1, TargetEnv::kOpenGl4_1,
     "SPIR-V 1.0 (under OpenGL 4.1 semantics)"},
    {SPV_ENV_OPENGL_4_2, TargetEnv::kOpenGl4_2,
     "SPIR-V 1.0 (under OpenGL 4.2 semantics)"},
    {SPV_ENV_OPENGL_4_3, TargetEnv::kOpenGl4_3,
     "SPIR-V 1.0 (under OpenGL 4.3 semantics)"},
    {SPV_ENV_OPENGL_4_5, TargetEnv::kOpenGl4_5,
     "SPIR-V 1.0 (under OpenGL 4.5 semantics)"},
    {SPV_ENV_UNIVERSAL_1_2, TargetEnv::kSpirv1_2, "SPIR-V 1.2"},
    {SPV_ENV_OPENCL_1_2, TargetEnv::kOpenCl1_2,
     "SPIR-V 1.0 (under OpenCL 1.2 Full Profile semantics)"},
    {SPV_ENV_OPENCL_EMBEDDED_1_2, TargetEnv::kOpenCl1_2Embedded,
     "SPIR-V 1.0 (under OpenCL 1.2 Embedded Profile semantics)"},
    {SPV_ENV_OPENCL_2_0, TargetEnv::kOpenCl2_0,
     "SPIR-V 1.0 (under OpenCL 2.0 Full Profile semantics)"},
    {SPV_ENV_OPENCL_EMBEDDED_2_0, TargetEnv::kOpenCl2_0Embedded,
     "SPIR-V 1.0 (under OpenCL 2.0 Embedded Profile semantics)"},
    {SPV_ENV_OPENCL_EMBEDDED_2_1, TargetEnv::kOpenCl2_1Embedded,
     "SPIR-V 1.0 (under OpenCL 2.1 Embedded Profile semantics)"},
    {SPV_ENV_OPENCL_EMBEDDED_2_2, TargetEnv::kOpenCl2_2Embedded,
     "SPIR-V 1.2 (under OpenCL 2.2 Embedded Profile semantics)"},
    {SPV_ENV_UNIVERSAL_1_3, TargetEnv::kSpirv1_3, "SPIR-V 1.3"},
    {SPV_ENV_VULKAN_1_1, TargetEnv::kVulkan1_1,
     "SPIR-V 1.3 (under Vulkan 1.1 semantics)"},
    {SPV_ENV_WEBGPU_0, kDefaultTargetEnv, ""},
    {SPV_ENV_UNIVERSAL_1_4, TargetEnv::kSpirv1_4, "SPIR-V 1.4"},
    {SPV_ENV_VULKAN_1_1_SPIRV_1_4, TargetEnv::kVulkan1_1Spirv1_4,
     "SPIR-V 1.4 (under Vulkan 1.1 semantics)"},
    {SPV_ENV_UNIVERSAL_1_5, TargetEnv::kSpirv1_5, "SPIR-V 1.5"},
    {SPV_ENV_VULKAN_1_2, TargetEnv::kVulkan1_2,
     "SPIR-V 1.5 (under Vulkan 1.2 semantics)"},
    {SPV_ENV_UNIVERSAL_1_6, TargetEnv::kSpirv1_6, "SPIR-V 1.6"},
    {SPV_ENV_VULKAN_1_3, TargetEnv::kVulkan1_3,
     "SPIR-V 1.6 (under Vulkan 1.3 semantics)"},
    {SPV_ENV_VULKAN_1_4, TargetEnv::kVulkan1_4,
     "SPIR-V 1.6 (under Vulkan 1.4 semantics)"},
};
static_assert(std::size(kRows) == SPV_ENV_MAX);

constexpr bool IsInOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].number != static_cast<spv_target_env>(i)) return false;
  }
  return true;
}
static_assert(IsInOrder());

// The versions of Vulkan and SPIR-V that an environment has at most, as
// applications and modules write them.
struct VulkanRow {
  uint32_t vulkan, spirv;
  spv_target_env env;
};
constexpr uint32_t VulkanVersion(uint32_t minor) {
  return 1u << 22 | minor << 12;
}
constexpr VulkanRow kVulkanRows[] = {
    {VulkanVersion(0), 0x00010000, SPV_ENV_VULKAN_1_0},
    {VulkanVersion(1), 0x00010300, SPV_ENV_VULKAN_1_1},
    {VulkanVersion(1), 0x00010400, SPV_ENV_VULKAN_1_1_SPIRV_1_4},
    {VulkanVersion(2), 0x00010500, SPV_ENV_VULKAN_1_2},
    {VulkanVersion(3), 0x00010600, SPV_ENV_VULKAN_1_3},
    {VulkanVersion(4), 0x00010600, SPV_ENV_VULKAN_1_4},
};

// Whether `row` is a better match than `best` for a text that begins with the
// names of both: the name of one can be the beginning of another's.
bool IsLonger(const EnvironmentRow& row, const EnvironmentRow* best) {
  return best == nullptr ||
         Info(row.env).name.size() > Info(best->env).name.size();
}

}  // namespace

bool IsEnvironment(spv_target_env env) {
  return static_cast<uint32_t>(env) < std::size(kRows) &&
         env != SPV_ENV_WEBGPU_0;
}

TargetEnv EnvironmentOf(spv_target_env env) { return kRows[env].env; }

uint32_t NewestVersion(spv_target_env env) {
  return 0x00010000 | uint32_t{Info(EnvironmentOf(env)).spirv_minor} << 8;
}

}  // namespace plumb::spirv_tools

using plumb::spirv_tools::kRows;
using plumb::spirv_tools::kVulkanRows;

const char* spvTargetEnvDescription(spv_target_env env) {
  return plumb::spirv_tools::IsEnvironment(env) ? kRows[env].description : "";
}

bool spvParseTargetEnv(const char* s, spv_target_env* env) {
  const plumb::spirv_tools::EnvironmentRow* best = nullptr;
  const absl::string_view text = absl::NullSafeStringView(s);
  for (const auto& row : kRows) {
    if (row.number != SPV_ENV_WEBGPU_0 &&
        absl::StartsWith(text, plumb::Info(row.env).name) &&
        plumb::spirv_tools::IsLonger(row, best)) {
      best = &row;
    }
  }
  if (env != nullptr) {
    *env = best == nullptr ? SPV_ENV_UNIVERSAL_1_0 : best->number;
  }
  return best != nullptr;
}

bool spvParseVulkanEnv(uint32_t vulkan_ver, uint32_t spirv_ver,
                       spv_target_env* env) {
  for (const auto& row : kVulkanRows) {
    if (vulkan_ver <= row.vulkan && spirv_ver <= row.spirv) {
      if (env != nullptr) *env = row.env;
      return true;
    }
  }
  return false;
}
