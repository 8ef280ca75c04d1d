// Texel offsets that a device supports.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>

#include "validate/engine/family.h"
#include "validate/facts/image_instruction.h"
#include "validate/facts/image_ops.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

using grammar::ImageOperands;

constexpr char kBelow[] =
    "an offset of -{0} is below {2}, which is -{1} on the device";
constexpr char kAbove[] =
    "an offset of {0} is above {2}, which is {1} on the device";
constexpr RuleTable R({
    DeviceRule("device.gather-offset.minimum", kBelow,
               "VUID-RuntimeSpirv-OpImage-06376"),
    DeviceRule("device.gather-offset.maximum", kAbove,
               "VUID-RuntimeSpirv-OpImage-06377"),
    DeviceRule("device.texel-offset.minimum", kBelow,
               "VUID-RuntimeSpirv-OpImageSample-06435"),
    DeviceRule("device.texel-offset.maximum", kAbove,
               "VUID-RuntimeSpirv-OpImageSample-06436"),
});

struct Bounds {
  DeviceLimit min;
  const Rule* below;
  DeviceLimit max;
  const Rule* above;
};
constexpr Bounds kGather = {
    "minTexelGatherOffset", &R("device.gather-offset.minimum"),
    "maxTexelGatherOffset", &R("device.gather-offset.maximum")};
constexpr Bounds kSample = {"minTexelOffset", &R("device.texel-offset.minimum"),
                            "maxTexelOffset",
                            &R("device.texel-offset.maximum")};

uint64_t Magnitude(int64_t number) {
  const auto bits = static_cast<uint64_t>(number);
  return number < 0 ? 0 - bits : bits;
}

// Checks a number; false if it is invalid.
bool CheckNumber(const CheckContext& c, const Bounds& bounds,
                 OperandIndex operand, int64_t number) {
  const Device& device = *DeviceOf(c.context());
  const auto report = [&](const Rule& rule, DeviceLimit limit, int64_t bound) {
    c.Report(rule, operand,
             {Magnitude(number), Magnitude(bound), limit.name()});
    return false;
  };
  // The minimum is never above 0, and the maximum never below.
  const auto min = NumberOf(device, bounds.min);
  if (min && number < std::min<int64_t>(*min, 0)) {
    return report(*bounds.below, bounds.min, *min);
  }
  const auto max = NumberOf(device, bounds.max);
  if (max && number > std::max<int64_t>(*max, 0)) {
    return report(*bounds.above, bounds.max, *max);
  }
  return true;
}

// A number or a vector of numbers.
bool CheckOffset(const CheckContext& c, const Bounds& bounds,
                 OperandIndex operand, Id offset) {
  const TypeInfo& type = c.context().types().TypeOf(c.module(), offset);
  if (type.poisoned() || !type.Is(type_trait::kInt)) return true;
  const bool is_scalar = type.Is(type_trait::kScalar);
  for (uint32_t i = 0; i < type.count; ++i) {
    const ScalarConstant number =
        is_scalar ? c.context().constants().Scalar(offset)
                  : c.context().constants().Component(offset, i);
    if (number.fixed() && !CheckNumber(c, bounds, operand, number.value)) {
      return false;
    }
  }
  return true;
}

// ConstOffsets is an array of four.
void CheckOffsets(const CheckContext& c, OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return;
  const Inst array = c.module().inst(def);
  if (array.op() != Op::kConstantComposite) return;
  constexpr auto kFirst = operand::ConstantComposite::kConstituents;
  for (OperandIndex o = kFirst; o < array.operand_count(); ++o) {
    if (!CheckOffset(c, kGather, operand, array.id(o))) return;
  }
}

void CheckGather(const CheckContext& c) {
  const ImageOperandList operands(c.inst());
  for (const ImageOperands bit :
       {ImageOperands::kOffset, ImageOperands::kConstOffset}) {
    const OperandIndex at = operands.OperandOf(bit);
    if (at != kNoOperand) CheckOffset(c, kGather, at, c.inst().id(at));
  }
  const OperandIndex at = operands.OperandOf(ImageOperands::kConstOffsets);
  if (at != kNoOperand) CheckOffsets(c, at);
}

void CheckSample(const CheckContext& c) {
  const OperandIndex at =
      ImageOperandList(c.inst()).OperandOf(ImageOperands::kConstOffset);
  if (at != kNoOperand) CheckOffset(c, kSample, at, c.inst().id(at));
}

constexpr Check kChecks[] = {
    {image_ops::kGathers, CheckGather, Requires(ValidationInput::kDevice)},
    {image_ops::kDenseSamples, CheckSample, Requires(ValidationInput::kDevice)},
    {Op::kImageFetch, CheckSample, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceTexelOffsets(R, kChecks);

}  // namespace plumb
