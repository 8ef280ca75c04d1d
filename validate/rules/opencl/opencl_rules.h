// Common parts of rules of OpenCL, which apply in its environments.
#ifndef PLUMB_VALIDATE_RULES_OPENCL_OPENCL_RULES_H_
#define PLUMB_VALIDATE_RULES_OPENCL_OPENCL_RULES_H_

#include "core/rule.h"
#include "validate/engine/module_context.h"
#include "validate/rules/opencl_section.h"

namespace plumb {

constexpr Rule OfOpenCl(absl::string_view id, absl::string_view text) {
  return {.id = id, .section = kOpenCl, .text = text, .when = kInOpenCl};
}
// Warnings: extensions of OpenCL, which modules do not declare, may allow
// this, or implementations accept it.
constexpr Rule ExpectedInOpenCl(absl::string_view id, absl::string_view text) {
  return {.id = id,
          .section = kOpenCl,
          .text = text,
          .severity = Severity::kWarning,
          .when = kInOpenCl};
}

// Compilers emit this, and implementations accept it.
constexpr Rule PedanticInOpenCl(absl::string_view id, absl::string_view text) {
  Rule rule = ExpectedInOpenCl(id, text);
  rule.severity = Severity::kPedantic;
  return rule;
}

// A precondition of checks.
inline bool IsOpenCl(const ModuleContext& context) {
  return context.env().api == Api::kOpenCl;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_OPENCL_OPENCL_RULES_H_
