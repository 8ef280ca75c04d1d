// Compressed multisampled images (SPV_AMD_shader_fragment_mask).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"

namespace plumb {
namespace {

namespace fetch = grammar::operand::FragmentFetchAMD;
using grammar::Dim;

constexpr char kSection[] = "SPV_AMD_shader_fragment_mask";

constexpr RuleTable R({
    {"image.fragmentmaskfetch.result-type", kSection,
     "the result type must be an unsigned 32-bit integer scalar, not {0}"},
    {"image.fragmentfetch.result-type", kSection,
     "the result type must be a vector of four numbers, not {0}"},
    {"image.fragmentfetch.component-type", kSection,
     "the components of the result, {0}, must have the sampled type of the "
     "image, {1}"},
    Malformed({"image.fragmentmask.image-type", kSection,
               "{1} must be an image, not {0}"}),
    {"image.fragmentmask.multisampled", kSection,
     "the image must be multisampled"},
    {"image.fragmentmask.dim", kSection,
     "the image must have Dim 2D or SubpassData, not {0}"},
    {"image.fragmentmask.coordinate-type", kSection,
     "{1} must be an integer scalar or vector, not {0}"},
    {"image.fragmentmask.coordinate-count", kSection,
     "{2} must have at least {1} component{1s} for this image, but {0} has "
     "fewer"},
    {"image.fragmentfetch.index-type", kSection,
     "{1} must be an integer scalar, not {0}"},
});

constexpr Op kOps[] = {Op::kFragmentMaskFetchAMD, Op::kFragmentFetchAMD};

constexpr OperandRule kOperandRules[] = {
    {Op::kFragmentMaskFetchAMD, fetch::kResultType, Unsigned(kInt32),
     &R("image.fragmentmaskfetch.result-type")},
    {Op::kFragmentFetchAMD, fetch::kResultType, Vector(tt::kNumeric, 0, 4),
     &R("image.fragmentfetch.result-type")},
    {kOps,
     fetch::kImage,
     {.shape = tt::kImage},
     &R("image.fragmentmask.image-type")},
    {kOps, fetch::kCoordinate, ScalarOrVector(tt::kInt),
     &R("image.fragmentmask.coordinate-type")},
    {Op::kFragmentFetchAMD, fetch::kFragmentIndex, kIntScalar,
     &R("image.fragmentfetch.index-type")},
};

void CheckImage(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  if (image->dim != Dim::k2D && image->dim != Dim::kSubpassData) {
    ReportImage(c, R("image.fragmentmask.dim"), fetch::kImage, *image,
                {Arg::Enumerant(Kind::kDim, image->dim)});
    return;
  }
  if (image->multisampled == 0) {
    ReportImage(c, R("image.fragmentmask.multisampled"), fetch::kImage, *image,
                {});
  }
  CheckMinComponents(c, R("image.fragmentmask.coordinate-count"),
                     fetch::kCoordinate, *image, Addressing::kFetch);
}

void CheckTexel(const CheckContext& c) {
  if (const ImageType* image = AccessedImage(c); image != nullptr) {
    CheckTexelComponents(c, R("image.fragmentfetch.component-type"), *image);
  }
}

constexpr Check kChecks[] = {{kOps, CheckImage},
                             {Op::kFragmentFetchAMD, CheckTexel}};

}  // namespace

extern constinit const Family kFragmentMask(R, kChecks, kOperandRules);

}  // namespace plumb
