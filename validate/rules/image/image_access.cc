// Texel access without a sampler: OpImageFetch, OpImageRead, OpImageWrite and
// their sparse forms (sections 3.2.7, 3.2.17, 3.2.30 and 3.3.10,
// SPV_EXT_shader_tile_image, the SPIR-V environment of Vulkan).
//
// sparse_images.cc checks the results of sparse instructions.  sampling.cc
// checks that a fetched texel has four components.
// capability/image_capabilities.cc checks Unknown formats.
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_ops.h"
#include "validate/facts/image_report.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace fetch = grammar::operand::ImageFetch;
namespace read = grammar::operand::ImageRead;
namespace write = grammar::operand::ImageWrite;
using grammar::AccessQualifier;
using grammar::Dim;

constexpr char kTileImage[] = "SPV_EXT_shader_tile_image";
constexpr char kRequiresSampled1[] =
    "a fetch requires an image with Sampled 1, not {0}";
constexpr char kTooFew[] =
    "{2} must have at least {1} component{1s} for this image, but {0} has "
    "fewer";
constexpr char kWrongDim[] = "{1} cannot access an image with Dim {0}";

// A rule about images whose access needs a capability.
constexpr Rule Needs(Capability capability, Rule rule) {
  rule.when.unless = capability;
  return rule;
}

constexpr RuleTable R({
    Malformed({"image.image-operand.type", "3.3.10",
               "{1} must be an image, not {0}"}),
    {"image.texel.coordinate-integer", "3.3.10",
     "{1} must be an integer scalar or vector, not {0}"},
    {"image.imagefetch.dim-not-cube", "3.3.10", kWrongDim},
    {"image.imagefetch.sampled-1", "3.3.10", kRequiresSampled1},
    {"image.imagesparsefetch.sampled-1", "3.3.10", kRequiresSampled1},
    {"image.imagefetch.coordinate-min-components", "3.3.10", kTooFew},
    {"image.imageread.coordinate-numeric", "3.3.10",
     "{1} must be a scalar or vector of numbers, not {0}"},
    {"image.imageread.coordinate-min-components", "3.3.10", kTooFew},
    {"image.texel.coordinate-no-extra-components", "3.3.10",
     "{0} has more components than the {1} used by {2} for this image", "",
     Severity::kPedantic},
    {"image.imageread.result-numeric", "3.3.10",
     "the result type must be a scalar or vector of numbers, not {0}"},
    {"image.imageread.result-sampled-type", "3.3.10",
     "the components of the result, {0}, must have the sampled type of the "
     "image, {1}"},
    InVulkan(
        "image.imageread.result-four-components",
        "in Vulkan, the texel must be a vector of four components, not {0}",
        "VUID-StandaloneSpirv-Result-04780"),
    {"image.imageread.sampled-0-or-2", "3.3.10",
     "{1} requires an image with Sampled 0 or 2, not {0}"},
    {"image.imagesparseread.sampled-2", "3.3.10",
     "{1} requires an image with Sampled 2, not {0}"},
    {"image.imageread.not-tileimage", kTileImage, kWrongDim},
    {"image.imagewrite.not-tileimage", kTileImage, kWrongDim},
    {"image.imagesparseread.not-tileimage", kTileImage, kWrongDim},
    {"image.imagewrite.dim-not-subpassdata", "3.3.10", kWrongDim},
    {"image.imagesparseread.dim-not-subpassdata", "3.3.10", kWrongDim},
    {"image.imagewrite.texel-numeric", "3.3.10",
     "{1} must be a scalar or vector, not {0}"},
    {"image.imagewrite.texel-sampled-type", "3.3.10",
     "the components of {2}, {0}, must have the sampled type of the image, "
     "{1}"},
    {"image.access-qualifier.readonly-not-written", "3.2.17",
     "the image is ReadOnly, so it must not be written", "",
     Severity::kWarning},
    {"image.access-qualifier.writeonly-not-read", "3.2.17",
     "the image is WriteOnly, so it must not be read", "", Severity::kWarning},
    Needs(Capability::kImage1D,
          WithFix(
              Declare(Capability::kImage1D),
              {"image.dim.1d-storage-capability", "3.2.7",
               "access to an image with Dim 1D requires capability Image1D"})),
    Needs(Capability::kImageRect,
          WithFix(Declare(Capability::kImageRect),
                  {"image.dim.rect-storage-capability", "3.2.7",
                   "access to an image with Dim Rect requires capability "
                   "ImageRect"})),
    Needs(Capability::kImageBuffer,
          WithFix(Declare(Capability::kImageBuffer),
                  {"image.dim.buffer-storage-capability", "3.2.7",
                   "access to an image with Dim Buffer requires capability "
                   "ImageBuffer"})),
    Needs(Capability::kImageCubeArray,
          WithFix(Declare(Capability::kImageCubeArray),
                  {"image.dim.cube-array-storage-capability", "3.2.7",
                   "access to an array of cubes requires capability "
                   "ImageCubeArray"})),
    Needs(Capability::kImageMSArray,
          WithFix(
              Declare(Capability::kImageMSArray),
              {"image.dim.2d-ms-array-storage-capability", "3.2.7",
               "access to an array of multisampled images requires capability "
               "ImageMSArray"})),
});

// --- Instructions ---

using image_ops::kDenseSamples;
using image_ops::kFetches;
using image_ops::kGathers;
using image_ops::kReads;
using image_ops::kSparseSamples;
using image_ops::kWrites;
constexpr auto kReadsAndWrites = JoinOps(kReads, kWrites);
constexpr Op kImageConsumers[] = {
    Op::kSampledImage,      Op::kImageFetch,       Op::kImageRead,
    Op::kImageWrite,        Op::kImageQueryFormat, Op::kImageQueryOrder,
    Op::kImageQuerySizeLod, Op::kImageQuerySize,   Op::kImageQueryLevels,
    Op::kImageQuerySamples, Op::kImageSparseFetch, Op::kImageSparseRead,
};

constexpr TypePattern kImage = {.shape = tt::kImage};
constexpr TypePattern kScalarOrVector = {.shape = tt::kScalar | tt::kVector};
constexpr TypePattern kNumbers = ScalarOrVector(tt::kNumeric);

constexpr Signature kSignatures[] = {
    {.ops = Op::kImageRead,
     .result = kNumbers,
     .result_rule = &R("image.imageread.result-numeric")},
};

constexpr OperandRule kOperandRules[] = {
    {kImageConsumers, "Image", kImage, &R("image.image-operand.type")},
    {kFetches, fetch::kCoordinate, ScalarOrVector(tt::kInt),
     &R("image.texel.coordinate-integer")},
    {kReadsAndWrites, "Coordinate", kNumbers,
     &R("image.imageread.coordinate-numeric")},
    {kWrites, write::kTexel, kScalarOrVector,
     &R("image.imagewrite.texel-numeric")},
};

// --- Reports ---

// Arguments: `what`, the opcode.
void ReportImage(const CheckContext& c, const Rule& rule,
                 const ImageType& image, Arg what) {
  ReportImage(c, rule, ImageOperandOf(c.inst()), image, {what, c.inst().op()});
}
void ReportDim(const CheckContext& c, const Rule& rule,
               const ImageType& image) {
  ReportImage(c, rule, image, Arg::Enumerant(Kind::kDim, image.dim));
}

// --- Coordinates ---

// Reports a coordinate with components that the image does not use.
void CheckNoExtraComponents(const CheckContext& c, OperandIndex operand,
                            const ImageType& image, Addressing addressing) {
  CheckSameComponents(c, R("image.texel.coordinate-no-extra-components"),
                      operand, image, addressing);
}

void CheckCoordinate(const CheckContext& c, const Rule& rule,
                     OperandIndex operand, const ImageType& image,
                     Addressing addressing) {
  if (CheckMinComponents(c, rule, operand, image, addressing)) {
    CheckNoExtraComponents(c, operand, image, addressing);
  }
}

// A rule of sampling requires enough components.
void CheckGather(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  const auto addressing = c.inst().op() == Op::kImageQueryLod
                              ? Addressing::kLod
                              : Addressing::kSample;
  const std::optional<uint32_t> count =
      CountOf(c, c.type_of(fetch::kCoordinate));
  if (count.has_value() && *count > ComponentsOf(*image, addressing)) {
    CheckNoExtraComponents(c, fetch::kCoordinate, *image, addressing);
  }
}

// --- Access ---

void CheckFetch(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  if (image->dim == Dim::kCube) {
    ReportDim(c, R("image.imagefetch.dim-not-cube"), *image);
  } else if (image->sampled != 1) {
    ReportImage(c,
                IsSparse(c.inst().op()) ? R("image.imagesparsefetch.sampled-1")
                                        : R("image.imagefetch.sampled-1"),
                *image, image->sampled);
  }
  CheckCoordinate(c, R("image.imagefetch.coordinate-min-components"),
                  fetch::kCoordinate, *image, Addressing::kFetch);
}

void CheckFourComponents(const CheckContext& c) {
  const Id texel = TexelTypeOf(c);
  const TypeInfo& type = c.context().types().Get(texel);
  if (type.unknown() || !type.Is(tt::kScalar | tt::kVector)) return;
  if (type.Is(tt::kVector) && CountOf(c, texel).value_or(4) == 4) return;
  ReportType(c, R("image.imageread.result-four-components"), read::kResultType,
             texel);
}

void CheckRead(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  if (image->dim == Dim::kTileImageDataEXT) {
    ReportDim(c, R("image.imageread.not-tileimage"), *image);
    return;
  }
  if (image->sampled == 1) {
    ReportImage(c, R("image.imageread.sampled-0-or-2"), *image, image->sampled);
  }
  CheckCoordinate(c, R("image.imageread.coordinate-min-components"),
                  read::kCoordinate, *image, Addressing::kRead);
  CheckTexelComponents(c, R("image.imageread.result-sampled-type"), *image);
  CheckFourComponents(c);
}

void CheckSparseRead(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  if (image->dim == Dim::kTileImageDataEXT) {
    ReportDim(c, R("image.imagesparseread.not-tileimage"), *image);
    return;
  }
  if (image->dim == Dim::kSubpassData) {
    ReportDim(c, R("image.imagesparseread.dim-not-subpassdata"), *image);
  } else if (image->sampled != 2) {
    ReportImage(c, R("image.imagesparseread.sampled-2"), *image,
                image->sampled);
  }
  CheckCoordinate(c, R("image.imageread.coordinate-min-components"),
                  read::kCoordinate, *image, Addressing::kRead);
  CheckFourComponents(c);
}

void CheckWrite(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  if (image->dim == Dim::kTileImageDataEXT) {
    ReportDim(c, R("image.imagewrite.not-tileimage"), *image);
    return;
  }
  if (image->dim == Dim::kSubpassData) {
    ReportDim(c, R("image.imagewrite.dim-not-subpassdata"), *image);
  } else if (image->sampled == 1) {
    ReportImage(c, R("image.imageread.sampled-0-or-2"), *image, image->sampled);
  }
  CheckCoordinate(c, R("image.imageread.coordinate-min-components"),
                  write::kCoordinate, *image, Addressing::kRead);
  CheckTexelComponents(c, R("image.imagewrite.texel-sampled-type"), *image);
}

// --- Capabilities ---

// An image without a sampler whose access needs a capability.
struct StorageRow {
  bool (*is_such)(const ImageType&);
  const Rule* rule;
};
constexpr StorageRow kStorageRows[] = {
    {[](const ImageType& image) { return image.dim == Dim::k1D; },
     &R("image.dim.1d-storage-capability")},
    {[](const ImageType& image) { return image.dim == Dim::kRect; },
     &R("image.dim.rect-storage-capability")},
    {[](const ImageType& image) { return image.dim == Dim::kBuffer; },
     &R("image.dim.buffer-storage-capability")},
    {[](const ImageType& image) {
       return image.dim == Dim::kCube && image.arrayed == 1;
     },
     &R("image.dim.cube-array-storage-capability")},
    {[](const ImageType& image) {
       return image.multisampled == 1 && image.arrayed == 1;
     },
     &R("image.dim.2d-ms-array-storage-capability")},
};

bool NeedsCapability(const ImageType& image) {
  return image.sampled == 2 &&
         absl::c_any_of(kStorageRows, [&](const StorageRow& row) {
           return row.is_such(image);
         });
}

void CheckCapabilities(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || image->sampled != 2) return;
  for (const auto& [is_such, rule] : kStorageRows) {
    if (!is_such(*image) || !c.context().Applies(*rule)) continue;
    ReportDim(c, *rule, *image);
    return;
  }
}

bool HasImageThatNeedsCapability(const ModuleContext& context) {
  return absl::c_any_of(context.images().types(), NeedsCapability);
}

// --- Access qualifiers ---

void CheckQualifier(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  const bool writes = c.inst().op() == Op::kImageWrite;
  if (writes && image->access == AccessQualifier::kReadOnly) {
    ReportDim(c, R("image.access-qualifier.readonly-not-written"), *image);
  } else if (!writes && image->access == AccessQualifier::kWriteOnly) {
    ReportDim(c, R("image.access-qualifier.writeonly-not-read"), *image);
  }
}

bool HasQualifiers(const ModuleContext& context) {
  return absl::c_any_of(context.images().types(), [](const ImageType& image) {
    return image.access != kNoAccessQualifier;
  });
}

constexpr auto kWithExactCoordinates = JoinOps(kGathers, Op::kImageQueryLod);
constexpr auto kAccesses =
    JoinOps(kFetches, kReads, kWrites, kGathers, kDenseSamples, kSparseSamples);

static_assert(AllHave(kWithExactCoordinates, fetch::kCoordinate));
constexpr Check kChecks[] = {
    {kFetches, CheckFetch},
    {Op::kImageRead, CheckRead},
    {Op::kImageSparseRead, CheckSparseRead},
    {kWrites, CheckWrite},
    {kWithExactCoordinates, CheckGather},
    {kReadsAndWrites, CheckCapabilities, Requires(HasImageThatNeedsCapability)},
    {kAccesses, CheckQualifier, Requires(HasQualifiers)},
};

}  // namespace

extern constinit const Family kImageAccess(R, kChecks, kSignatures,
                                           kOperandRules);

}  // namespace plumb
