// Reads devices from Vulkan profiles (the public JSON schema of Khronos): the
// union of the capabilities that a profile lists.
//
// Names that no rule uses are ignored.  Booleans and numbers are accepted in
// any structure; only a limit whose name is in several structures must be in
// the right one.
//
// Tested by device_profile_test.cc.
#ifndef PLUMB_API_DEVICE_DEVICE_PROFILE_H_
#define PLUMB_API_DEVICE_DEVICE_PROFILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/device/device.h"

namespace plumb {

// Reads the profile `name` of a file, or its only one if `name` is empty; of a
// file without profiles, all capabilities.  Linear in the text.  The error
// message states what is wrong, and where in the file.
absl::StatusOr<Device> ReadDeviceProfile(absl::string_view json,
                                         absl::string_view name);

// A profile with every feature and limit that rules use: all features on, the
// limits generous.
std::string DeviceProfileTemplate();

}  // namespace plumb

#endif  // PLUMB_API_DEVICE_DEVICE_PROFILE_H_
