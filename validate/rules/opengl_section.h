// The section of rules that OpenGL states of modules, and where they apply.
#ifndef PLUMB_VALIDATE_RULES_OPENGL_SECTION_H_
#define PLUMB_VALIDATE_RULES_OPENGL_SECTION_H_

#include "core/rule.h"
#include "core/target_env.h"

namespace plumb {

inline constexpr char kOpenGl[] = "ARB_gl_spirv";
inline constexpr EnvSet kOpenGlEnvs =
    EnvsBetween(TargetEnv::kOpenGl4_0, TargetEnv::kOpenGl4_6);
inline constexpr Scope kInOpenGl = {.envs = kOpenGlEnvs};

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_OPENGL_SECTION_H_
