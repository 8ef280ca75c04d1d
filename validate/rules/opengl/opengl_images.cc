// OpenGL's rules for images (ARB_gl_spirv, section A.spv.4).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/images.h"
#include "validate/engine/family.h"
#include "validate/rules/opengl_section.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    InOpenGl("opengl.image.sampled-type",
             "in OpenGL, the sampled type must be a 32-bit floating-point or "
             "32-bit integer scalar, not {0}"),
    InOpenGl("opengl.image.sampled-1",
             "in OpenGL, {1} requires an image with Sampled 1, not {0}"),
});

// An extension adds images of 64-bit integers, with a capability.
bool IsSampledType(const ModuleContext& context, const TypeInfo& type) {
  if (!type.Is(tt::kScalar) || !type.Is(tt::kInt | tt::kFloat)) return false;
  return type.width == 32 || (type.width == 64 && type.Is(tt::kInt) &&
                              context.Has(Capability::kInt64ImageEXT));
}

void CheckType(const CheckContext& c) {
  constexpr OperandIndex kSampledType = operand::TypeImage::kSampledType;
  const Id id = c.inst().id(kSampledType);
  const TypeInfo& type = c.context().types().Get(id);
  if (type.unknown() || IsSampledType(c.context(), type)) return;
  c.Report(R("opengl.image.sampled-type"), kSampledType, {Arg::Type(id)});
}

constexpr Op kSampledOps[] = {Op::kSampledImage, Op::kImageQuerySizeLod,
                              Op::kImageQueryLevels};
constexpr OperandIndex kImage = operand::SampledImage::kImage;
static_assert(kImage == operand::ImageQuerySizeLod::kImage);
static_assert(kImage == operand::ImageQueryLevels::kImage);

void CheckSampled(const CheckContext& c) {
  const ImageType* const image = c.context().images().Find(c.type_of(kImage));
  // Another rule reports other values than 0, 1 and 2.
  if (image == nullptr || image->sampled == 1 || image->sampled > 2) return;
  c.Report(R("opengl.image.sampled-1"), kImage, {image->sampled, c.inst().op()})
      .Note("the image type is declared here",
            Place::At(c.module().def(image->type)));
}

constexpr Check kChecks[] = {
    {Op::kTypeImage, CheckType, Requires(Api::kOpenGl)},
    {kSampledOps, CheckSampled, Requires(Api::kOpenGl)}};

}  // namespace

extern constinit const Family kOpenglImages(R, kChecks);

}  // namespace plumb
