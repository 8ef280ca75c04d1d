// The types of the numbers in an image, by format (section 3.2.9; section
// "Image Format and Type Matching" of the SPIR-V environment of Vulkan).
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_RULES_IMAGE_IMAGE_FORMATS_H_
#define PLUMB_VALIDATE_RULES_IMAGE_IMAGE_FORMATS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "core/type_table.h"
#include "grammar/grammar.h"

namespace plumb {

// The type seen by shaders.
struct FormatType {
  TypeTraits component = 0;  // kFloat or kInt; 0: any
  uint32_t width = 0;        // in bits
  bool is_signed = false;    // of integers
  absl::string_view name;    // for a message
};

// Formats are ordered by value, and grouped by type.  O(1).
constexpr FormatType TypeOf(grammar::ImageFormat format) {
  using grammar::ImageFormat;
  constexpr FormatType kFloats = {type_trait::kFloat, 32, false,
                                  "32-bit floating-point numbers"};
  constexpr FormatType kSigned = {type_trait::kInt, 32, true,
                                  "32-bit integers"};
  constexpr FormatType kUnsigned = {type_trait::kInt, 32, false,
                                    "32-bit integers"};
  constexpr FormatType kUnsigned64 = {type_trait::kInt, 64, false,
                                      "64-bit integers"};
  constexpr FormatType kSigned64 = {type_trait::kInt, 64, true,
                                    "64-bit integers"};
  if (format == ImageFormat::kR64ui) return kUnsigned64;
  if (format == ImageFormat::kR64i) return kSigned64;
  if (format == ImageFormat::kUnknown || format > ImageFormat::kR8ui) return {};
  if (format <= ImageFormat::kR8Snorm) return kFloats;
  return format <= ImageFormat::kR8i ? kSigned : kUnsigned;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_RULES_IMAGE_IMAGE_FORMATS_H_
