// Makes of the records of a module what people and tools take
// (resolved_diagnostic.h).
//
//   for (const ResolvedDiagnostic& d : ResolveDiagnostics(module, list)) ...
//
// Tested by diagnostic_resolver_test.cc.
#ifndef PLUMB_API_RESOLVE_DIAGNOSTIC_RESOLVER_H_
#define PLUMB_API_RESOLVE_DIAGNOSTIC_RESOLVER_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/resolve/resolved_diagnostic.h"
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/target_env.h"

namespace plumb {

// Resolves `max` diagnostics of the list (0: all), in its order: the first
// errors, and if there is room, the first warnings, then pedantic ones.  VUIDs
// are included for Vulkan environments.  Linear in the module, and in the text
// of each.
std::vector<ResolvedDiagnostic> ResolveDiagnostics(
    const Module& module, const DiagnosticList& diagnostics, TargetEnv env,
    size_t max = 0);

// A module of a pipeline, with the name of its input.
struct NamedModule {
  const Module* module;
  absl::string_view file;
};

// The same for diagnostics of several modules, whose places and arguments have
// the numbers of their modules.  Notes in another module than the diagnostic's
// have its file name.
std::vector<ResolvedDiagnostic> ResolveDiagnostics(
    absl::Span<const NamedModule> modules, const DiagnosticList& diagnostics,
    TargetEnv env, size_t max = 0);

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_DIAGNOSTIC_RESOLVER_H_
