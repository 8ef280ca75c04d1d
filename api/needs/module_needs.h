// What a module needs: the least version of SPIR-V, and of the capabilities and
// extensions that it declares a least set (sections 2.3, 3.2.30 and 3.3.4).
//
// It is found by trying: a declaration is needed if the module is invalid
// without it, by whatever rule; the first error that this makes says what needs
// it.  Capabilities that imply many others are tried before those that imply
// few, so that the lesser ones stay.
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
  // What is wrong without it, in terms of the input; nothing for the version
  // that every module has, 1.0.
  std::optional<ResolvedDiagnostic> reason;
};

struct ModuleNeeds {
  std::string declared_version;  // "1.6"
  // The version first, then capabilities and extensions as they are declared.
  std::vector<Need> needed;
  // Declared without need; without a reason.
  std::vector<Need> unneeded;
};

// Of the last input of `session`, which must be valid.  `file` is what messages
// call it.  Validates the module once for each version, capability and
// extension, and those are no more than the grammar has; extensions that it
// lacks are left out.
absl::StatusOr<ModuleNeeds> FindNeeds(const Session& session,
                                      absl::string_view file);

// A table, a line for each; printable.
std::string NeedsText(absl::string_view file, const ModuleNeeds& needs);
// A JSON object in one line.
std::string NeedsJson(absl::string_view file, const ModuleNeeds& needs);

}  // namespace plumb

#endif  // PLUMB_API_NEEDS_MODULE_NEEDS_H_
