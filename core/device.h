// What the Vulkan device has that a module is for: its version, the features,
// limits and extensions that rules ask for, and those that enable capabilities.
//
// A value without pointers: filled once, by whoever reads a description of the
// device (api/device/device_profile.h), and const from then on.  All questions
// are O(1).
//
// Tested by device_test.cc.
#ifndef PLUMB_CORE_DEVICE_H_
#define PLUMB_CORE_DEVICE_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/capability_enablers.h"
#include "core/device_names.h"

namespace plumb {

class Device {
 public:
  // --- Questions ---

  // The version of Vulkan, as 10 * major + minor; 0: not known.
  uint32_t api_version() const { return api_version_; }
  // A feature that nobody has said anything of is off.
  bool Has(DeviceFeature feature) const { return features_[feature.number]; }
  bool Has(DeviceExtension extension) const {
    return extensions_[extension.number];
  }
  // By the number of a row in kCapabilityEnablers, which is a feature or an
  // extension.
  bool HasEnabler(size_t number) const { return enablers_[number]; }
  // The numbers of a limit; empty if it is not known.
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
  // `numbers` has as many as the row; of several calls the best numbers count.
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

#endif  // PLUMB_CORE_DEVICE_H_
