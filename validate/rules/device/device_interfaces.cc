// Locations of inputs and outputs, and the size of captured transform feedback
// data, against the limits of the device.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/location_counts.h"
#include "validate/facts/object_types.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kMeshExt[] = "VkPhysicalDeviceMeshShaderPropertiesEXT";

constexpr RuleTable R({
    DeviceRule(
        "device.location.count",
        "{0} uses locations up to {1}, but the device supports only {3} ({2})",
        "VUID-RuntimeSpirv-Location-06272"),
    DeviceRule("device.transform-feedback.buffer-data",
               "captured outputs end at byte {0}, but {1} of the device is {2}",
               "VUID-RuntimeSpirv-Offset-06308"),
    DeviceRule(
        "device.transform-feedback.stream-data",
        "transform feedback captures {0} byte{0s} for stream {3}, but {1} "
        "of the device is {2}",
        "VUID-RuntimeSpirv-XfbBuffer-06309"),
});

// --- Locations ---

struct InterfaceRow {
  ExecutionModel model;
  StorageClass storage;
  DeviceLimit limit;
  int64_t components;  // of a location, that count for the limit
};
constexpr StorageClass kIn = StorageClass::kInput;
constexpr StorageClass kOut = StorageClass::kOutput;
constexpr InterfaceRow kInterfaces[] = {
    {ExecutionModel::kVertex, kIn, "maxVertexInputAttributes", 1},
    {ExecutionModel::kVertex, kOut, "maxVertexOutputComponents", 4},
    {ExecutionModel::kTessellationControl, kIn,
     "maxTessellationControlPerVertexInputComponents", 4},
    {ExecutionModel::kTessellationControl, kOut,
     "maxTessellationControlPerVertexOutputComponents", 4},
    {ExecutionModel::kTessellationEvaluation, kIn,
     "maxTessellationEvaluationInputComponents", 4},
    {ExecutionModel::kTessellationEvaluation, kOut,
     "maxTessellationEvaluationOutputComponents", 4},
    {ExecutionModel::kGeometry, kIn, "maxGeometryInputComponents", 4},
    {ExecutionModel::kGeometry, kOut, "maxGeometryOutputComponents", 4},
    {ExecutionModel::kFragment, kIn, "maxFragmentInputComponents", 4},
    {ExecutionModel::kFragment, kOut, "maxFragmentOutputAttachments", 1},
    {ExecutionModel::kMeshEXT, kOut,
     DeviceLimit("maxMeshOutputComponents", kMeshExt), 4},
};

// The literal of a decoration.
std::optional<uint32_t> NumberOf(const ModuleContext& context, Id target,
                                 uint32_t member, Decoration kind) {
  const auto d = context.decorations().Find(target, member, kind);
  if (!d) return std::nullopt;
  const Inst inst = context.module().inst(d->statement);
  if (d->parameter >= inst.operand_count()) return std::nullopt;
  return inst.operand_word(d->parameter);
}

class Locations {
 public:
  explicit Locations(ModuleContext& context)
      : context_(context), counts_(context) {}

  void Check(const EntryPoint& entry, const InterfaceRow& row,
             uint64_t available) {
    const TypeTable& types = context_.types();
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (types.TypeOf(context_.module(), variable).storage_class !=
          row.storage) {
        continue;
      }
      const uint64_t end = EndOf(entry, variable, row.storage);
      if (end <= available) continue;
      context_.Report(R("device.location.count"),
                      Place::At(entry.at(), entry.interface_operand(n)),
                      {variable, end, row.limit.name(), available});
      return;
    }
  }

 private:
  // One past the last location of a variable; 0 if it has none.
  uint64_t EndOf(const EntryPoint& entry, Id variable, StorageClass storage) {
    const TypeTable& types = context_.types();
    Id type = ObjectTypeOf(context_, variable);
    // Patch variables have separate locations, which no limit of a stage
    // counts.
    if (types.Get(type).unknown() ||
        context_.decorations().Has(variable, Decoration::kPatch)) {
      return 0;
    }
    if (IsPerVertex(context_, entry.model(), variable, storage) &&
        types.Get(type).Is(tt::kArray | tt::kRuntimeArray)) {
      type = types.Get(type).element;
    }
    const auto first =
        NumberOf(context_, variable, kNoMember, Decoration::kLocation);
    if (first) return uint64_t{*first} + counts_.CountOf(type);
    const TypeInfo& info = types.Get(type);
    if (info.poisoned() || !info.Is(tt::kStruct)) return 0;
    uint64_t end = 0;
    for (uint32_t m = 0; m < info.count; ++m) {
      const auto location = NumberOf(context_, type, m, Decoration::kLocation);
      if (!location) continue;
      end = std::max(end, *location + counts_.CountOf(types.MemberOf(
                                          context_.module(), type, m)));
    }
    return end;
  }

  ModuleContext& context_;
  LocationCounts counts_;
};

void CheckLocations(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  Locations locations(context);
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    for (const InterfaceRow& row : kInterfaces) {
      const auto limit = NumberOf(*device, row.limit);
      if (row.model != entry.model() || !limit) continue;
      locations.Check(entry, row,
                      static_cast<uint64_t>(*limit / row.components));
    }
  }
}

// --- Transform feedback ---

// The end of the captured data of a buffer.
struct Captured {
  uint32_t stream;
  uint32_t buffer;
  uint64_t end;
  Place place;
};

class Feedback {
 public:
  Feedback(ModuleContext& context, const Device& device)
      : context_(context), device_(device) {}

  void Check() {
    context_.decorations().ForEach(Decoration::kOffset,
                                   [&](const Decorated& d) { Collect(d); });
    CheckStreams();
  }

 private:
  // A decoration of the member, or of its variable or block.
  std::optional<uint32_t> Find(const Decorated& d, Decoration kind) const {
    const auto own = NumberOf(context_, d.target, d.member, kind);
    return own ? own : NumberOf(context_, d.target, kNoMember, kind);
  }

  // The bytes of a scalar, vector or matrix; a lower bound for other types.
  uint64_t SizeOf(Id type) const {
    uint64_t count = 1;
    const TypeInfo* info = &context_.types().Get(type);
    if (!info->poisoned() && info->Is(tt::kMatrix)) {
      count = info->count;
      info = &context_.types().Get(info->element);
    }
    if (info->poisoned() || !info->Is(tt::kScalar | tt::kVector)) return 1;
    return count * std::max(info->count, 1u) * (info->width / 8);
  }

  void Collect(const Decorated& d) {
    const Module& module = context_.module();
    const auto buffer = Find(d, Decoration::kXfbBuffer);
    const Inst inst = module.inst(d.statement);
    if (!buffer || d.parameter >= inst.operand_count()) return;
    const Id type = d.member == kNoMember
                        ? ObjectTypeOf(context_, d.target)
                        : context_.types().MemberOf(module, d.target, d.member);
    const uint64_t end = inst.operand_word(d.parameter) + SizeOf(type);
    const Place place = Place::At(d.statement, d.parameter);
    captured_.push_back(
        {Find(d, Decoration::kStream).value_or(0), *buffer, end, place});
    constexpr DeviceLimit kLimit("maxTransformFeedbackBufferDataSize");
    const auto max = NumberOf(device_, kLimit);
    if (!max || end <= static_cast<uint64_t>(*max)) return;
    context_.Report(R("device.transform-feedback.buffer-data"), place,
                    {end, kLimit.name(), static_cast<uint64_t>(*max)});
  }

  void CheckStreams() {
    constexpr DeviceLimit kLimit("maxTransformFeedbackStreamDataSize");
    const auto max = NumberOf(device_, kLimit);
    if (!max) return;
    std::sort(captured_.begin(), captured_.end(),
              [](const Captured& a, const Captured& b) {
                return std::tie(a.stream, a.buffer, a.end) <
                       std::tie(b.stream, b.buffer, b.end);
              });
    uint64_t sum = 0;  // of the buffers of the stream
    for (size_t i = 0; i < captured_.size(); ++i) {
      const Captured& it = captured_[i];
      if (i > 0 && captured_[i - 1].stream != it.stream) sum = 0;
      const bool is_last = i + 1 == captured_.size() ||
                           captured_[i + 1].stream != it.stream ||
                           captured_[i + 1].buffer != it.buffer;
      if (!is_last) continue;
      const bool was_within = sum <= static_cast<uint64_t>(*max);
      sum += it.end;
      if (!was_within || sum <= static_cast<uint64_t>(*max)) continue;
      context_.Report(
          R("device.transform-feedback.stream-data"), it.place,
          {sum, kLimit.name(), static_cast<uint64_t>(*max), it.stream});
    }
  }

  ModuleContext& context_;
  const Device& device_;
  std::vector<Captured> captured_;
};

void CheckFeedback(ModuleContext& context) {
  Feedback(context, *DeviceOf(context)).Check();
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckLocations, Requires(ValidationInput::kDevice)},
    {Phase::kSummaries, CheckFeedback,
     Requires(ValidationInput::kDevice, Decoration::kXfbBuffer)}};

}  // namespace

extern constinit const Family kDeviceInterfaces(R, kModuleChecks);

}  // namespace plumb
