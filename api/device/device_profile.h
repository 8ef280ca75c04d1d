// Devices as the profiles of Vulkan describe them (the public JSON schema of
// Khronos): what the capabilities that a profile lists have, together.
//
// Names that no rule asks for are read over.  Booleans and numbers count
// wherever a structure has them, whatever it is called; only a limit whose name
// several structures have is taken from the right one.
//
// Tested by device_profile_test.cc.
#ifndef PLUMB_API_DEVICE_DEVICE_PROFILE_H_
#define PLUMB_API_DEVICE_DEVICE_PROFILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/device.h"

namespace plumb {

// Reads the profile called `name` of a file with this content, or its only one
// if `name` is empty; of a file without profiles all capabilities.  Linear in
// the text.  An error says what is wrong, and where in the file.
absl::StatusOr<Device> ReadDeviceProfile(absl::string_view json,
                                         absl::string_view name);

// A profile with every feature and limit that rules ask for: the features on,
// the limits generous.
std::string DeviceProfileTemplate();

}  // namespace plumb

#endif  // PLUMB_API_DEVICE_DEVICE_PROFILE_H_
