// Weighted sampling, box filters and block matches (SPV_QCOM_image_processing,
// SPV_QCOM_image_processing2): operands and results.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_report.h"
#include "validate/facts/processing_ops.h"

namespace plumb {
namespace {

namespace filter = grammar::operand::ImageBoxFilterQCOM;
namespace match = grammar::operand::ImageBlockMatchSSDQCOM;
namespace weighted = grammar::operand::ImageSampleWeightedQCOM;

constexpr char kFirst[] = "SPV_QCOM_image_processing";
constexpr char kSecond[] = "SPV_QCOM_image_processing2";
constexpr char kRequiresSampledImage[] = "{1} must be a sampled image, not {0}";
constexpr char kRequiresSingle[] = "the image must not be multisampled";
constexpr char kRequiresFloats[] =
    "{1} must be a vector of two floating-point numbers, not {0}";
constexpr char kRequiresInts[] =
    "{1} must be a vector of two unsigned integers, not {0}";
constexpr char kRequiresFour[] =
    "the result type should be a vector of four components of the sampled "
    "type, not {0}";

constexpr RuleTable R({
    Malformed({"image.processing.sampled-image", kFirst,
               kRequiresSampledImage}),
    Malformed({"image.blockmatch.sampled-image", kSecond,
               kRequiresSampledImage}),
    {"image.processing.ms-0", kFirst, kRequiresSingle},
    {"image.blockmatch.ms-0", kSecond, kRequiresSingle},
    {"image.processing.coordinate", kFirst, kRequiresFloats},
    {"image.processing.box-size", kFirst, kRequiresFloats},
    {"image.processing.match-coordinate", kFirst, kRequiresInts},
    {"image.processing.block-size", kFirst, kRequiresInts},
    {"image.blockmatch.coordinate", kSecond, kRequiresInts},
    {"image.blockmatch.block-size", kSecond, kRequiresInts},
    // The documents do not give the number of components.
    {"image.processing.result-type", kFirst, kRequiresFour, "",
     Severity::kWarning},
    {"image.blockmatch.result-type", kSecond, kRequiresFour, "",
     Severity::kWarning},
});

constexpr auto kFilters = JoinOps(kWeightedSamples, kBoxFilters);
constexpr auto kProcessing = JoinOps(kWeightedSamples, kBoxFilters, kMatches);
constexpr auto kNewMatches = JoinOps(kWindowMatches, kGatherMatches);

constexpr TypePattern kSampledImage = {.shape = tt::kSampledImage};
constexpr TypePattern kTwoFloats = Vector(tt::kFloat, 0, 2);
constexpr TypePattern kTwoInts = Unsigned(Vector(tt::kInt, 0, 2));

constexpr OperandRule kOperandRules[] = {
    {kFilters, filter::kTexture, kSampledImage,
     &R("image.processing.sampled-image")},
    {kWeightedSamples, weighted::kWeights, kSampledImage,
     &R("image.processing.sampled-image")},
    {kMatches, match::kTarget, kSampledImage,
     &R("image.processing.sampled-image")},
    {kMatches, match::kReference, kSampledImage,
     &R("image.processing.sampled-image")},
    {kNewMatches, match::kTarget, kSampledImage,
     &R("image.blockmatch.sampled-image")},
    {kNewMatches, match::kReference, kSampledImage,
     &R("image.blockmatch.sampled-image")},
    {kFilters, filter::kCoordinates, kTwoFloats,
     &R("image.processing.coordinate")},
    {kBoxFilters, filter::kBoxSize, kTwoFloats,
     &R("image.processing.box-size")},
    {kMatches, match::kTargetCoordinates, kTwoInts,
     &R("image.processing.match-coordinate")},
    {kMatches, match::kReferenceCoordinates, kTwoInts,
     &R("image.processing.match-coordinate")},
    {kMatches, match::kBlockSize, kTwoInts, &R("image.processing.block-size")},
    {kNewMatches, match::kTargetCoordinates, kTwoInts,
     &R("image.blockmatch.coordinate")},
    {kNewMatches, match::kReferenceCoordinates, kTwoInts,
     &R("image.blockmatch.coordinate")},
    {kNewMatches, match::kBlockSize, kTwoInts,
     &R("image.blockmatch.block-size")},
};

// --- Images and results ---

void CheckSingle(const CheckContext& c, const Rule& rule,
                 OperandIndex operand) {
  if (!c.operand_type(operand).Is(tt::kSampledImage)) return;
  const ImageType* image = c.context().images().Find(c.type_of(operand));
  if (image == nullptr || image->multisampled == 0) return;
  ReportImage(c, rule, operand, *image, {});
}

void CheckResult(const CheckContext& c, const Rule& rule) {
  constexpr TypePattern kFour = Vector(tt::kNumeric, 0, 4);
  const Id result = c.inst().result_type();
  const ImageType* image = AccessedImage(c);
  if (c.result_type().unknown() || image == nullptr) return;
  const TypeInfo& sampled = c.context().types().Get(image->sampled_type);
  if (Fits(c.context(), kFour, result) &&
      (sampled.unknown() || sampled.Is(tt::kVoid) ||
       c.result_type().element == image->sampled_type)) {
    return;
  }
  ReportType(c, rule, filter::kResultType, result);
}

void CheckProcessing(const CheckContext& c) {
  CheckSingle(c, R("image.processing.ms-0"), filter::kTexture);
  CheckSingle(c, R("image.processing.ms-0"), weighted::kWeights);
  CheckResult(c, R("image.processing.result-type"));
}

void CheckNewMatch(const CheckContext& c) {
  CheckSingle(c, R("image.blockmatch.ms-0"), match::kTarget);
  CheckSingle(c, R("image.blockmatch.ms-0"), match::kReference);
  CheckResult(c, R("image.blockmatch.result-type"));
}

constexpr Check kChecks[] = {{kProcessing, CheckProcessing},
                             {kNewMatches, CheckNewMatch}};

}  // namespace

extern constinit const Family kImageProcessing(R, kChecks, kOperandRules);

}  // namespace plumb
