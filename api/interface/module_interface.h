// What the entry points of a module take and give: inputs and outputs with
// locations, resources with their layouts, push constants, specialization
// constants, workgroup sizes (Vulkan, "Shader Interfaces").
//
// Sizes, lengths and values are those of the session's specialization,
// including results of OpSpecConstantOp.
//
// Tested by module_interface_test.cc and testdata/cli/val_interface.case.
#ifndef PLUMB_API_INTERFACE_MODULE_INTERFACE_H_
#define PLUMB_API_INTERFACE_MODULE_INTERFACE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "api/session.h"
#include "nlohmann/json.hpp"

namespace plumb {

// The interface of the last input of `session`, which must be valid, as a JSON
// object; docs/user/interfaces.md describes its members.  `file` is its name.
// Linear in the module and in the result, which describes at most
// kMaxDescribedEntryPoints entry points, and kMaxDescribedMembers members of
// each block; "is_cut" is true if some are left out.
inline constexpr size_t kMaxDescribedEntryPoints = 1000;
inline constexpr int kMaxDescribedMembers = 10000;
nlohmann::ordered_json ModuleInterface(const Session& session,
                                       absl::string_view file);

// The same in lines for people; printable.
std::string InterfaceText(const nlohmann::ordered_json& interface);

}  // namespace plumb

#endif  // PLUMB_API_INTERFACE_MODULE_INTERFACE_H_
