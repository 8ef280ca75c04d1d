#include "core/pipeline/format.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace plumb {
namespace {

constexpr absl::string_view kFormats[] = {
    "R4G4_UNORM_PACK8",
    "R4G4B4A4_UNORM_PACK16",
    "B4G4R4A4_UNORM_PACK16",
    "A4R4G4B4_UNORM_PACK16",
    "A4B4G4R4_UNORM_PACK16",
    "R5G6B5_UNORM_PACK16",
    "B5G6R5_UNORM_PACK16",
    "R5G5B5A1_UNORM_PACK16",
    "B5G5R5A1_UNORM_PACK16",
    "A1R5G5B5_UNORM_PACK16",
    "A1B5G5R5_UNORM_PACK16",
    "A8_UNORM",
    "R8_UNORM",
    "R8_SNORM",
    "R8_USCALED",
    "R8_SSCALED",
    "R8_UINT",
    "R8_SINT",
    "R8_SRGB",
    "R8G8_UNORM",
    "R8G8_SNORM",
    "R8G8_USCALED",
    "R8G8_SSCALED",
    "R8G8_UINT",
    "R8G8_SINT",
    "R8G8_SRGB",
    "R8G8B8_UNORM",
    "R8G8B8_SNORM",
    "R8G8B8_USCALED",
    "R8G8B8_SSCALED",
    "R8G8B8_UINT",
    "R8G8B8_SINT",
    "R8G8B8_SRGB",
    "B8G8R8_UNORM",
    "B8G8R8_SNORM",
    "B8G8R8_USCALED",
    "B8G8R8_SSCALED",
    "B8G8R8_UINT",
    "B8G8R8_SINT",
    "B8G8R8_SRGB",
    "R8G8B8A8_UNORM",
    "R8G8B8A8_SNORM",
    "R8G8B8A8_USCALED",
    "R8G8B8A8_SSCALED",
    "R8G8B8A8_UINT",
    "R8G8B8A8_SINT",
    "R8G8B8A8_SRGB",
    "B8G8R8A8_UNORM",
    "B8G8R8A8_SNORM",
    "B8G8R8A8_USCALED",
    "B8G8R8A8_SSCALED",
    "B8G8R8A8_UINT",
    "B8G8R8A8_SINT",
    "B8G8R8A8_SRGB",
    "A8B8G8R8_UNORM_PACK32",
    "A8B8G8R8_SNORM_PACK32",
    "A8B8G8R8_USCALED_PACK32",
    "A8B8G8R8_SSCALED_PACK32",
    "A8B8G8R8_UINT_PACK32",
    "A8B8G8R8_SINT_PACK32",
    "A8B8G8R8_SRGB_PACK32",
    "A2R10G10B10_UNORM_PACK32",
    "A2R10G10B10_SNORM_PACK32",
    "A2R10G10B10_USCALED_PACK32",
    "A2R10G10B10_SSCALED_PACK32",
    "A2R10G10B10_UINT_PACK32",
    "A2R10G10B10_SINT_PACK32",
    "A2B10G10R10_UNORM_PACK32",
    "A2B10G10R10_SNORM_PACK32",
    "A2B10G10R10_USCALED_PACK32",
    "A2B10G10R10_SSCALED_PACK32",
    "A2B10G10R10_UINT_PACK32",
    "A2B10G10R10_SINT_PACK32",
    "R16_UNORM",
    "R16_SNORM",
    "R16_USCALED",
    "R16_SSCALED",
    "R16_UINT",
    "R16_SINT",
    "R16_SFLOAT",
    "R16G16_UNORM",
    "R16G16_SNORM",
    "R16G16_USCALED",
    "R16G16_SSCALED",
    "R16G16_UINT",
    "R16G16_SINT",
    "R16G16_SFLOAT",
    "R16G16B16_UNORM",
    "R16G16B16_SNORM",
    "R16G16B16_USCALED",
    "R16G16B16_SSCALED",
    "R16G16B16_UINT",
    "R16G16B16_SINT",
    "R16G16B16_SFLOAT",
    "R16G16B16A16_UNORM",
    "R16G16B16A16_SNORM",
    "R16G16B16A16_USCALED",
    "R16G16B16A16_SSCALED",
    "R16G16B16A16_UINT",
    "R16G16B16A16_SINT",
    "R16G16B16A16_SFLOAT",
    "R32_UINT",
    "R32_SINT",
    "R32_SFLOAT",
    "R32G32_UINT",
    "R32G32_SINT",
    "R32G32_SFLOAT",
    "R32G32B32_UINT",
    "R32G32B32_SINT",
    "R32G32B32_SFLOAT",
    "R32G32B32A32_UINT",
    "R32G32B32A32_SINT",
    "R32G32B32A32_SFLOAT",
    "R64_UINT",
    "R64_SINT",
    "R64_SFLOAT",
    "R64G64_UINT",
    "R64G64_SINT",
    "R64G64_SFLOAT",
    "R64G64B64_UINT",
    "R64G64B64_SINT",
    "R64G64B64_SFLOAT",
    "R64G64B64A64_UINT",
    "R64G64B64A64_SINT",
    "R64G64B64A64_SFLOAT",
    "B10G11R11_UFLOAT_PACK32",
    "E5B9G9R9_UFLOAT_PACK32",
    "D16_UNORM",
    "X8_D24_UNORM_PACK32",
    "D32_SFLOAT",
    "S8_UINT",
    "D16_UNORM_S8_UINT",
    "D24_UNORM_S8_UINT",
    "D32_SFLOAT_S8_UINT",
    "R10X6_UNORM_PACK16",
    "R12X4_UNORM_PACK16",
    "R16G16_SFIXED5_NV",
    "R10X6_UINT_PACK16_ARM",
    "R12X4_UINT_PACK16_ARM",
    "R14X2_UINT_PACK16_ARM",
    "R14X2_UNORM_PACK16_ARM",
    "R8_BOOL_ARM",
    "R16_SFLOAT_FPENCODING_BFLOAT16_ARM",
    "R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM",
    "R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM",
};

// Reads the components at the start of a name: "R5G6B5".  A depth or stencil
// component is noted; X pads.
void ReadComponents(absl::string_view* name, Format* format) {
  while (name->size() > 1 && absl::ascii_isdigit((*name)[1])) {
    const char component = name->front();
    name->remove_prefix(1);
    int width = 0;
    while (!name->empty() && absl::ascii_isdigit(name->front())) {
      width = 10 * width + (name->front() - '0');
      name->remove_prefix(1);
    }
    if (component == 'D') {
      format->has_depth = true;
    } else if (component == 'S') {
      format->has_stencil = true;
    } else if (component != 'X' && component != 'E') {
      ++format->components;
      format->width = std::max(format->width, static_cast<uint8_t>(width));
    }
  }
}

}  // namespace

absl::string_view NameOf(NumericType type) {
  switch (type) {
    case NumericType::kFloat:
      return "float";
    case NumericType::kSignedInt:
      return "signed integer";
    case NumericType::kUnsignedInt:
      return "unsigned integer";
  }
  return "";
}

absl::Span<const absl::string_view> FormatNames() { return kFormats; }

std::optional<Format> FindFormat(absl::string_view name) {
  absl::ConsumePrefix(&name, "VK_FORMAT_");
  const auto* const row =
      std::find(std::begin(kFormats), std::end(kFormats), name);
  if (row == std::end(kFormats)) return std::nullopt;
  Format format;
  format.name = *row;
  absl::string_view rest = *row;
  ReadComponents(&rest, &format);
  // "X8_D24_UNORM_PACK32" and "D24_UNORM_S8_UINT" have a second group.
  absl::string_view second = rest;
  while (absl::ConsumePrefix(&second, "_")) {
    ReadComponents(&second, &format);
    second = second.substr(std::min(second.find('_'), second.size()));
  }
  if (absl::StartsWith(rest, "_UINT") || absl::StartsWith(rest, "_BOOL")) {
    format.type = NumericType::kUnsignedInt;
  } else if (absl::StartsWith(rest, "_SINT")) {
    format.type = NumericType::kSignedInt;
  }
  return format;
}

}  // namespace plumb
