// Numbers in instructions and decorations, against the limits of the device.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/base/casts.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/object_types.h"
#include "validate/facts/processing_ops.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kAtMost[] = "{0} must be at most {1} of the device, {2}";
constexpr char kBelow[] = "stream {0} must be less than {1} of the device, {2}";
constexpr char kAligned[] =
    "offset {0} must be a multiple of {1} of the device, {2}";

// --- Decorations ---

// A decoration with a literal.
struct DecorationRow {
  Decoration decoration;
  DeviceLimit limit;
  bool is_below;  // the number must be less than the limit
  Rule rule;
};
constexpr DecorationRow kDecorations[] = {
    {Decoration::kStream, "maxTransformFeedbackStreams", true,
     DeviceRule("device.transform-feedback.stream", kBelow,
                "VUID-RuntimeSpirv-Stream-06312")},
    {Decoration::kXfbStride, "maxTransformFeedbackBufferDataStride", false,
     DeviceRule("device.transform-feedback.stride", kAtMost,
                "VUID-RuntimeSpirv-XfbStride-06313")},
};

// --- Offsets of descriptors ---

struct OffsetRow {
  Op type;  // of the member
  DeviceLimit alignment;
  Rule rule;
};
constexpr OffsetRow kOffsets[] = {
    {Op::kTypeSampler, "samplerDescriptorAlignment",
     DeviceRule("device.descriptor-offset.sampler", kAligned,
                "VUID-RuntimeSpirv-samplerDescriptorAlignment-11476")},
    {Op::kTypeImage, "imageDescriptorAlignment",
     DeviceRule("device.descriptor-offset.image", kAligned,
                "VUID-RuntimeSpirv-imageDescriptorAlignment-11477")},
    {Op::kTypeBufferEXT, "bufferDescriptorAlignment",
     DeviceRule("device.descriptor-offset.buffer", kAligned,
                "VUID-RuntimeSpirv-bufferDescriptorAlignment-11478")},
    {Op::kTypeAccelerationStructureKHR, "bufferDescriptorAlignment",
     DeviceRule("device.descriptor-offset.acceleration-structure", kAligned,
                "VUID-RuntimeSpirv-bufferDescriptorAlignment-11479")},
    {Op::kTypeTensorARM, "tensorDescriptorAlignment",
     DeviceRule("device.descriptor-offset.tensor", kAligned,
                "VUID-RuntimeSpirv-tensorDescriptorAlignment-11480")},
};

// --- Other numbers ---

constexpr RuleTable R({
    DeviceRule("device.transform-feedback.emitted-stream", kBelow,
               "VUID-RuntimeSpirv-OpEmitStreamVertex-06310"),
    DeviceRule(
        "device.transform-feedback.points",
        "this emits to stream {0}, but the device supports several streams "
        "only for points, and the entry point does not have OutputPoints",
        "VUID-RuntimeSpirv-transformFeedbackStreamsLinesTriangles-06311"),
    DeviceRule("device.hit-object.record-index", kAtMost,
               "VUID-RuntimeSpirv-maxShaderBindingTableRecordIndex-11888"),
    DeviceRule("device.hit-kind.range",
               "operand Hit Kind must be from 0 to 127, not {0}",
               "VUID-RuntimeSpirv-OpReportIntersectionKHR-06998"),
    DeviceRule("device.block-match.size", kAtMost,
               "VUID-RuntimeSpirv-OpImageBlockMatchSSDQCOM-06988"),
    DeviceRule("device.block-match-window.size", kAtMost,
               "VUID-RuntimeSpirv-maxBlockMatchRegion-09225"),
    DeviceRule(
        "device.box-filter.height",
        "the height of the box must be at least 1, and at most {0} of the "
        "device, {1}",
        "VUID-RuntimeSpirv-OpImageBoxFilterQCOM-06989"),
    DeviceRule("device.loop-control.wait-queues", kAtMost,
               "VUID-RuntimeSpirv-maxShaderWaitQueues-12426"),
    DeviceRule("device.push-data.size",
               "the block has {0} byte{0s}, but {1} of the device is {2}",
               "VUID-RuntimeSpirv-maxPushDataSize-12455"),
});
constexpr auto kRules =
    Join(RulesOf(R), RulesOf(kDecorations, &DecorationRow::rule),
         RulesOf(kOffsets, &OffsetRow::rule));

void CheckDecorations(ModuleContext& context, const Device& device) {
  for (const DecorationRow& row : kDecorations) {
    const auto limit = NumberOf(device, row.limit);
    if (!limit) continue;
    context.decorations().ForEach(row.decoration, [&](const Decorated& d) {
      const Inst inst = context.module().inst(d.statement);
      if (d.parameter >= inst.operand_count()) return;
      const int64_t number = inst.operand_word(d.parameter);
      if (number < *limit || (!row.is_below && number == *limit)) return;
      context.Report(row.rule, Place::At(d.statement, d.parameter),
                     {static_cast<uint64_t>(number), row.limit.name(),
                      static_cast<uint64_t>(*limit)});
    });
  }
}

void CheckOffset(ModuleContext& context, const Device& device,
                 const Decorated& d) {
  const Module& module = context.module();
  const Inst inst = module.inst(d.statement);
  if (d.member == kNoMember || d.parameter >= inst.operand_count()) return;
  uint64_t offset = inst.operand_word(d.parameter);
  if (d.kind == Decoration::kOffsetIdEXT) {
    const auto fixed = FixedValue(context, inst.id(d.parameter));
    if (!fixed) return;
    offset = *fixed;
  }
  const Id type = InnermostElement(
      context, context.types().MemberOf(module, d.target, d.member));
  const InstIndex def = module.def(type);
  if (def == kNoInst) return;
  for (const OffsetRow& row : kOffsets) {
    const auto alignment = NumberOf(device, row.alignment);
    if (module.record(def).op != row.type || !alignment || *alignment <= 0 ||
        offset % static_cast<uint64_t>(*alignment) == 0) {
      continue;
    }
    context.Report(
        row.rule, Place::At(d.statement, d.parameter),
        {offset, row.alignment.name(), static_cast<uint64_t>(*alignment)});
    return;
  }
}

void CheckModule(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  CheckDecorations(context, *device);
  for (const Decoration kind :
       {Decoration::kOffset, Decoration::kOffsetIdEXT}) {
    context.decorations().ForEach(
        kind, [&](const Decorated& d) { CheckOffset(context, *device, d); });
  }
}

// Checks a known number; false if it is too large.
bool CheckNumber(const CheckContext& c, const Rule& rule, OperandIndex operand,
                 DeviceLimit limit, uint64_t number, size_t which = 0) {
  const auto numbers = DeviceOf(c.context())->Limit(limit);
  if (numbers.empty() || number <= static_cast<uint64_t>(numbers[which])) {
    return true;
  }
  c.Report(rule, operand,
           {number, limit.name(), static_cast<uint64_t>(numbers[which])});
  return false;
}

void CheckEmit(const CheckContext& c) {
  constexpr OperandIndex kStream = operand::EmitStreamVertex::kStream;
  constexpr DeviceLimit kLimit("maxTransformFeedbackStreams");
  const Device& device = *DeviceOf(c.context());
  const auto stream = FixedValue(c, c.inst().id(kStream));
  if (!stream) return;
  const auto limit = NumberOf(device, kLimit);
  if (limit && *stream >= *limit) {
    c.Report(R("device.transform-feedback.emitted-stream"), kStream,
             {*stream, kLimit.name(), static_cast<uint64_t>(*limit)});
  }
}

// Reports the first emission to a second stream, in functions that are entry
// points.
void CheckStreams(FunctionContext& function) {
  const ModuleContext& context = function.context();
  const Device* const device = DeviceOf(context);
  const Module& module = function.module();
  if (device == nullptr || !module.Has(Op::kEmitStreamVertex) ||
      device->Has(DeviceFeature("transformFeedbackStreamsLinesTriangles"))) {
    return;
  }
  const EntryFunction entry = context.entry_points().Get(function.id());
  if (!entry.models.Contains(ExecutionModel::kGeometry) ||
      entry.Has(ExecutionMode::kOutputPoints)) {
    return;
  }
  std::optional<uint32_t> first;
  for (InstIndex i = function.range().first; i < function.range().last; ++i) {
    if (module.record(i).op != Op::kEmitStreamVertex) continue;
    const auto stream = FixedValue(
        context, module.inst(i).id(operand::EmitStreamVertex::kStream));
    if (!stream) continue;
    if (!first) first = stream;
    if (*first == *stream) continue;
    function.Report(R("device.transform-feedback.points"),
                    Place::At(i, operand::EmitStreamVertex::kStream),
                    {*stream});
    return;
  }
}

void CheckRecordIndex(const CheckContext& c) {
  constexpr OperandIndex kIndex =
      operand::HitObjectSetShaderBindingTableRecordIndexEXT::kSBTRecordIndex;
  const auto index = FixedValue(c, c.inst().id(kIndex));
  if (!index) return;
  CheckNumber(c, R("device.hit-object.record-index"), kIndex,
              "maxShaderBindingTableRecordIndex", *index);
}

void CheckHitKind(const CheckContext& c) {
  constexpr OperandIndex kKind = operand::ReportIntersectionKHR::kHitKind;
  constexpr uint32_t kLast = 127;
  const auto kind = FixedValue(c, c.inst().id(kKind));
  if (kind && *kind > kLast) {
    c.Report(R("device.hit-kind.range"), kKind, {*kind});
  }
}

void CheckBlockSize(const CheckContext& c) {
  constexpr OperandIndex kSize = operand::ImageBlockMatchSSDQCOM::kBlockSize;
  const Rule& rule = absl::c_linear_search(kMatches, c.inst().op())
                         ? R("device.block-match.size")
                         : R("device.block-match-window.size");
  for (uint32_t d = 0; d < 2; ++d) {
    const ScalarConstant size =
        c.context().constants().Component(c.inst().id(kSize), d);
    if (!size.fixed() || size.value < 0) continue;
    if (!CheckNumber(c, rule, kSize, "maxBlockMatchRegion",
                     static_cast<uint64_t>(size.value), d)) {
      return;
    }
  }
}

// A component of a vector of 32-bit floats, if specialization cannot change
// it.
std::optional<float> FloatAt(const CheckContext& c, Id vector, uint32_t part) {
  constexpr auto kFirst = operand::ConstantComposite::kConstituents;
  constexpr uint32_t kWidth = 32;
  const InstIndex def = c.module().def(vector);
  if (def == kNoInst) return std::nullopt;
  const Inst composite = c.module().inst(def);
  if (composite.op() != Op::kConstantComposite ||
      composite.operand_count() <= kFirst + part) {
    return std::nullopt;
  }
  const Id id = composite.id(kFirst + part);
  const TypeInfo& type = c.context().types().TypeOf(c.module(), id);
  if (!IsDefinedBy(c.module(), id, Op::kConstant) || type.poisoned() ||
      !type.IsAll(type_trait::kScalar | type_trait::kFloat) ||
      type.width != kWidth) {
    return std::nullopt;
  }
  const Inst constant = c.module().inst(c.module().def(id));
  return absl::bit_cast<float>(
      constant.operand_word(operand::Constant::kValue));
}

void CheckBox(const CheckContext& c) {
  constexpr OperandIndex kSize = operand::ImageBoxFilterQCOM::kBoxSize;
  constexpr DeviceLimit kLimit("maxBoxFilterBlockSize");
  const auto height = FloatAt(c, c.inst().id(kSize), 1);
  const int64_t max = DeviceOf(c.context())->Limit(kLimit)[1];
  if (!height || (*height >= 1 && *height <= static_cast<float>(max))) return;
  c.Report(R("device.box-filter.height"), kSize,
           {kLimit.name(), static_cast<uint64_t>(max)});
}

// It is the highest bit of the mask, so its literal is the last.
void CheckLoop(const CheckContext& c) {
  constexpr auto kQueues =
      static_cast<uint32_t>(grammar::LoopControl::kMultipleWaitQueuesQCOM);
  constexpr OperandIndex kControl = operand::LoopMerge::kLoopControl;
  const uint32_t mask = c.inst().operand_word(kControl);
  const OperandIndex last = c.inst().operand_count() - 1;
  if ((mask & kQueues) == 0 || mask >= 2 * kQueues || last <= kControl) return;
  CheckNumber(c, R("device.loop-control.wait-queues"), last,
              "maxShaderWaitQueues", c.inst().operand_word(last));
}

// The block of push constants, laid out by the decorations of its members.
void CheckPushData(const CheckContext& c) {
  namespace variable = operand::Variable;
  if (StorageClass{c.inst().operand_word(variable::kStorageClass)} !=
      StorageClass::kPushConstant) {
    return;
  }
  const Id block = ObjectTypeOf(c.context(), c.inst().result());
  const TypeInfo& type = c.context().types().Get(block);
  if (type.poisoned() || !type.Is(type_trait::kStruct) || type.count == 0) {
    return;
  }
  uint64_t size = 0;
  for (uint32_t m = 0; m < type.count; ++m) {
    const auto d =
        c.context().decorations().Find(block, m, Decoration::kOffset);
    if (!d) continue;
    const Inst inst = c.module().inst(d->statement);
    if (d->parameter >= inst.operand_count()) continue;
    const TypeInfo& member = c.context().types().Get(
        c.context().types().MemberOf(c.module(), block, m));
    // A member that is not a scalar or vector takes at least a byte.
    const uint64_t bytes =
        member.poisoned() ||
                !member.Is(type_trait::kScalar | type_trait::kVector)
            ? 1
            : uint64_t{member.width} / 8 * std::max(member.count, 1u);
    size = std::max(size, inst.operand_word(d->parameter) + bytes);
  }
  CheckNumber(c, R("device.push-data.size"), variable::kResultType,
              "maxPushDataSize", size);
}
constexpr Op kEmits[] = {Op::kEmitStreamVertex, Op::kEndStreamPrimitive};
constexpr Op kRecordIndexes[] = {
    Op::kHitObjectSetShaderBindingTableRecordIndexEXT};
constexpr auto kBlockMatches =
    JoinOps(kMatches, kWindowMatches, kGatherMatches);
constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
static_assert(AllHave(kEmits, operand::EmitStreamVertex::kStream));
static_assert(AllHave(
    kRecordIndexes,
    operand::HitObjectSetShaderBindingTableRecordIndexEXT::kSBTRecordIndex));
static_assert(AllHave(kBlockMatches,
                      operand::ImageBlockMatchSSDQCOM::kBlockSize));
static_assert(AllHave(kBoxFilters, operand::ImageBoxFilterQCOM::kBoxSize));
static_assert(AllHave(kVariables, operand::Variable::kStorageClass));
constexpr Check kChecks[] = {
    {kEmits, CheckEmit, Requires(ValidationInput::kDevice)},
    {kRecordIndexes, CheckRecordIndex, Requires(ValidationInput::kDevice)},
    {Op::kReportIntersectionKHR, CheckHitKind,
     Requires(ValidationInput::kDevice)},
    {kBlockMatches, CheckBlockSize, Requires(ValidationInput::kDevice)},
    {kBoxFilters, CheckBox, Requires(Knows<"maxBoxFilterBlockSize">)},
    {Op::kLoopMerge, CheckLoop, Requires(ValidationInput::kDevice)},
    {kVariables, CheckPushData, Requires(Knows<"maxPushDataSize">)},
};

}  // namespace

extern constinit const Family kDeviceNumbers(
    kRules,
    kModuleCheck<Phase::kSummaries, CheckModule, ValidationInput::kDevice>,
    kFunctionCheck<CheckStreams>, kChecks);

}  // namespace plumb
