// The section of OpenCL's rules for modules.
#ifndef PLUMB_VALIDATE_RULES_OPENCL_SECTION_H_
#define PLUMB_VALIDATE_RULES_OPENCL_SECTION_H_

#include "absl/strings/string_view.h"
#include "core/rule.h"
#include "core/target_env.h"

namespace plumb {

inline constexpr absl::string_view kOpenCl = "OpenCL SPIR-V Environment";
inline constexpr EnvSet kOpenClEnvs =
    EnvsBetween(TargetEnv::kOpenCl1_2, TargetEnv::kOpenCl3_0Embedded);
inline constexpr Scope kInOpenCl = {.envs = kOpenClEnvs};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_OPENCL_SECTION_H_
