// OpImageTexelPointer (section 3.3.8, SPV_EXT_shader_tile_image,
// SPV_KHR_untyped_pointers).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_report.h"
#include "validate/facts/texel_pointer_uses.h"

namespace plumb {
namespace {

namespace texel = grammar::operand::ImageTexelPointer;
using grammar::Dim;

constexpr RuleTable R({
    Also("image.imagetexelpointer.untyped-result",
         {"image.imagetexelpointer.result-storage-class", "3.3.8",
          "the result type must be a pointer into storage class Image, not "
          "{0}"}),
    {"image.imagetexelpointer.result-pointee", "3.3.8",
     "the result must point to a numerical scalar or void, not to {0}"},
    Also("image.imagetexelpointer.untyped-image",
         Malformed({"image.imagetexelpointer.image-type", "3.3.8",
                    "{1} must be a pointer to an image, not {0}"})),
    {"image.imagetexelpointer.sampled-type", "3.3.8",
     "the result must point to the sampled type of the image, {1}, not to {0}"},
    {"image.imagetexelpointer.not-subpassdata", "3.3.8",
     "the image must not have Dim {0}"},
    {"image.imagetexelpointer.not-tileimage", "SPV_EXT_shader_tile_image",
     "the image must not have Dim {0}"},
    {"image.imagetexelpointer.arrayed-dim", "3.3.8",
     "an arrayed image with Dim {0} has no coordinates"},
    {"image.imagetexelpointer.coordinate-type", "3.3.8",
     "{1} must be an integer scalar or vector, not {0}"},
    {"image.imagetexelpointer.coordinate-count", "3.3.8",
     "{2} must have {1} component{1s} for this image, but {0} does not"},
    {"image.imagetexelpointer.sample-type", "3.3.8",
     "{1} must be an integer scalar, not {0}"},
    {"image.imagetexelpointer.atomic-use-only", "3.3.8",
     "{1} can be used only by atomic instructions, not by {0}"},
});

constexpr StorageClass kImageClass[] = {StorageClass::kImage};
constexpr TypePattern kImage = {.shape = tt::kImage};
constexpr TypePattern kPointerToImage = {.shape = tt::kAnyPointer,
                                         .element = &kImage};

constexpr OperandRule kOperandRules[] = {
    {Op::kImageTexelPointer, texel::kResultType,
     kAnyPointer.InStorageClass(kImageClass),
     &R("image.imagetexelpointer.result-storage-class")},
    {Op::kImageTexelPointer, texel::kImage, kPointerToImage,
     &R("image.imagetexelpointer.image-type")},
    {Op::kImageTexelPointer, texel::kCoordinate, ScalarOrVector(tt::kInt),
     &R("image.imagetexelpointer.coordinate-type")},
    {Op::kImageTexelPointer, texel::kSample, kIntScalar,
     &R("image.imagetexelpointer.sample-type")},
};

// The type that the result points to, if valid; kNoId otherwise, and for an
// untyped pointer.
Id CheckPointee(const CheckContext& c) {
  constexpr TypePattern kNumber = Scalar(tt::kNumeric);
  const TypeInfo& result = c.result_type();
  if (result.unknown() || !result.Is(tt::kPointer)) return kNoId;
  const Id pointee = result.element;
  const TypeInfo& info = c.context().types().Get(pointee);
  if (info.unknown()) return kNoId;
  if (info.Is(tt::kVoid) || Fits(c.context(), kNumber, pointee)) return pointee;
  ReportType(c, R("image.imagetexelpointer.result-pointee"), texel::kResultType,
             pointee);
  c.PoisonResult();
  return kNoId;
}

void CheckDim(const CheckContext& c, const Rule& rule, const ImageType& image) {
  ReportImage(c, rule, texel::kImage, image,
              {Arg::Enumerant(Kind::kDim, image.dim)});
}

void CheckImage(const CheckContext& c, const ImageType& image) {
  if (image.dim == Dim::kSubpassData) {
    CheckDim(c, R("image.imagetexelpointer.not-subpassdata"), image);
  } else if (image.dim == Dim::kTileImageDataEXT) {
    CheckDim(c, R("image.imagetexelpointer.not-tileimage"), image);
  } else if (ComponentsOf(image, Addressing::kTexelPointer) == 0 &&
             image.arrayed != 0) {
    CheckDim(c, R("image.imagetexelpointer.arrayed-dim"), image);
  } else {
    CheckSameComponents(c, R("image.imagetexelpointer.coordinate-count"),
                        texel::kCoordinate, image, Addressing::kTexelPointer);
  }
}

void CheckPointer(const CheckContext& c) {
  const Id pointee = CheckPointee(c);
  const TypeInfo& pointer = c.operand_type(texel::kImage);
  if (pointer.unknown() || !pointer.Is(tt::kPointer)) return;
  const TypeTable& types = c.context().types();
  if (!types.Get(pointer.element).Is(tt::kImage)) return;
  const ImageType* image = c.context().images().Find(pointer.element);
  if (image == nullptr) return;
  if (pointee != kNoId && pointee != image->sampled_type &&
      !types.Get(image->sampled_type).unknown()) {
    ReportTypes(c, R("image.imagetexelpointer.sampled-type"),
                texel::kResultType, pointee, image->sampled_type);
  }
  CheckImage(c, *image);
}

void CheckUses(ModuleContext& context) {
  CheckTexelPointerUses(context, Op::kImageTexelPointer,
                        R("image.imagetexelpointer.atomic-use-only"));
}
constexpr Check kChecks[] = {{Op::kImageTexelPointer, CheckPointer}};

}  // namespace

extern constinit const Family kTexelPointer(
    R, kModuleCheck<Phase::kSummaries, CheckUses, Op::kImageTexelPointer>,
    kChecks, kOperandRules);

}  // namespace plumb
