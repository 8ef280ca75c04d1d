// OpSampledImage and the instructions that make VME images (section 3.3.10,
// SPV_INTEL_device_side_avc_motion_estimation).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"

namespace plumb {
namespace {

namespace sampled = grammar::operand::SampledImage;
namespace vme = grammar::operand::VmeImageINTEL;
using grammar::Dim;

constexpr char kVme[] = "SPV_INTEL_device_side_avc_motion_estimation";
constexpr char kWrongDim[] =
    "an image with Dim {0} cannot be combined with a sampler";
constexpr char kWrongSampled[] = "the image must have Sampled 0 or 1, not {0}";
constexpr char kRequiresSampler[] = "{1} must be a sampler, not {0}";

constexpr RuleTable R({
    {"image.sampledimage.result-type", "3.3.10",
     "the result type must be a sampled image, not {0}"},
    {"image.sampledimage.sampler-type", "3.3.10", kRequiresSampler},
    {"image.sampledimage.sampled-0-or-1", "3.3.10", kWrongSampled},
    {"image.sampledimage.dim-not-subpassdata", "3.3.10", kWrongDim},
    {.id = "image.sampledimage.dim-not-buffer",
     .section = "3.3.10",
     .text = kWrongDim,
     .when = {.min_version = 6}},
    {"image.sampledimage.image-type-match", "3.3.10",
     "the image, of type {0}, must have the image type of the result, {1}, "
     "except for operand Depth"},
    {"image.vmeimage.result-type", kVme,
     "the result type must be declared by OpTypeVmeImageINTEL, not {0}"},
    Malformed(
        {"image.vmeimage.image-operand", kVme,
         "{1} must be an image that can be combined with a sampler, not {0}"}),
    {"image.vmeimage.sampler-operand", kVme, kRequiresSampler},
    {"image.vmeimage.image-match", kVme,
     "the image, of type {0}, must have the image type of the result, {1}"},
});

constexpr TypePattern kSampledImageType = {.shape = tt::kSampledImage};
constexpr TypePattern kVmeImageType = kDeclaredBy<Op::kTypeVmeImageINTEL>;
constexpr TypePattern kImage = {.shape = tt::kImage};
constexpr TypePattern kSampler = {.shape = tt::kSampler};

constexpr OperandRule kOperandRules[] = {
    {Op::kSampledImage, sampled::kResultType, kSampledImageType,
     &R("image.sampledimage.result-type")},
    {Op::kSampledImage, sampled::kSampler, kSampler,
     &R("image.sampledimage.sampler-type")},
    {Op::kVmeImageINTEL, vme::kResultType, kVmeImageType,
     &R("image.vmeimage.result-type")},
    {Op::kVmeImageINTEL, vme::kImageType, kImage,
     &R("image.vmeimage.image-operand")},
    {Op::kVmeImageINTEL, vme::kSampler, kSampler,
     &R("image.vmeimage.sampler-operand")},
};

// Whether two image types are equal except for Depth, which client APIs
// ignore.
bool IsSameExceptDepth(const ImageType& a, const ImageType& b) {
  return a.sampled_type == b.sampled_type && a.dim == b.dim &&
         a.arrayed == b.arrayed && a.multisampled == b.multisampled &&
         a.sampled == b.sampled && a.format == b.format && a.access == b.access;
}

void CheckSampledImage(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  const Arg dim = Arg::Enumerant(Kind::kDim, image->dim);
  if (image->dim == Dim::kSubpassData) {
    ReportImage(c, R("image.sampledimage.dim-not-subpassdata"), sampled::kImage,
                *image, {dim});
    return;
  }
  if (image->sampled > 1) {
    ReportImage(c, R("image.sampledimage.sampled-0-or-1"), sampled::kImage,
                *image, {image->sampled});
    return;
  }
  if (image->dim == Dim::kBuffer &&
      ReportImage(c, R("image.sampledimage.dim-not-buffer"), sampled::kImage,
                  *image, {dim})
          .is_error()) {
    return;
  }
  const ImageType* made = c.context().images().Find(c.inst().result_type());
  if (made == nullptr || IsSameExceptDepth(*image, *made)) return;
  ReportTypes(c, R("image.sampledimage.image-type-match"), sampled::kImage,
              image->type, made->type);
}

void CheckVmeImage(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  if (image->sampled > 1 || image->dim == Dim::kSubpassData) {
    ReportType(c, R("image.vmeimage.image-operand"), vme::kImageType,
               image->type);
    return;
  }
  const Id result = c.inst().result_type();
  if (!IsDefinedBy(c.module(), result, Op::kTypeVmeImageINTEL)) return;
  const Id expected = c.module()
                          .inst(c.module().def(result))
                          .id(operand::TypeVmeImageINTEL::kImageType);
  if (expected == image->type) return;
  ReportTypes(c, R("image.vmeimage.image-match"), vme::kImageType, image->type,
              expected);
}

constexpr Check kChecks[] = {{Op::kSampledImage, CheckSampledImage},
                             {Op::kVmeImageINTEL, CheckVmeImage}};

}  // namespace

extern constinit const Family kSampledImage(R, kChecks, kOperandRules);

}  // namespace plumb
