// The requirements of a module: the minimum version of SPIR-V, and a minimal
// subset of its capabilities and extensions (sections 2.3, 3.2.30 and 3.3.4).
//
// Found by trial: a declaration is required if the module is invalid without
// it, by any rule; the first resulting error is the reason.  Capabilities that
// imply many others are tried first, so that the lesser ones stay.
//
// Tested by module_needs_test.cc.
#ifndef PLUMB_API_NEEDS_MODULE_NEEDS_H_
#define PLUMB_API_NEEDS_MODULE_NEEDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "api/resolve/resolved_diagnostic.h"
#include "api/session.h"

namespace plumb {

struct Need {
  enum class Kind : uint8_t { kVersion, kCapability, kExtension };

  Kind kind = Kind::kVersion;
  std::string name;  // "1.3", "Float64", "SPV_KHR_ray_query"
  // The error without it, in terms of the input; nullopt for version 1.0, which
  // every module has.
  std::optional<ResolvedDiagnostic> reason;
};

struct ModuleNeeds {
  std::string declared_version;  // "1.6"
  // The version first, then capabilities and extensions as they are declared.
  std::vector<Need> needed;
  // Declared without need, in the same order; without a reason.
  std::vector<Need> unneeded;
};

// The requirements of the last input of `session`, which must be valid.  `file`
// is its name in messages.  Validates the module once per version, capability
// and extension in the grammar.
absl::StatusOr<ModuleNeeds> FindNeeds(const Session& session,
                                      absl::string_view file);

// A table, a line for each; printable.
std::string NeedsText(absl::string_view file, const ModuleNeeds& needs);
// A JSON object in one line.
std::string NeedsJson(absl::string_view file, const ModuleNeeds& needs);

}  // namespace plumb

#endif  // PLUMB_API_NEEDS_MODULE_NEEDS_H_
