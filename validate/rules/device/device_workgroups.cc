// The size of workgroups and the outputs of mesh shaders, against the limits
// of the device.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "validate/engine/family.h"
#include "validate/facts/workgroup_dimensions.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kMeshExt[] = "VkPhysicalDeviceMeshShaderPropertiesEXT";
constexpr char kMeshNv[] = "VkPhysicalDeviceMeshShaderPropertiesNV";

// --- Sizes ---

constexpr char kDimensionText[] =
    "the size of the workgroup in dimension {1} is {0}, but {2} of the device "
    "is {3}";
constexpr char kProductText[] =
    "the workgroup has {0} invocations, but {2} of the device is {3}";

struct SizeRow {
  ExecutionModel model;
  DeviceLimit size;
  Rule x, y, z;
  DeviceLimit invocations;
  Rule product;
};
constexpr SizeRow kSizeRows[] = {
    {ExecutionModel::kGLCompute, "maxComputeWorkGroupSize",
     DeviceRule("device.compute.size-x", kDimensionText,
                "VUID-RuntimeSpirv-x-06429"),
     DeviceRule("device.compute.size-y", kDimensionText,
                "VUID-RuntimeSpirv-y-06430"),
     DeviceRule("device.compute.size-z", kDimensionText,
                "VUID-RuntimeSpirv-z-06431"),
     "maxComputeWorkGroupInvocations",
     DeviceRule("device.compute.invocations", kProductText,
                "VUID-RuntimeSpirv-x-06432")},
    {ExecutionModel::kTaskEXT, "maxTaskWorkGroupSize",
     DeviceRule("device.task.size-x", kDimensionText,
                "VUID-RuntimeSpirv-TaskEXT-07291"),
     DeviceRule("device.task.size-y", kDimensionText,
                "VUID-RuntimeSpirv-TaskEXT-07292"),
     DeviceRule("device.task.size-z", kDimensionText,
                "VUID-RuntimeSpirv-TaskEXT-07293"),
     "maxTaskWorkGroupInvocations",
     DeviceRule("device.task.invocations", kProductText,
                "VUID-RuntimeSpirv-TaskEXT-07294")},
    {ExecutionModel::kMeshEXT, "maxMeshWorkGroupSize",
     DeviceRule("device.mesh.size-x", kDimensionText,
                "VUID-RuntimeSpirv-MeshEXT-07295"),
     DeviceRule("device.mesh.size-y", kDimensionText,
                "VUID-RuntimeSpirv-MeshEXT-07296"),
     DeviceRule("device.mesh.size-z", kDimensionText,
                "VUID-RuntimeSpirv-MeshEXT-07297"),
     "maxMeshWorkGroupInvocations",
     DeviceRule("device.mesh.invocations", kProductText,
                "VUID-RuntimeSpirv-MeshEXT-07298")},
};

// --- Outputs ---

constexpr char kOutputText[] =
    "a mesh shader has {0} for {1}, but {2} of the device is {3}";

struct OutputRow {
  ExecutionModel model;
  ExecutionMode mode;
  DeviceLimit limit;
  Rule rule;
};
constexpr OutputRow kOutputRows[] = {
    {ExecutionModel::kMeshNV, ExecutionMode::kOutputVertices,
     DeviceLimit("maxMeshOutputVertices", kMeshNv),
     DeviceRule("device.mesh-nv.output-vertices", kOutputText,
                "VUID-RuntimeSpirv-MeshNV-07113")},
    {ExecutionModel::kMeshNV, ExecutionMode::kOutputPrimitivesEXT,
     DeviceLimit("maxMeshOutputPrimitives", kMeshNv),
     DeviceRule("device.mesh-nv.output-primitives", kOutputText,
                "VUID-RuntimeSpirv-MeshNV-07114")},
    {ExecutionModel::kMeshEXT, ExecutionMode::kOutputVertices,
     DeviceLimit("maxMeshOutputVertices", kMeshExt),
     DeviceRule("device.mesh.output-vertices", kOutputText,
                "VUID-RuntimeSpirv-MeshEXT-07115")},
    {ExecutionModel::kMeshEXT, ExecutionMode::kOutputPrimitivesEXT,
     DeviceLimit("maxMeshOutputPrimitives", kMeshExt),
     DeviceRule("device.mesh.output-primitives", kOutputText,
                "VUID-RuntimeSpirv-MeshEXT-07116")},
};

// --- Groups that a task shader launches ---

constexpr char kCountText[] =
    "{0} groups are launched in dimension {1}, but {2} of the device is {3}";
constexpr RuleTable R({
    DeviceRule("device.task.group-count-x", kCountText,
               "VUID-RuntimeSpirv-TaskEXT-07299"),
    DeviceRule("device.task.group-count-y", kCountText,
               "VUID-RuntimeSpirv-TaskEXT-07300"),
    DeviceRule("device.task.group-count-z", kCountText,
               "VUID-RuntimeSpirv-TaskEXT-07301"),
    DeviceRule("device.task.group-total",
               "{0} groups are launched, but {2} of the device is {3}",
               "VUID-RuntimeSpirv-TaskEXT-07302"),
    DeviceRule("device.tile-shading.rate-x",
               "the rate is {0} in dimension {1}, but {2} of the device is {3}",
               "VUID-RuntimeSpirv-x-10702"),
    DeviceRule("device.tile-shading.rate-y",
               "the rate is {0} in dimension {1}, but {2} of the device is {3}",
               "VUID-RuntimeSpirv-y-10703"),
});
constexpr auto kRules = Join(RulesOf(R), RulesOf(kOutputRows, &OutputRow::rule),
                             RulesOf(kSizeRows, &SizeRow::x, &SizeRow::y,
                                     &SizeRow::z, &SizeRow::product));

constexpr const Rule* kCounts[] = {&R("device.task.group-count-x"),
                                   &R("device.task.group-count-y"),
                                   &R("device.task.group-count-z")};

// Products of such numbers do not overflow.
constexpr uint64_t kMaxSize = uint64_t{1} << 21;

uint64_t ProductOf(const WorkgroupSize& size) {
  uint64_t product = 1;
  for (const uint64_t n : size) product *= std::min(n, kMaxSize);
  return product;
}

void CheckSize(ModuleContext& context, const Device& device, const SizeRow& row,
               const WorkgroupSize& size, Place place) {
  const Rule* const rules[] = {&row.x, &row.y, &row.z};
  const auto limits = device.Limit(row.size);
  for (size_t d = 0; d < limits.size(); ++d) {
    if (size[d] <= static_cast<uint64_t>(limits[d])) continue;
    context.Report(*rules[d], place,
                   {size[d], static_cast<uint32_t>(d), row.size.name(),
                    static_cast<uint64_t>(limits[d])});
    return;
  }
  const auto max = NumberOf(device, row.invocations);
  if (!max || ProductOf(size) <= static_cast<uint64_t>(*max)) return;
  context.Report(row.product, place,
                 {ProductOf(size), uint32_t{0}, row.invocations.name(),
                  static_cast<uint64_t>(*max)});
}

// The size of the workgroups of an entry point, and the place that states it.
struct StatedSize {
  std::optional<WorkgroupSize> size;
  Place place;
};

StatedSize SizeOf(const ModuleContext& context, const EntryFunction& entry,
                  Id object) {
  if (object != kNoId) {
    return {ReadSizeOfObject(context, object),
            Place::At(context.module().def(object))};
  }
  const ExecutionModeRow* mode = entry.Find(ExecutionMode::kLocalSize);
  if (mode == nullptr) mode = entry.Find(ExecutionMode::kLocalSizeId);
  if (mode == nullptr) return {};
  return {ReadLocalSize(context, *mode),
          Place::At(mode->at, operand::ExecutionMode::kMode)};
}

void CheckOutputs(ModuleContext& context, const Device& device,
                  const EntryFunction& entry) {
  for (const OutputRow& row : kOutputRows) {
    if (!entry.models.Contains(row.model)) continue;
    const ExecutionModeRow* const mode = entry.Find(row.mode);
    const auto max = NumberOf(device, row.limit);
    if (mode == nullptr || !max || mode->first_word <= *max) continue;
    context.Report(row.rule, Place::At(mode->at, kSizeOperands),
                   {mode->first_word,
                    Arg::Enumerant(grammar::Kind::kExecutionMode,
                                   static_cast<uint32_t>(row.mode)),
                    row.limit.name(), static_cast<uint64_t>(*max)});
  }
}

void CheckTileRate(ModuleContext& context, const Device& device,
                   const EntryFunction& entry) {
  constexpr DeviceLimit kLimit("maxTileShadingRate");
  const Rule* const rules[] = {&R("device.tile-shading.rate-x"),
                               &R("device.tile-shading.rate-y")};
  const ExecutionModeRow* const mode =
      entry.Find(ExecutionMode::kTileShadingRateQCOM);
  if (mode == nullptr) return;
  const auto rate = ReadSizeLiterals(context, *mode);
  const auto limits = device.Limit(kLimit);
  for (size_t d = 0; rate && d < limits.size(); ++d) {
    if ((*rate)[d] <= static_cast<uint64_t>(limits[d])) continue;
    context.Report(
        *rules[d],
        Place::At(mode->at, kSizeOperands + static_cast<OperandIndex>(d)),
        {(*rate)[d], static_cast<uint32_t>(d), kLimit.name(),
         static_cast<uint64_t>(limits[d])});
    return;
  }
}

void CheckEntryPoints(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  const Id object = FindSizeObject(context);
  for (const EntryFunction& entry : context.entry_points().functions()) {
    CheckOutputs(context, *device, entry);
    CheckTileRate(context, *device, entry);
    const StatedSize stated = SizeOf(context, entry, object);
    if (!stated.size) continue;
    for (const SizeRow& row : kSizeRows) {
      if (!entry.models.Contains(row.model)) continue;
      CheckSize(context, *device, row, *stated.size, stated.place);
    }
  }
}

void CheckLaunch(const CheckContext& c) {
  constexpr OperandIndex kFirst = operand::EmitMeshTasksEXT::kGroupCountX;
  constexpr DeviceLimit kLimit("maxMeshWorkGroupCount");
  constexpr DeviceLimit kTotal("maxMeshWorkGroupTotalCount");
  const Device& device = *DeviceOf(c.context());
  const auto limits = device.Limit(kLimit);
  WorkgroupSize counts = {1, 1, 1};
  bool known = true;
  for (uint32_t d = 0; d < counts.size(); ++d) {
    const auto count = FixedValue(c, c.inst().id(kFirst + d));
    known = known && count.has_value();
    if (!count) continue;
    counts[d] = *count;
    if (limits.empty() || *count <= limits[d]) continue;
    c.Report(*kCounts[d], kFirst + d,
             {*count, d, kLimit.name(), static_cast<uint64_t>(limits[d])});
    return;
  }
  const auto max = NumberOf(device, kTotal);
  if (!known || !max || ProductOf(counts) <= static_cast<uint64_t>(*max)) {
    return;
  }
  c.Report(R("device.task.group-total"), Place::kWhole,
           {ProductOf(counts), uint32_t{0}, kTotal.name(),
            static_cast<uint64_t>(*max)});
}
constexpr Check kChecks[] = {
    {Op::kEmitMeshTasksEXT, CheckLaunch, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceWorkgroups(
    kRules,
    kModuleCheck<Phase::kSummaries, CheckEntryPoints, ValidationInput::kDevice>,
    kChecks);

}  // namespace plumb
