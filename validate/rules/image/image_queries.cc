// OpImage, and queries of image properties (section 3.3.10,
// SPV_EXT_shader_tile_image, SPV_INTEL_device_side_avc_motion_estimation, the
// SPIR-V environment of Vulkan).
//
// Tested by testdata/rule_test.cc.
#include "absl/types/span.h"
#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"
#include "validate/rules/image/dimension_set.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace extract = grammar::operand::Image;
namespace lod = grammar::operand::ImageQueryLod;
namespace size = grammar::operand::ImageQuerySize;
namespace size_lod = grammar::operand::ImageQuerySizeLod;
using grammar::Dim;

constexpr char kTileImage[] = "SPV_EXT_shader_tile_image";
constexpr char kWrongDim[] = "{1} cannot query an image with Dim {0}";
constexpr char kMultisampled[] = "{1} cannot query a multisampled image";
constexpr char kWrongSize[] =
    "the result must have {1} component{1s} for this image, but {0} does not";

constexpr RuleTable R({
    {"image.image.result-type", "3.3.10",
     "the result type must be an image type, not {0}"},
    Also("image.image.vme-operand",
         {"image.image.result-type-match", "3.3.10",
          "the result type must be the image type of {0}, {1}"}),
    Malformed({"image.image.sampled-image", "3.3.10",
               "{1} must be a sampled image, not {0}"}),
    {"image.query.result-int-scalar", "3.3.10",
     "the result type must be an integer scalar, not {0}"},
    {"image.querysize.result-int", "3.3.10",
     "the result type must be an integer scalar or vector, not {0}"},
    {"image.imagequerysizelod.result-components", "3.3.10", kWrongSize},
    {"image.imagequerysizelod.dim", "3.3.10", kWrongDim},
    {"image.imagequerysizelod.ms-0", "3.3.10", kMultisampled},
    {"image.imagequerysizelod.lod-int-scalar", "3.3.10",
     "{1} must be a 32-bit integer scalar, not {0}"},
    {"image.imagequerysize.result-components", "3.3.10", kWrongSize},
    {"image.imagequerysize.dim", "3.3.10", kWrongDim},
    {"image.imagequerysize.ms-or-not-sampled", "3.3.10",
     "{1} requires an image that is multisampled or has Sampled 0 or 2"},
    {"image.imagequerylod.result-float-vector", "3.3.10",
     "the result type must be a floating-point vector, not {0}"},
    {"image.imagequerylod.result-two-components", "3.3.10",
     "the result type must have two components, but {0} does not"},
    {"image.imagequerylod.dim", "3.3.10", kWrongDim},
    {"image.imagequerylod.ms-0", "3.3.10", kMultisampled},
    {"image.imagequerylod.coordinate-min-components", "3.3.10",
     "{2} must have at least {1} component{1s} for this image, but {0} has "
     "fewer"},
    {"image.imagequerylevels.dim", "3.3.10", kWrongDim},
    {"image.imagequerylevels.ms-0", "3.3.10", kMultisampled},
    {"image.imagequerysamples.dim-2d", "3.3.10",
     "{1} requires an image with Dim 2D, not {0}"},
    {"image.imagequerysamples.ms-1", "3.3.10",
     "{1} requires a multisampled image"},
    {"image.imagequeryformat.not-tileimage", kTileImage, kWrongDim},
    {"image.imagequeryorder.not-tileimage", kTileImage, kWrongDim},
    InVulkan("image.query.sampled-1",
             "in Vulkan, {1} requires an image with Sampled 1",
             "VUID-StandaloneSpirv-OpImageQuerySizeLod-04659"),
});

// --- Types ---

constexpr Op kNumberQueries[] = {Op::kImageQueryFormat, Op::kImageQueryOrder,
                                 Op::kImageQueryLevels, Op::kImageQuerySamples};
constexpr Op kSizes[] = {Op::kImageQuerySize, Op::kImageQuerySizeLod};

constexpr Op kTypesWithImages[] = {Op::kTypeSampledImage,
                                   Op::kTypeVmeImageINTEL};

constexpr TypePattern kImage = {.shape = tt::kImage};

constexpr OperandRule kOperandRules[] = {
    {Op::kImage, extract::kResultType, kImage, &R("image.image.result-type")},
    {Op::kImage, extract::kSampledImage, DeclaredBy(kTypesWithImages),
     &R("image.image.sampled-image")},
    {kNumberQueries, size::kResultType, kIntScalar,
     &R("image.query.result-int-scalar")},
    {kSizes, size::kResultType, ScalarOrVector(tt::kInt),
     &R("image.querysize.result-int")},
    {Op::kImageQuerySizeLod, size_lod::kLevelOfDetail, kInt32,
     &R("image.imagequerysizelod.lod-int-scalar")},
    {Op::kImageQueryLod, lod::kResultType, Vector(tt::kFloat),
     &R("image.imagequerylod.result-float-vector")},
    {Op::kImageQueryLod, lod::kResultType, Vector(tt::kFloat, 0, 2),
     &R("image.imagequerylod.result-two-components")},
};

// --- OpImage ---

// The image type in the type of a sampled image, or of an image for motion
// estimation; kNoId if unknown.
Id ImageIn(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return kNoId;
  return info.Is(tt::kSampledImage)
             ? info.element
             : c.module()
                   .inst(c.module().def(type))
                   .id(operand::TypeVmeImageINTEL::kImageType);
}

void CheckImage(const CheckContext& c) {
  const Id sampled = c.type_of(extract::kSampledImage);
  const Id image = ImageIn(c, sampled);
  const TypeInfo& result = c.result_type();
  if (image == kNoId || image == c.inst().result_type() || result.unknown() ||
      !result.Is(tt::kImage) || c.context().types().Get(image).unknown()) {
    return;
  }
  c.Report(R("image.image.result-type-match"), extract::kResultType,
           {Arg::Type(sampled), Arg::Type(image)})
      .Note("the image type is declared here",
            Place::At(c.module().def(image)));
  c.PoisonResult();
}

// --- Images ---

constexpr DimensionSet kWithSize = {Dim::k1D,   Dim::k2D,   Dim::k3D,
                                    Dim::kCube, Dim::kRect, Dim::kBuffer};

// The images that a query allows.
struct QueryRow {
  Op op;
  DimensionSet dims;
  const Rule* dim_rule;
  const Rule* single_sampled_rule = nullptr;  // MS must be 0
  const Rule* sampled_rule = nullptr;         // Sampled must be 1
};
constexpr QueryRow kQueries[] = {
    {Op::kImageQuerySizeLod, kDimensionsWithLevels,
     &R("image.imagequerysizelod.dim"), &R("image.imagequerysizelod.ms-0"),
     &R("image.query.sampled-1")},
    {Op::kImageQuerySize, kWithSize, &R("image.imagequerysize.dim")},
    {Op::kImageQueryLod, kDimensionsWithLevels, &R("image.imagequerylod.dim"),
     &R("image.imagequerylod.ms-0"), &R("image.query.sampled-1")},
    {Op::kImageQueryLevels, kDimensionsWithLevels,
     &R("image.imagequerylevels.dim"), &R("image.imagequerylevels.ms-0"),
     &R("image.query.sampled-1")},
    {Op::kImageQuerySamples, {Dim::k2D}, &R("image.imagequerysamples.dim-2d")},
};

// Arguments: the dimension, the opcode.
void ReportImage(const CheckContext& c, const Rule& rule,
                 const ImageType& image) {
  ReportImage(c, rule, ImageOperandOf(c.inst()), image,
              {Arg::Enumerant(Kind::kDim, image.dim), c.inst().op()});
}

// The first rule of a row that an image violates; null if there is none.
const Rule* WrongIn(const QueryRow& row, const ImageType& image) {
  if (!row.dims.Contains(image.dim)) return row.dim_rule;
  if (image.multisampled != 0 && row.single_sampled_rule != nullptr) {
    return row.single_sampled_rule;
  }
  return image.sampled != 1 ? row.sampled_rule : nullptr;
}

bool CheckQueriedImage(const CheckContext& c, const ImageType& image) {
  for (const QueryRow& row : kQueries) {
    if (row.op != c.inst().op()) continue;
    const Rule* wrong = WrongIn(row, image);
    if (wrong == nullptr || !c.context().Applies(*wrong)) return true;
    ReportImage(c, *wrong, image);
    return false;
  }
  return true;
}

void CheckSize(const CheckContext& c, const ImageType& image) {
  const bool has_level = c.inst().op() == Op::kImageQuerySizeLod;
  if (!has_level && kDimensionsWithLevels.Contains(image.dim) &&
      image.multisampled == 0 && image.sampled == 1) {
    ReportImage(c, R("image.imagequerysize.ms-or-not-sampled"), image);
  }
  if (!CheckSameComponents(c,
                           has_level
                               ? R("image.imagequerysizelod.result-components")
                               : R("image.imagequerysize.result-components"),
                           size::kResultType, image, Addressing::kSize)) {
    c.PoisonResult();
  }
}

void CheckQuery(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || !CheckQueriedImage(c, *image)) return;
  switch (c.inst().op()) {
    case Op::kImageQuerySize:
    case Op::kImageQuerySizeLod:
      CheckSize(c, *image);
      return;
    case Op::kImageQuerySamples:
      if (image->multisampled == 0) {
        ReportImage(c, R("image.imagequerysamples.ms-1"), *image);
      }
      return;
    case Op::kImageQueryLod:
      CheckMinComponents(c, R("image.imagequerylod.coordinate-min-components"),
                         lod::kCoordinate, *image, Addressing::kLod);
      return;
    default:
      return;
  }
}

void CheckTile(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || image->dim != Dim::kTileImageDataEXT) return;
  ReportImage(c,
              c.inst().op() == Op::kImageQueryFormat
                  ? R("image.imagequeryformat.not-tileimage")
                  : R("image.imagequeryorder.not-tileimage"),
              *image);
}

constexpr Op kFormats[] = {Op::kImageQueryFormat, Op::kImageQueryOrder};
constexpr Op kQueryOps[] = {Op::kImageQuerySizeLod, Op::kImageQuerySize,
                            Op::kImageQueryLod, Op::kImageQueryLevels,
                            Op::kImageQuerySamples};
constexpr Check kChecks[] = {
    {Op::kImage, CheckImage}, {kQueryOps, CheckQuery}, {kFormats, CheckTile}};

}  // namespace

extern constinit const Family kImageQueries(R, kChecks, kOperandRules);

}  // namespace plumb
