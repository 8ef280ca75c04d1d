// The Vulkan device that a module is for: its version, and the features, limits
// and extensions that rules use or that enable capabilities.
//
// A value without pointers.  The reader of a device description
// (api/device/device_profile.h) fills it; it is const afterwards.  All queries
// are O(1).
//
// Tested by device_test.cc.
#ifndef PLUMB_CORE_DEVICE_DEVICE_H_
#define PLUMB_CORE_DEVICE_DEVICE_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/device/capability_enablers.h"
#include "core/device/device_names.h"

namespace plumb {

class Device {
 public:
  // --- Questions ---

  // The Vulkan version as 10 * major + minor; 0 if unknown.
  uint32_t api_version() const { return api_version_; }
  // Features are off unless they were set.
  bool Has(DeviceFeature feature) const { return features_[feature.number]; }
  bool Has(DeviceExtension extension) const {
    return extensions_[extension.number];
  }
  // `number` is the row of a feature or extension in kCapabilityEnablers.
  bool HasEnabler(size_t number) const { return enablers_[number]; }
  // The values of a limit; empty if unknown.
  absl::Span<const int64_t> Limit(DeviceLimit limit) const {
    return LimitAt(limit.number);
  }
  // The same by the number of its row in kDeviceLimitNames.
  absl::Span<const int64_t> LimitAt(size_t number) const {
    if (!known_limits_[number]) return {};
    return {limits_[number].data(), kDeviceLimitNames[number].count};
  }

  // --- For who fills it ---

  void set_api_version(uint32_t version) { api_version_ = version; }
  // By the numbers of the rows in the tables of device_names.h.
  void EnableFeature(size_t number) { features_[number] = true; }
  void EnableExtension(size_t number) { extensions_[number] = true; }
  void AddEnabler(size_t number) { enablers_[number] = true; }
  // Sets a limit; `numbers` has as many values as its row.  Of several calls,
  // the best values are kept.
  void SetLimit(size_t number, absl::Span<const int64_t> numbers);

 private:
  uint32_t api_version_ = 0;
  std::bitset<kDeviceFeatureCount> features_;
  std::bitset<kDeviceExtensionCount> extensions_;
  std::bitset<kCapabilityEnablerCount> enablers_;
  std::bitset<kDeviceLimitCount> known_limits_;
  std::array<std::array<int64_t, 3>, kDeviceLimitCount> limits_{};
};

}  // namespace plumb

#endif  // PLUMB_CORE_DEVICE_DEVICE_H_
