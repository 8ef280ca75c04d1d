// The settings with which a module of testdata is validated, from its first
// lines:
//
//   ; env: vulkan1.1
//   ; options: max-struct-members=3 relax-block-layout
//   ; device: testdata/devices/mobile.json
//   ; plumb: pipeline {"topology": "TRIANGLE_LIST"}
//
// Used by rule_test.cc and operand_bounds_test.cc.
#ifndef PLUMB_TESTDATA_MODULE_SETTING_H_
#define PLUMB_TESTDATA_MODULE_SETTING_H_

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/device/device.h"
#include "core/options.h"
#include "core/pipeline/pipeline.h"

namespace plumb {

struct ModuleSetting {
  ValidatorOptions options;
  std::shared_ptr<const Device> device;  // options.device, or null
  // Of the comments "; plumb: pipeline": its stages are all entry points.
  std::optional<Pipeline> pipeline;
  std::string error;  // empty if all lines were understood
};

// Paths of devices are relative to the working directory.
ModuleSetting ReadModuleSetting(absl::string_view text);

// The content of a file; empty if it cannot be read.
std::string ReadTestFile(const std::filesystem::path& path);

}  // namespace plumb

#endif  // PLUMB_TESTDATA_MODULE_SETTING_H_
