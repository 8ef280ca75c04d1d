// The target environments of the interface, and those of Plumb.
//
// Tested by environment_test.cc and contract_test.sh.
#ifndef PLUMB_API_SPIRV_TOOLS_ENVIRONMENT_H_
#define PLUMB_API_SPIRV_TOOLS_ENVIRONMENT_H_

#include <cstdint>

#include "api/spirv_tools/include/spirv-tools/libspirv.h"
#include "core/target_env.h"

namespace plumb::spirv_tools {

// Whether a number is that of an environment.
bool IsEnvironment(spv_target_env env);

// The environment of Plumb for one of the interface; IsEnvironment(env).
TargetEnv EnvironmentOf(spv_target_env env);

// The newest version that an environment takes, as in a header.
uint32_t NewestVersion(spv_target_env env);

}  // namespace plumb::spirv_tools

#endif  // PLUMB_API_SPIRV_TOOLS_ENVIRONMENT_H_
