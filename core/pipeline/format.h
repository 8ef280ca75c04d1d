// Vulkan's formats of vertex attributes and of attachments: what a shader sees
// of them (Vulkan, "Formats").  Compressed and multi-planar formats are left
// out, as neither can have them.
//
// Tested by format_test.cc.
#ifndef PLUMB_CORE_PIPELINE_FORMAT_H_
#define PLUMB_CORE_PIPELINE_FORMAT_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace plumb {

// The numeric type that a shader reads or writes (Vulkan, "Numeric format").
// Normalized and scaled formats are numbers with a fraction.
enum class NumericType : uint8_t { kFloat, kSignedInt, kUnsignedInt };

// "float", "signed integer" or "unsigned integer".
absl::string_view NameOf(NumericType type);

struct Format {
  absl::string_view name;  // "R32G32_SFLOAT"; a static string
  NumericType type = NumericType::kFloat;
  uint8_t components = 0;  // of color; those that pad are not counted
  uint8_t width = 0;       // in bits, of the widest component
  bool has_depth = false;
  bool has_stencil = false;

  bool has_color() const { return components > 0; }
};

// The format with a name, which may begin with "VK_FORMAT_".  O(formats).
std::optional<Format> FindFormat(absl::string_view name);

// The names of all formats, without "VK_FORMAT_".
absl::Span<const absl::string_view> FormatNames();

}  // namespace plumb

#endif  // PLUMB_CORE_PIPELINE_FORMAT_H_
