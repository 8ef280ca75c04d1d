// The section of OpenGL's rules for modules.
#ifndef PLUMB_VALIDATE_RULES_OPENGL_SECTION_H_
#define PLUMB_VALIDATE_RULES_OPENGL_SECTION_H_

#include "absl/strings/string_view.h"
#include "core/rule.h"
#include "core/target_env.h"
#include "validate/engine/module_context.h"

namespace plumb {

inline constexpr absl::string_view kOpenGl = "ARB_gl_spirv";
inline constexpr EnvSet kOpenGlEnvs =
    EnvsBetween(TargetEnv::kOpenGl4_0, TargetEnv::kOpenGl4_6);
inline constexpr Scope kInOpenGl = {.envs = kOpenGlEnvs};

// An error in OpenGL only.
constexpr Rule InOpenGl(absl::string_view id, absl::string_view text) {
  return {id, kOpenGl, text, "", Severity::kError, kInOpenGl};
}

// A warning: OpenGL expects this without a "must", or producers violate it and
// implementations accept that.
constexpr Rule ExpectedInOpenGl(absl::string_view id, absl::string_view text) {
  return {id, kOpenGl, text, "", Severity::kWarning, kInOpenGl};
}

// Whether the module is for OpenGL; usable as a precondition of checks.
inline bool IsOpenGl(const ModuleContext& context) {
  return context.env().api == Api::kOpenGl;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_OPENGL_SECTION_H_
