// Reads of attachments at the position of the fragment
// (SPV_EXT_shader_tile_image).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace color = grammar::operand::ColorAttachmentReadEXT;

constexpr char kSection[] = "SPV_EXT_shader_tile_image";

constexpr RuleTable R({
    {"tile.color.result-type", kSection,
     "the result type must be a scalar or vector of numbers, not {0}"},
    {"tile.color.attachment-type", kSection,
     "operand Attachment must be an image with Dim TileImageDataEXT, not {0}"},
    {"tile.color.sampled-type", kSection,
     "the components of the result, {0}, must have the sampled type of the "
     "image, {1}"},
    {"tile.depth.result-type", kSection,
     "the result type must be a 32-bit floating-point scalar, not {0}"},
    {"tile.stencil.result-type", kSection,
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"tile.read.sample-type", kSection,
     "{1} must be an integer scalar, not {0}"},
});

constexpr Op kReads[] = {Op::kColorAttachmentReadEXT,
                         Op::kDepthAttachmentReadEXT,
                         Op::kStencilAttachmentReadEXT};

constexpr Signature kSignatures[] = {
    {.ops = Op::kColorAttachmentReadEXT,
     .result = ScalarOrVector(tt::kNumeric),
     .result_rule = &R("tile.color.result-type")},
    {.ops = Op::kDepthAttachmentReadEXT,
     .result = Scalar(tt::kFloat, 32),
     .result_rule = &R("tile.depth.result-type")},
    {.ops = Op::kStencilAttachmentReadEXT,
     .result = Scalar(tt::kInt, 32),
     .result_rule = &R("tile.stencil.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {kReads, "Sample", kIntScalar, &R("tile.read.sample-type")},
};

void CheckColor(const CheckContext& c) {
  const Id type = c.type_of(color::kAttachment);
  const TypeInfo& attachment = c.operand_type(color::kAttachment);
  if (attachment.unknown()) return;
  const ImageType* image =
      attachment.Is(tt::kImage) ? c.context().images().Find(type) : nullptr;
  if (image == nullptr || image->dim != grammar::Dim::kTileImageDataEXT) {
    ReportType(c, R("tile.color.attachment-type"), color::kAttachment, type);
    return;
  }
  const TypeInfo& result = c.result_type();
  if (result.unknown() || !result.Is(tt::kScalar | tt::kVector)) return;
  const Id component =
      result.Is(tt::kScalar) ? c.inst().result_type() : result.element;
  if (component == image->sampled_type ||
      c.context().types().Get(image->sampled_type).unknown()) {
    return;
  }
  ReportTypes(c, R("tile.color.sampled-type"), color::kResultType, component,
              image->sampled_type);
}

constexpr Check kChecks[] = {{Op::kColorAttachmentReadEXT, CheckColor}};

}  // namespace

extern constinit const Family kTileImage(R, kChecks, kSignatures,
                                         kOperandRules);

}  // namespace plumb
