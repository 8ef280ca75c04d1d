// Footprints of sampling instructions (SPV_NV_shader_image_footprint).
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"

namespace plumb {
namespace {

namespace footprint = grammar::operand::ImageSampleFootprintNV;
using grammar::Dim;
using grammar::ImageOperands;

constexpr char kSection[] = "SPV_NV_shader_image_footprint";
constexpr char kRequiresCoordinateVector[] =
    "member {1} of the result must be a vector of unsigned integers with as "
    "many components as operand Coordinate, not {0}";
constexpr char kRequiresUnsigned[] =
    "member {1} of the result must be an unsigned integer scalar, not {0}";
constexpr char kWrongOperands[] =
    "for an image with Dim {0}, these image operands cannot be combined";

constexpr RuleTable R({
    {"image.samplefootprint.result-struct", kSection,
     "the result type must be a structure of six members, not {0}"},
    {"image.samplefootprint.member-single", kSection,
     "member {1} of the result must be a Boolean scalar, not {0}"},
    {"image.samplefootprint.member-anchor", kSection,
     kRequiresCoordinateVector},
    {"image.samplefootprint.member-offset", kSection,
     kRequiresCoordinateVector},
    {"image.samplefootprint.member-mask", kSection,
     "member {1} of the result must be a vector of two unsigned integers, not "
     "{0}"},
    {"image.samplefootprint.member-lod", kSection, kRequiresUnsigned},
    {"image.samplefootprint.member-granularity", kSection, kRequiresUnsigned},
    Malformed({"image.samplefootprint.sampled-image", kSection,
               "{1} must be a sampled image, not {0}"}),
    {"image.samplefootprint.dim", kSection,
     "the image must have Dim 2D or 3D, not {0}"},
    {"image.samplefootprint.not-arrayed", kSection,
     "the image must not be arrayed"},
    {"image.samplefootprint.not-multisampled", kSection,
     "the image must not be multisampled"},
    {"image.samplefootprint.coordinate-type", kSection,
     "{1} must be a floating-point vector, not {0}"},
    {"image.samplefootprint.coordinate-count", kSection,
     "{2} must have at least {1} component{1s} for this image, but {0} has "
     "fewer"},
    {"image.samplefootprint.granularity-type", kSection,
     "{1} must be an integer scalar, not {0}"},
    {"image.samplefootprint.granularity-value", kSection,
     "{0} is not a granularity for an image with Dim {1}"},
    {"image.samplefootprint.coarse-type", kSection,
     "{1} must be a Boolean scalar, not {0}"},
    {"image.samplefootprint.coarse-constant", kSection,
     "{1} must be a constant, but {0} is not"},
    {"image.samplefootprint.operands-2d", kSection, kWrongOperands},
    {"image.samplefootprint.operands-3d", kSection, kWrongOperands},
});

constexpr OperandRule kOperandRules[] = {
    {Op::kImageSampleFootprintNV,
     footprint::kSampledImage,
     {.shape = tt::kSampledImage},
     &R("image.samplefootprint.sampled-image")},
    {Op::kImageSampleFootprintNV, footprint::kCoordinate, Vector(tt::kFloat),
     &R("image.samplefootprint.coordinate-type")},
    {Op::kImageSampleFootprintNV, footprint::kGranularity, kIntScalar,
     &R("image.samplefootprint.granularity-type")},
    {Op::kImageSampleFootprintNV, footprint::kCoarse, kBoolScalar,
     &R("image.samplefootprint.coarse-type")},
    {Op::kImageSampleFootprintNV, footprint::kCoarse, kBoolScalar,
     &R("image.samplefootprint.coarse-constant"), DefinedBy::kConstant},
};

// --- The result ---

// A member of the result; a member that holds two counts has as many
// components as the coordinate.
struct MemberRow {
  TypePattern type;
  bool counts_like_coordinate;
  const Rule* rule;
};
constexpr TypePattern kUnsignedScalar = Unsigned(kIntScalar);
constexpr MemberRow kMembers[] = {
    {kBoolScalar, false, &R("image.samplefootprint.member-single")},
    {Unsigned(Vector(tt::kInt)), true,
     &R("image.samplefootprint.member-anchor")},
    {Unsigned(Vector(tt::kInt)), true,
     &R("image.samplefootprint.member-offset")},
    {Unsigned(Vector(tt::kInt, 0, 2)), false,
     &R("image.samplefootprint.member-mask")},
    {kUnsignedScalar, false, &R("image.samplefootprint.member-lod")},
    {kUnsignedScalar, false, &R("image.samplefootprint.member-granularity")},
};
constexpr uint32_t kMemberCount = std::size(kMembers);

// Whether a vector has the same number of components as the coordinate, as far
// as known.
bool CountsLikeCoordinate(const CheckContext& c, Id type) {
  const std::optional<uint32_t> count = CountOf(c, type);
  const std::optional<uint32_t> coordinates =
      CountOf(c, c.type_of(footprint::kCoordinate));
  return !count.has_value() || !coordinates.has_value() ||
         *count == *coordinates;
}

void CheckResult(const CheckContext& c) {
  const Id result = c.inst().result_type();
  const TypeInfo& info = c.result_type();
  if (info.unknown()) return;
  if (!info.Is(tt::kStruct) || info.count != kMemberCount) {
    ReportType(c, R("image.samplefootprint.result-struct"),
               footprint::kResultType, result);
    c.PoisonResult();
    return;
  }
  for (uint32_t i = 0; i < kMemberCount; ++i) {
    const MemberRow& row = kMembers[i];
    const Id type = c.context().types().MemberOf(c.module(), result, i);
    if (Fits(c.context(), row.type, type) &&
        (!row.counts_like_coordinate || CountsLikeCoordinate(c, type))) {
      continue;
    }
    c.Report(*row.rule, footprint::kResultType, {Arg::Type(type), i})
        .Note("the structure is declared here",
              Place::At(c.module().def(result)));
    c.PoisonResult();
    return;
  }
}

// --- The image ---

// Sets of numbers below 16, one bit each: those that represent a block of
// texels.
constexpr uint32_t kGranularities2D = 0b1111'1000'1111'1110;
constexpr uint32_t kGranularities3D = 0b0111'1100'0000'1010;
constexpr uint32_t kGranularityEnd = 16;

void CheckGranularity(const CheckContext& c, Dim dim) {
  const std::optional<uint32_t> value =
      FixedValue(c, c.inst().id(footprint::kGranularity));
  const uint32_t known = dim == Dim::k2D ? kGranularities2D : kGranularities3D;
  if (!value.has_value() ||
      (*value < kGranularityEnd && (known >> *value & 1) != 0)) {
    return;
  }
  c.Report(R("image.samplefootprint.granularity-value"),
           footprint::kGranularity, {*value, Arg::Enumerant(Kind::kDim, dim)});
}

constexpr uint32_t kBias = static_cast<uint32_t>(ImageOperands::kBias);
constexpr uint32_t kLod = static_cast<uint32_t>(ImageOperands::kLod);
constexpr uint32_t kGrad = static_cast<uint32_t>(ImageOperands::kGrad);
constexpr uint32_t kMinLod = static_cast<uint32_t>(ImageOperands::kMinLod);
// Images of dimension 3D come first.
constexpr uint32_t kCombinations[] = {
    0, kBias, kMinLod, kMinLod | kBias, kLod, kGrad, kGrad | kMinLod};
constexpr size_t kCombinations3D = 5;

void CheckImageOperands(const CheckContext& c, Dim dim) {
  const ImageOperandList operands(c.inst());
  const auto all = absl::MakeConstSpan(kCombinations);
  const auto allowed = dim == Dim::k2D ? all : all.first(kCombinations3D);
  if (absl::c_linear_search(allowed, operands.mask())) return;
  c.Report(dim == Dim::k2D ? R("image.samplefootprint.operands-2d")
                           : R("image.samplefootprint.operands-3d"),
           operands.mask_operand(), {Arg::Enumerant(Kind::kDim, dim)});
}

void CheckImage(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  const Arg dim = Arg::Enumerant(Kind::kDim, image->dim);
  const auto report = [&](const Rule& rule) {
    ReportImage(c, rule, footprint::kSampledImage, *image, {dim});
  };
  if (image->dim != Dim::k2D && image->dim != Dim::k3D) {
    return report(R("image.samplefootprint.dim"));
  }
  if (image->arrayed != 0) {
    report(R("image.samplefootprint.not-arrayed"));
  } else if (image->multisampled != 0) {
    report(R("image.samplefootprint.not-multisampled"));
  }
  CheckMinComponents(c, R("image.samplefootprint.coordinate-count"),
                     footprint::kCoordinate, *image, Addressing::kLod);
  CheckGranularity(c, image->dim);
  CheckImageOperands(c, image->dim);
}

constexpr Check kChecks[] = {{Op::kImageSampleFootprintNV, CheckResult},
                             {Op::kImageSampleFootprintNV, CheckImage}};

}  // namespace

extern constinit const Family kFootprint(R, kChecks, kOperandRules);

}  // namespace plumb
