// OpTypeImage: the allowed operands (sections 3.2.7, 3.2.30 and 3.3.6,
// SPV_EXT_shader_tile_image, the SPIR-V environments of Vulkan and OpenCL).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/image/image_formats.h"
#include "validate/rules/opencl_section.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace image = grammar::operand::TypeImage;
using grammar::Dim;
using grammar::ImageFormat;

constexpr char kTileImage[] = "SPV_EXT_shader_tile_image";

constexpr char kSubpassSampled[] =
    "an image with Dim {0} must have Sampled 2, not {1}";
constexpr char kSubpassFormat[] =
    "an image with Dim {0} must have format Unknown, not {1}";

constexpr RuleTable R({
    {"image.typeimage.sampled-type", "3.3.6",
     "the sampled type must be void or a numerical scalar, not {0}"},
    WithFix(Declare(Capability::kFloat16ImageAMD),
            {.id = "image.float16.sampled-type",
             .section = "SPV_AMD_gpu_shader_half_float_fetch",
             .text = "a sampled type of 16-bit floating-point numbers requires "
                     "capability Float16ImageAMD",
             .severity = Severity::kWarning,
             .when = {.unless = Capability::kFloat16ImageAMD}}),
    {"image.typeimage.depth", "3.3.6",
     "operand Depth must be 0 (not depth), 1 (depth) or 2 (unknown), not {0}"},
    {"image.typeimage.arrayed", "3.3.6",
     "operand Arrayed must be 0 or 1, not {0}"},
    {"image.typeimage.ms", "3.3.6", "operand MS must be 0 or 1, not {0}"},
    {"image.typeimage.sampled", "3.3.6",
     "operand Sampled must be 0 (known at run time), 1 (used with a sampler) "
     "or 2 (used without a sampler), not {0}"},
    {"image.typeimage.subpassdata-sampled", "3.3.6", kSubpassSampled,
     "VUID-StandaloneSpirv-OpTypeImage-06214"},
    {"image.typeimage.subpassdata-format", "3.3.6", kSubpassFormat},
    InVulkan("image.typeimage.subpassdata-arrayed",
             "in Vulkan, an image with Dim SubpassData must have Arrayed 0",
             "VUID-StandaloneSpirv-OpTypeImage-06214"),
    {"image.typeimage.tileimage-sampled-type", kTileImage,
     "an image with Dim TileImageDataEXT must not have sampled type void"},
    {"image.typeimage.tileimage-sampled", kTileImage, kSubpassSampled},
    {"image.typeimage.tileimage-format", kTileImage, kSubpassFormat},
    {"image.typeimage.tileimage-depth", kTileImage,
     "an image with Dim TileImageDataEXT must have Depth 0, not {0}"},
    {"image.typeimage.tileimage-arrayed", kTileImage,
     "an image with Dim TileImageDataEXT must have Arrayed 0"},
    WithFix(Declare(Capability::kSampledCubeArray),
            {.id = "image.dim.cube-array-sampled-capability",
             .section = "3.2.30",
             .text = "an array of cubes requires capability SampledCubeArray",
             .severity = Severity::kWarning,
             .when = {.unless = Capability::kSampledCubeArray}}),
    WithFix(Declare(Capability::kStorageImageMultisample),
            {.id = "image.ms.storage-capability",
             .section = "3.2.30",
             .text = "a multisampled image with Sampled 2 requires capability "
                     "StorageImageMultisample",
             .when = {.unless = Capability::kStorageImageMultisample}}),
    InVulkan("image.typeimage.vulkan-sampled-type",
             "in Vulkan, the sampled type must be a 32-bit floating-point, "
             "32-bit integer or 64-bit integer scalar, not {0}",
             "VUID-StandaloneSpirv-OpTypeImage-04656"),
    InVulkan("image.typeimage.vulkan-sampled",
             "in Vulkan, operand Sampled must be 1 or 2, not 0",
             "VUID-StandaloneSpirv-OpTypeImage-04657"),
    // Vulkan also does not allow the capabilities that provide it.
    InVulkan("image.typeimage.vulkan-rect",
             "in Vulkan, an image must not have Dim Rect",
             "VUID-StandaloneSpirv-OpTypeImage-09638"),
    InVulkan("image.typeimage.format-type",
             "in Vulkan, an image with format {0} must have a sampled type of "
             "{1}, not {2}",
             "VUID-StandaloneSpirv-Image-04965"),
    {"image.typeimage.opencl-sampled-type", kOpenCl,
     "in OpenCL, the sampled type must be void, not {0}", "", Severity::kError,
     kInOpenCl},
    {"image.typeimage.opencl-sampled", kOpenCl,
     "in OpenCL, operand Sampled must be 0, not {0}", "", Severity::kError,
     kInOpenCl},
    {"image.typeimage.opencl-ms", kOpenCl,
     "in OpenCL, an image must not be multisampled", "", Severity::kError,
     kInOpenCl},
    {"image.typeimage.opencl-arrayed", kOpenCl,
     "in OpenCL, only images with Dim 1D or 2D can be arrayed, not {0}", "",
     Severity::kError, kInOpenCl},
    {"image.typeimage.opencl-depth", kOpenCl,
     "in OpenCL, operand Depth must be 0, or 1 for images with Dim 2D, not {0}",
     "", Severity::kError, kInOpenCl},
    {"image.typeimage.opencl-access", kOpenCl,
     "in OpenCL, an image type must have an access qualifier", "",
     Severity::kError, kInOpenCl},
});

// --- Names in messages ---

Arg NameOf(Dim dim) { return Arg::Enumerant(Kind::kDim, dim); }
Arg NameOf(ImageFormat format) {
  return Arg::Enumerant(Kind::kImageFormat, format);
}

// --- Numbers ---

// A numeric operand and its maximum value.
struct NumberRow {
  OperandIndex operand;
  uint32_t greatest;
  const Rule* rule;
};
constexpr NumberRow kNumbers[] = {
    {image::kDepth, 2, &R("image.typeimage.depth")},
    {image::kArrayed, 1, &R("image.typeimage.arrayed")},
    {image::kMS, 1, &R("image.typeimage.ms")},
    {image::kSampled, 2, &R("image.typeimage.sampled")},
};

bool CheckNumbers(const CheckContext& c) {
  bool all_hold = true;
  for (const auto& [operand, greatest, rule] : kNumbers) {
    const uint32_t value = c.inst().operand_word(operand);
    if (value <= greatest) continue;
    c.Report(*rule, operand, {value});
    all_hold = false;
  }
  return all_hold;
}

// --- Sampled types ---

// Whether a type is a numerical scalar; true for unknown types.
bool IsNumber(const TypeInfo& type) {
  return type.unknown() || (type.Is(tt::kScalar) && type.Is(tt::kNumeric));
}

bool CheckSampledType(const CheckContext& c, const ImageType& type) {
  const TypeInfo& info = c.context().types().Get(type.sampled_type);
  if (info.Is(tt::kVoid) || IsNumber(info)) return true;
  c.Report(R("image.typeimage.sampled-type"), image::kSampledType,
           {Arg::Type(type.sampled_type)});
  return false;
}

bool IsHalf(const TypeInfo& type) {
  return !type.unknown() && type.Is(tt::kFloat) && type.width == 16;
}

void CheckHalf(const CheckContext& c, const ImageType& type) {
  if (!IsHalf(c.context().types().Get(type.sampled_type))) return;
  c.Report(R("image.float16.sampled-type"), image::kSampledType);
}

// --- Dimensions ---

void CheckAttachment(const CheckContext& c, const ImageType& type,
                     const Rule& sampled, const Rule& format) {
  if (type.sampled != 2) {
    c.Report(sampled, image::kSampled, {NameOf(type.dim), type.sampled});
  }
  if (type.format != ImageFormat::kUnknown) {
    c.Report(format, image::kImageFormat,
             {NameOf(type.dim), NameOf(type.format)});
  }
}

void CheckSubpass(const CheckContext& c, const ImageType& type) {
  CheckAttachment(c, type, R("image.typeimage.subpassdata-sampled"),
                  R("image.typeimage.subpassdata-format"));
  if (type.arrayed != 0) {
    c.Report(R("image.typeimage.subpassdata-arrayed"), image::kArrayed);
  }
}

void CheckTile(const CheckContext& c, const ImageType& type) {
  CheckAttachment(c, type, R("image.typeimage.tileimage-sampled"),
                  R("image.typeimage.tileimage-format"));
  if (c.context().types().Get(type.sampled_type).Is(tt::kVoid) &&
      !c.context().types().Get(type.sampled_type).poisoned()) {
    c.Report(R("image.typeimage.tileimage-sampled-type"), image::kSampledType);
  }
  if (type.depth != 0) {
    c.Report(R("image.typeimage.tileimage-depth"), image::kDepth, {type.depth});
  }
  if (type.arrayed != 0) {
    c.Report(R("image.typeimage.tileimage-arrayed"), image::kArrayed);
  }
}

void CheckDimension(const CheckContext& c, const ImageType& type) {
  switch (type.dim) {
    case Dim::kSubpassData:
      CheckSubpass(c, type);
      return;
    case Dim::kTileImageDataEXT:
      CheckTile(c, type);
      return;
    case Dim::kCube:
      if (type.arrayed == 1 && type.sampled != 2) {
        c.Report(R("image.dim.cube-array-sampled-capability"), image::kDim);
      }
      return;
    default:
      return;
  }
}

// Producers emit multisampled subpass inputs without the capability.
void CheckStorage(const CheckContext& c, const ImageType& type) {
  if (type.multisampled == 1 && type.sampled == 2 &&
      type.dim != Dim::kSubpassData && type.dim != Dim::kTileImageDataEXT) {
    c.Report(R("image.ms.storage-capability"), image::kMS);
  }
}

// --- Vulkan ---

bool IsSampledTypeOfVulkan(const CheckContext& c, const TypeInfo& type) {
  if (type.Is(tt::kVoid)) return false;
  if (type.Is(tt::kInt)) return type.width == 32 || type.width == 64;
  return (type.width == 32 && !type.Is(tt::kOtherEncoding)) ||
         (type.width == 16 && c.context().Has(Capability::kFloat16ImageAMD));
}

// Section "Image Format and Type Matching".  The signedness is checked for
// each access.
void CheckFormat(const CheckContext& c, const ImageType& type,
                 const TypeInfo& sampled) {
  const FormatType expected = TypeOf(type.format);
  const bool fits = expected.component == 0 ||
                    (sampled.Is(expected.component) &&
                     (sampled.width == expected.width || IsHalf(sampled)));
  if (fits) return;
  c.Report(R("image.typeimage.format-type"), image::kImageFormat,
           {NameOf(type.format), expected.name, Arg::Type(type.sampled_type)});
}

void CheckForVulkan(const CheckContext& c, const ImageType& type) {
  if (type.dim == Dim::kRect) {
    c.Report(R("image.typeimage.vulkan-rect"), image::kDim);
  }
  if (type.sampled == 0 && type.dim != Dim::kSubpassData &&
      type.dim != Dim::kTileImageDataEXT) {
    c.Report(R("image.typeimage.vulkan-sampled"), image::kSampled);
  }
  const TypeInfo& sampled = c.context().types().Get(type.sampled_type);
  if (sampled.unknown()) return;
  if (IsSampledTypeOfVulkan(c, sampled)) {
    CheckFormat(c, type, sampled);
  } else if (!sampled.Is(tt::kVoid) || type.dim != Dim::kTileImageDataEXT) {
    c.Report(R("image.typeimage.vulkan-sampled-type"), image::kSampledType,
             {Arg::Type(type.sampled_type)});
  }
}

// --- OpenCL ---

// The requirements of other formats imply that the format is Unknown.
void CheckForOpenCl(const CheckContext& c, const ImageType& type) {
  const TypeInfo& sampled = c.context().types().Get(type.sampled_type);
  if (!sampled.unknown() && !sampled.Is(tt::kVoid)) {
    c.Report(R("image.typeimage.opencl-sampled-type"), image::kSampledType,
             {Arg::Type(type.sampled_type)});
  }
  if (type.sampled != 0) {
    c.Report(R("image.typeimage.opencl-sampled"), image::kSampled,
             {type.sampled});
  }
  if (type.multisampled != 0) {
    c.Report(R("image.typeimage.opencl-ms"), image::kMS);
  }
  if (type.arrayed != 0 && type.dim != Dim::k1D && type.dim != Dim::k2D) {
    c.Report(R("image.typeimage.opencl-arrayed"), image::kArrayed,
             {NameOf(type.dim)});
  }
  if (type.depth > 1 || (type.depth == 1 && type.dim != Dim::k2D)) {
    c.Report(R("image.typeimage.opencl-depth"), image::kDepth, {type.depth});
  }
  if (type.access == kNoAccessQualifier) {
    c.Report(R("image.typeimage.opencl-access"), Place::kWhole);
  }
}

void CheckType(const CheckContext& c) {
  const ImageType* type = c.context().images().Find(c.inst().result());
  if (type == nullptr) return;
  if (!CheckNumbers(c) || !CheckSampledType(c, *type)) {
    c.PoisonResult();
    return;
  }
  CheckDimension(c, *type);
  CheckStorage(c, *type);
  const Api api = c.context().env().api;
  if (api == Api::kVulkan) {
    CheckForVulkan(c, *type);
  } else {
    CheckHalf(c, *type);
  }
  if (api == Api::kOpenCl) CheckForOpenCl(c, *type);
}

constexpr Check kChecks[] = {{Op::kTypeImage, CheckType}};

}  // namespace

extern constinit const Family kImageTypes(R, kChecks);

}  // namespace plumb
