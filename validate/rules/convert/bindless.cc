// Conversions between integers and the images and samplers for which they are
// handles (SPV_NV_bindless_texture).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_NV_bindless_texture";

constexpr RuleTable R({
    {"convert.utoimage.result-type", kSection,
     "the result type must be an image, not {0}"},
    {"convert.utosampler.result-type", kSection,
     "the result type must be a sampler, not {0}"},
    {"convert.utosampledimage.result-type", kSection,
     "the result type must be a sampled image, not {0}"},
    {"convert.imagetou.operand-type", kSection,
     "the operand must be an image, not {0}"},
    {"convert.samplertou.operand-type", kSection,
     "the operand must be a sampler, not {0}"},
    {"convert.sampledimagetou.operand-type", kSection,
     "the operand must be a sampled image, not {0}"},
    {"convert.bindless.integer-type", kSection,
     "a {2}-bit handle must be {1}, not {0}"},
});

constexpr Op kToHandle[] = {Op::kConvertImageToUNV, Op::kConvertSamplerToUNV,
                            Op::kConvertSampledImageToUNV};
constexpr Op kFromHandle[] = {Op::kConvertUToImageNV, Op::kConvertUToSamplerNV,
                              Op::kConvertUToSampledImageNV};

constexpr TypePattern kImage = {.shape = type_trait::kImage};
constexpr TypePattern kSampler = {.shape = type_trait::kSampler};
constexpr TypePattern kSampledImage = {.shape = type_trait::kSampledImage};

constexpr Signature kSignatures[] = {
    {.ops = Op::kConvertUToImageNV,
     .result = kImage,
     .result_rule = &R("convert.utoimage.result-type")},
    {.ops = Op::kConvertUToSamplerNV,
     .result = kSampler,
     .result_rule = &R("convert.utosampler.result-type")},
    {.ops = Op::kConvertUToSampledImageNV,
     .result = kSampledImage,
     .result_rule = &R("convert.utosampledimage.result-type")},
    {.ops = Op::kConvertImageToUNV,
     .operands = kImage,
     .operand_rule = &R("convert.imagetou.operand-type")},
    {.ops = Op::kConvertSamplerToUNV,
     .operands = kSampler,
     .operand_rule = &R("convert.samplertou.operand-type")},
    {.ops = Op::kConvertSampledImageToUNV,
     .operands = kSampledImage,
     .operand_rule = &R("convert.sampledimagetou.operand-type")},
};

// The width of a handle; 0 if the module does not give it.  The instruction
// that gives it follows the memory model.
uint32_t HandleWidth(const CheckContext& c) {
  const InstIndex model = c.context().memory_model().at();
  if (model == kNoInst || model + 1 >= InstIndex(c.module().size())) return 0;
  const Inst mode = c.module().inst(model + 1);
  return mode.op() == Op::kSamplerImageAddressingModeNV
             ? mode.operand_word(
                   operand::SamplerImageAddressingModeNV::kBitWidth)
             : 0;
}

constexpr TypePattern kUint32 = Unsigned(kInt32);

void CheckHandle(const CheckContext& c, OperandIndex at, Id type) {
  const uint32_t width = HandleWidth(c);
  if (width != 32 && width != 64) return;  // reported at the mode
  const bool fits = width == 64 ? IsUint64OrPair(c.context(), type)
                                : Fits(c.context(), kUint32, type);
  if (fits) return;
  c.Report(R("convert.bindless.integer-type"), at,
           {Arg::Type(type),
            width == 64 ? "an unsigned 64-bit integer or a vector of two "
                          "unsigned 32-bit integers"
                        : "an unsigned 32-bit integer",
            width});
}

// The same index in all of these instructions.
constexpr OperandIndex kOperand = operand::ConvertUToImageNV::kOperand;

void CheckResult(const CheckContext& c) {
  CheckHandle(c, operand::ConvertImageToUNV::kResultType,
              c.inst().result_type());
}
void CheckOperand(const CheckContext& c) {
  CheckHandle(c, kOperand, c.type_of(kOperand));
}

static_assert(AllHave(kFromHandle, kOperand));
constexpr Check kChecks[] = {{kToHandle, CheckResult},
                             {kFromHandle, CheckOperand}};

}  // namespace

extern constinit const Family kBindless(R, kChecks, kSignatures);

}  // namespace plumb
