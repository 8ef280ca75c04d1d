// Common parts of rules about a device.  They apply in Vulkan environments,
// and only if a device profile is given.
#ifndef PLUMB_VALIDATE_RULES_DEVICE_DEVICE_RULES_H_
#define PLUMB_VALIDATE_RULES_DEVICE_DEVICE_RULES_H_

#include <cstdint>
#include <optional>

#include "core/device/device.h"
#include "core/execution_models.h"
#include "core/rule.h"
#include "validate/engine/module_context.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {

constexpr Rule DeviceRule(absl::string_view id, absl::string_view text,
                          absl::string_view vuid) {
  return {.id = id,
          .section = kVulkan,
          .text = text,
          .vuid = vuid,
          .when = kInVulkan};
}

// The device to validate for, or null: then the rules do not apply.
inline const Device* DeviceOf(const ModuleContext& context) {
  const Device* const device = context.options().device;
  return device != nullptr && IsVulkan(context) ? device : nullptr;
}

// Preconditions of checks.
// There is a device, and it has none of these features.
template <DeviceFeature... kFeatures>
bool Lacks(const ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  return device != nullptr && !(device->Has(kFeatures) || ...);
}
// There is a device, and its value of this limit is known.
template <DeviceLimit kLimit>
bool Knows(const ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  return device != nullptr && !device->Limit(kLimit).empty();
}

// A limit that is one number.
inline std::optional<int64_t> NumberOf(const Device& device,
                                       DeviceLimit limit) {
  const auto numbers = device.Limit(limit);
  if (numbers.empty()) return std::nullopt;
  return numbers[0];
}

// Whether the device offers at least this version of Vulkan (10 * major +
// minor).  If the profile has no version, that of the environment counts.
inline bool OffersVersion(const ModuleContext& context, const Device& device,
                          uint32_t version) {
  const uint32_t offered = device.api_version() != 0
                               ? device.api_version()
                               : context.env().api_version;
  return offered >= version;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_DEVICE_DEVICE_RULES_H_
