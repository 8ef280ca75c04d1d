// Texel access with a sampler: sampling and gathering, with and without
// projection and depth comparison, and the sparse forms (section 3.3.10; the
// SPIR-V environment of Vulkan).
//
// sparse_images.cc checks the results of sparse instructions, except for depth
// comparisons; image_operands.cc checks Image Operands.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace gather = grammar::operand::ImageGather;
namespace sample = grammar::operand::ImageSampleImplicitLod;
using grammar::Dim;
using grammar::ImageOperands;

constexpr char kRequiresFloat[] =
    "{1} must be a floating-point scalar or vector, not {0}";
constexpr char kTooFew[] =
    "{2} must have at least {1} component{1s} for this image, but {0} has "
    "fewer";
constexpr char kWrongDim[] = "{0} cannot be used on an image with Dim {1}";
constexpr char kNotSingle[] =
    "{0} cannot be used on a multisampled image (MS {1})";
constexpr char kRequiresSampledType[] =
    "the components of the result, {0}, must have the sampled type of the "
    "image, {1}";
constexpr char kRequiresNumber[] =
    "the result of a depth comparison must be a scalar number, not {0}";

constexpr RuleTable R({
    Malformed({"image.sampled-image-operand.type", "3.3.10",
               "{1} must be a sampled image, not {0}"}),
    {"image.sample.result-numeric-vector", "3.3.10",
     "the result type must be a vector of numbers, not {0}"},
    {"image.sample.result-four-components", "3.3.10",
     "the result type must be a vector of four components, not {0}"},
    Also("image.float16.result-type",
         {"image.sample.result-sampled-type", "3.3.10", kRequiresSampledType}),
    {"image.sampledref.result-numeric-scalar", "3.3.10", kRequiresNumber},
    {"image.sampledref.result-sampled-type", "3.3.10", kRequiresSampledType},
    {"image.sparsesampledref.texel-numeric-scalar", "3.3.10", kRequiresNumber},
    {"image.sparsesampledref.texel-sampled-type", "3.3.10",
     kRequiresSampledType},
    Also("image.float16.coordinate",
         {"image.sample.coordinate-float", "3.3.10", kRequiresFloat}),
    {"image.sampleexplicit.coordinate-numeric", "3.3.10",
     "{1} must be a scalar or vector of numbers, not {0}"},
    {.id = "image.sampleexplicit.coordinate-float-unless-kernel",
     .section = "3.3.10",
     .text = kRequiresFloat,
     .when = {.unless = Capability::kKernel}},
    {"image.sampleproj.coordinate-float-vector", "3.3.10",
     "{1} must be a floating-point vector, not {0}"},
    {"image.sample.dref-scalar-float", "3.3.10",
     "{1} must be a 32-bit floating-point scalar, not {0}"},
    {"image.imagegather.component-int", "3.3.10",
     "{1} must be a 32-bit integer scalar, not {0}"},
    InVulkan("image.imagegather.component-constant",
             "in Vulkan, {1}, {0}, must be a constant",
             "VUID-StandaloneSpirv-OpImageGather-04664"),
    {"image.sample.dim-not-buffer", "3.3.10", kWrongDim},
    Also("image.operands.bias-ms-0 image.operands.grad-ms-0 "
         "image.operands.minlod-ms-0",
         {"image.sample.ms-0", "3.3.10", kNotSingle}),
    {"image.sample.coordinate-min-components", "3.3.10", kTooFew},
    {"image.sampleproj.dim", "3.3.10", kWrongDim},
    {"image.sampleproj.arrayed-0", "3.3.10",
     "{0} cannot be used on an arrayed image (Arrayed {1})"},
    {"image.sampleproj.ms-0", "3.3.10", kNotSingle},
    {"image.sampleproj.coordinate-min-components", "3.3.10", kTooFew},
    {"image.gather.dim", "3.3.10", kWrongDim},
    {"image.gather.ms-0", "3.3.10", kNotSingle},
    {"image.gather.coordinate-min-components", "3.3.10", kTooFew},
    InVulkan(
        "image.sampledref.dim-not-3d",
        "in Vulkan, an image with Dim 3D cannot be used for depth comparisons",
        "VUID-StandaloneSpirv-OpImage-04777"),
    // Implementations accept others.
    {"image.sampleexplicit.needs-lod-operand", "3.3.10",
     "{0} requires image operand Lod or Grad", "", Severity::kWarning},
});

// --- Instructions ---

constexpr Op kImplicit[] = {Op::kImageSampleImplicitLod,
                            Op::kImageSparseSampleImplicitLod};
constexpr Op kExplicit[] = {Op::kImageSampleExplicitLod,
                            Op::kImageSparseSampleExplicitLod};
constexpr Op kPlainDref[] = {Op::kImageSampleDrefImplicitLod,
                             Op::kImageSampleDrefExplicitLod};
constexpr Op kSparseDref[] = {Op::kImageSparseSampleDrefImplicitLod,
                              Op::kImageSparseSampleDrefExplicitLod};
constexpr Op kPlainProj[] = {Op::kImageSampleProjImplicitLod,
                             Op::kImageSampleProjExplicitLod};
constexpr Op kProjDref[] = {Op::kImageSampleProjDrefImplicitLod,
                            Op::kImageSampleProjDrefExplicitLod};
constexpr Op kWithComponent[] = {Op::kImageGather, Op::kImageSparseGather};
constexpr Op kDrefGathers[] = {Op::kImageDrefGather,
                               Op::kImageSparseDrefGather};
// Without sparse instructions, whose result is a structure.
constexpr Op kTexels[] = {Op::kImageSampleImplicitLod,
                          Op::kImageSampleExplicitLod,
                          Op::kImageSampleProjImplicitLod,
                          Op::kImageSampleProjExplicitLod,
                          Op::kImageFetch,
                          Op::kImageGather,
                          Op::kImageDrefGather};
constexpr Op kExplicitLods[] = {
    Op::kImageSampleExplicitLod,       Op::kImageSampleDrefExplicitLod,
    Op::kImageSparseSampleExplicitLod, Op::kImageSparseSampleDrefExplicitLod,
    Op::kImageSampleProjExplicitLod,   Op::kImageSampleProjDrefExplicitLod};

constexpr auto kDref = JoinOps(kPlainDref, kSparseDref, kProjDref);
constexpr auto kSamples =
    JoinOps(kImplicit, kExplicit, kPlainDref, kSparseDref);
constexpr auto kProj = JoinOps(kPlainProj, kProjDref);
constexpr auto kGathers = JoinOps(kWithComponent, kDrefGathers);
constexpr auto kSamplers =
    JoinOps(kImplicit, kExplicit, kPlainDref, kSparseDref, kPlainProj,
            kProjDref, kWithComponent, kDrefGathers, Op::kImageQueryLod);
constexpr auto kWithFloats =
    JoinOps(kImplicit, kPlainDref, kSparseDref, kWithComponent, kDrefGathers,
            Op::kImageQueryLod);
constexpr auto kComparisons =
    JoinOps(kPlainDref, kSparseDref, kProjDref, kDrefGathers);
constexpr auto kPlainComparisons = JoinOps(kPlainDref, kProjDref);

// --- Operands ---

constexpr TypePattern kSampledImageType = {.shape = tt::kSampledImage};
constexpr TypePattern kFloats = ScalarOrVector(tt::kFloat);

constexpr OperandRule kOperandRules[] = {
    {kTexels, sample::kResultType, Vector(tt::kNumeric),
     &R("image.sample.result-numeric-vector")},
    {kTexels, sample::kResultType, Vector(tt::kNumeric, 0, 4),
     &R("image.sample.result-four-components")},
    {kPlainComparisons, sample::kResultType, Scalar(tt::kNumeric),
     &R("image.sampledref.result-numeric-scalar")},
    {kSamplers, sample::kSampledImage, kSampledImageType,
     &R("image.sampled-image-operand.type")},
    {kWithFloats, sample::kCoordinate, kFloats,
     &R("image.sample.coordinate-float")},
    {kExplicit, sample::kCoordinate, ScalarOrVector(tt::kNumeric),
     &R("image.sampleexplicit.coordinate-numeric")},
    {kExplicit, sample::kCoordinate, kFloats,
     &R("image.sampleexplicit.coordinate-float-unless-kernel")},
    {kProj, sample::kCoordinate, Vector(tt::kFloat),
     &R("image.sampleproj.coordinate-float-vector")},
    {kComparisons, "Dref", kFloat32, &R("image.sample.dref-scalar-float")},
    {kWithComponent, gather::kComponent, kInt32,
     &R("image.imagegather.component-int")},
    {kWithComponent, gather::kComponent, kInt32,
     &R("image.imagegather.component-constant"), DefinedBy::kConstant},
};

// --- Images ---

void ReportDim(const CheckContext& c, const Rule& rule,
               const ImageType& image) {
  ReportImage(c, rule, sample::kSampledImage, image,
              {c.inst().op(), Arg::Enumerant(Kind::kDim, image.dim)});
}

// Checks that the image has one sample per texel.
bool CheckSingle(const CheckContext& c, const Rule& rule,
                 const ImageType& image) {
  if (image.multisampled == 0) return true;
  ReportImage(c, rule, sample::kSampledImage, image,
              {c.inst().op(), image.multisampled});
  return false;
}

bool CheckSampleImage(const CheckContext& c, const ImageType& image) {
  if (image.dim != Dim::kBuffer) {
    return CheckSingle(c, R("image.sample.ms-0"), image);
  }
  ReportDim(c, R("image.sample.dim-not-buffer"), image);
  return false;
}

bool CheckProjImage(const CheckContext& c, const ImageType& image) {
  switch (image.dim) {
    case Dim::k1D:
    case Dim::k2D:
    case Dim::k3D:
    case Dim::kRect:
      break;
    default:
      ReportDim(c, R("image.sampleproj.dim"), image);
      return false;
  }
  if (image.arrayed == 0) {
    return CheckSingle(c, R("image.sampleproj.ms-0"), image);
  }
  ReportImage(c, R("image.sampleproj.arrayed-0"), sample::kSampledImage, image,
              {c.inst().op(), image.arrayed});
  return false;
}

bool CheckGatherImage(const CheckContext& c, const ImageType& image) {
  switch (image.dim) {
    case Dim::k2D:
    case Dim::kCube:
    case Dim::kRect:
      return CheckSingle(c, R("image.gather.ms-0"), image);
    default:
      ReportDim(c, R("image.gather.dim"), image);
      return false;
  }
}

void CheckSample(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || !CheckSampleImage(c, *image)) return;
  CheckMinComponents(c, R("image.sample.coordinate-min-components"),
                     sample::kCoordinate, *image, Addressing::kSample);
}

void CheckProj(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || !CheckProjImage(c, *image)) return;
  CheckMinComponents(c, R("image.sampleproj.coordinate-min-components"),
                     sample::kCoordinate, *image, Addressing::kProject);
}

void CheckGather(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || !CheckGatherImage(c, *image)) return;
  CheckMinComponents(c, R("image.gather.coordinate-min-components"),
                     sample::kCoordinate, *image, Addressing::kSample);
}

// --- Results ---

void CheckTexel(const CheckContext& c) {
  if (const ImageType* image = AccessedImage(c); image != nullptr) {
    CheckTexelComponents(c, R("image.sample.result-sampled-type"), *image);
  }
}

// No image is exempt: an image for depth comparison has a sampled type.
void CheckComparison(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  CheckTexelComponents(c, R("image.sampledref.result-sampled-type"), *image,
                       /*allow_void=*/true);
}

void CheckSparseComparison(const CheckContext& c) {
  const Id texel = TexelTypeOf(c);
  const TypeInfo& info = c.context().types().Get(texel);
  if (info.unknown()) return;
  if (!info.Is(tt::kScalar) || !info.Is(tt::kNumeric)) {
    ReportType(c, R("image.sparsesampledref.texel-numeric-scalar"),
               sample::kResultType, texel);
    c.PoisonResult();
    return;
  }
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  CheckTexelComponents(c, R("image.sparsesampledref.texel-sampled-type"),
                       *image, /*allow_void=*/true);
}

void CheckDepthDim(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr || image->dim != Dim::k3D) return;
  ReportDim(c, R("image.sampledref.dim-not-3d"), *image);
}

void CheckExplicitLod(const CheckContext& c) {
  const ImageOperandList operands(c.inst());
  if (!operands.present() || operands.Has(ImageOperands::kLod) ||
      operands.Has(ImageOperands::kGrad)) {
    return;
  }
  c.Report(R("image.sampleexplicit.needs-lod-operand"), operands.mask_operand(),
           {c.inst().op()});
}

constexpr Check kChecks[] = {
    {kSamples, CheckSample},
    {kProj, CheckProj},
    {kGathers, CheckGather},
    {kTexels, CheckTexel},
    {kPlainComparisons, CheckComparison},
    {kSparseDref, CheckSparseComparison},
    {kDref, CheckDepthDim},
    {kExplicitLods, CheckExplicitLod},
};

}  // namespace

extern constinit const Family kSampling(R, kChecks, kOperandRules);

}  // namespace plumb
