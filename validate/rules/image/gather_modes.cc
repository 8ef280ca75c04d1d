// Gathers from other texels than a square (SPV_QCOM_image_processing3).
//
// Tested by testdata/rule_test.cc.
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/image_coordinates.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"

namespace plumb {
namespace {

namespace gather = grammar::operand::ImageGatherQCOM;
using grammar::Dim;

constexpr char kSection[] = "SPV_QCOM_image_processing3";
constexpr char kRequiresInt[] = "{1} must be a 32-bit integer scalar, not {0}";

constexpr RuleTable R({
    {"image.gatherqcom.result-type", kSection,
     "the result type must be a vector of four numbers, not {0}"},
    {"image.gatherqcom.component-type", kSection,
     "the components of the result, {0}, must have the sampled type of the "
     "image, {1}"},
    Malformed({"image.gatherqcom.sampled-image", kSection,
               "{1} must be a sampled image, not {0}"}),
    {"image.gatherqcom.dim", kSection,
     "the image must have Dim 2D or Rect, not {0}"},
    {"image.gatherqcom.ms-0", kSection, "the image must not be multisampled"},
    {"image.gatherqcom.coordinate-type", kSection,
     "{1} must be a floating-point vector, not {0}"},
    {"image.gatherqcom.coordinate-count", kSection,
     "{2} must have at least {1} component{1s} for this image, but {0} has "
     "fewer"},
    {"image.gatherqcom.component-int", kSection, kRequiresInt},
    // The result for other components is undefined.
    {"image.gatherqcom.component-value", kSection,
     "the component must be from 0 to 3, not {0}", "", Severity::kWarning},
    {"image.gatherqcom.mode-int", kSection, kRequiresInt},
    {"image.gatherqcom.mode-constant", kSection,
     "{1} must be a constant, but {0} is not"},
    {"image.gatherqcom.mode-value", kSection,
     "{0} is not a gather mode: Gather4x1QCOM (0), GatherDQCOM (1), "
     "GatherH2QCOM (2) or GatherV2QCOM (3)"},
    WithFix(DeclareArgument(1), {"image.gatherqcom.mode-capability", kSection,
                                 "gather mode {0} requires capability {1}"}),
});

constexpr OperandRule kOperandRules[] = {
    {Op::kImageGatherQCOM, gather::kResultType, Vector(tt::kNumeric, 0, 4),
     &R("image.gatherqcom.result-type")},
    {Op::kImageGatherQCOM,
     gather::kSampledImage,
     {.shape = tt::kSampledImage},
     &R("image.gatherqcom.sampled-image")},
    {Op::kImageGatherQCOM, gather::kCoordinate, Vector(tt::kFloat),
     &R("image.gatherqcom.coordinate-type")},
    {Op::kImageGatherQCOM, gather::kComponent, kInt32,
     &R("image.gatherqcom.component-int")},
    {Op::kImageGatherQCOM, gather::kMode, kInt32,
     &R("image.gatherqcom.mode-int")},
    {Op::kImageGatherQCOM, gather::kMode, kInt32,
     &R("image.gatherqcom.mode-constant"), DefinedBy::kConstant},
};

void CheckImage(const CheckContext& c) {
  const ImageType* image = AccessedImage(c);
  if (image == nullptr) return;
  CheckTexelComponents(c, R("image.gatherqcom.component-type"), *image);
  if (image->dim != Dim::k2D && image->dim != Dim::kRect) {
    ReportImage(c, R("image.gatherqcom.dim"), gather::kSampledImage, *image,
                {Arg::Enumerant(Kind::kDim, image->dim)});
    return;
  }
  if (image->multisampled != 0) {
    ReportImage(c, R("image.gatherqcom.ms-0"), gather::kSampledImage, *image,
                {});
  }
  CheckMinComponents(c, R("image.gatherqcom.coordinate-count"),
                     gather::kCoordinate, *image, Addressing::kSample);
}

void CheckComponent(const CheckContext& c) {
  constexpr uint32_t kComponents = 4;
  const std::optional<uint32_t> value =
      FixedValue(c, c.inst().id(gather::kComponent));
  if (!value.has_value() || *value < kComponents) return;
  c.Report(R("image.gatherqcom.component-value"), gather::kComponent, {*value});
}

// Gather modes, which are not in the grammar: they are values of <id>s.
constexpr uint32_t kGather4x1 = 0;
constexpr uint32_t kModes = 4;

void CheckMode(const CheckContext& c) {
  const std::optional<uint32_t> mode =
      FixedValue(c, c.inst().id(gather::kMode));
  if (!mode.has_value()) return;
  if (*mode >= kModes) {
    c.Report(R("image.gatherqcom.mode-value"), gather::kMode, {*mode});
    return;
  }
  const Capability needed = *mode == kGather4x1
                                ? Capability::kImageGatherLinearQCOM
                                : Capability::kImageGatherExtendedModesQCOM;
  if (c.context().Has(needed)) return;
  c.Report(R("image.gatherqcom.mode-capability"), gather::kMode,
           {*mode, Arg::Enumerant(Kind::kCapability, needed)});
}

constexpr Check kChecks[] = {{Op::kImageGatherQCOM, CheckImage},
                             {Op::kImageGatherQCOM, CheckComponent},
                             {Op::kImageGatherQCOM, CheckMode}};

}  // namespace

extern constinit const Family kGatherModes(R, kChecks, kOperandRules);

}  // namespace plumb
