// The memory of the variables of a workgroup, the outputs of a mesh shader and
// the payloads of an execution graph, against the limits of the device.
//
// The sizes are lower bounds: numbers and Booleans without padding, and arrays
// of unknown length as one element.  A sum above the limit is too large
// however the device pads.  Outputs that are not built-ins are counted, for as
// many vertices and primitives as the execution modes allow.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/device/device_rules.h"

namespace plumb {
namespace {

constexpr char kText[] =
    "the Workgroup variables take at least {0} byte{0s}, but {1} of the device "
    "is {2}";
constexpr char kOutputText[] =
    "the outputs of the mesh shader take at least {0} byte{0s}, but {1} of the "
    "device is {2}";
constexpr char kPayloadAndOutputText[] =
    "the payload and the outputs of the mesh shader take at least {0} "
    "byte{0s}, but {1} of the device is {2}";
constexpr char kReservedText[] =
    "the Workgroup variables take at least {0} byte{0s}, but the device has "
    "{2} for them: {1} without its reserved memory";

// Features of a module for which the device reserves memory.
enum class Reserves : uint8_t { kNothing, kForMatrices, kForBarriers };

struct MemoryRow {
  ExecutionModel model;
  bool shared;   // Workgroup counts
  bool payload;  // TaskPayloadWorkgroupEXT counts
  DeviceLimit limit;
  Rule rule;
  Reserves reserves = Reserves::kNothing;
  bool outputs = false;  // Output counts
};

// If several rows of one model and the same classes are violated, the first is
// reported.
constexpr MemoryRow kRows[] = {
    {ExecutionModel::kGLCompute, true, false, "maxComputeSharedMemorySize",
     DeviceRule("device.compute.shared-memory", kText,
                "VUID-RuntimeSpirv-Workgroup-06530")},
    {ExecutionModel::kGLCompute, true, false, "maxComputeSharedMemorySize",
     DeviceRule("device.compute.shared-memory-with-matrices", kReservedText,
                "VUID-RuntimeSpirv-maxComputeSharedMemorySize-10168"),
     Reserves::kForMatrices},
    {ExecutionModel::kGLCompute, true, false, "maxComputeSharedMemorySize",
     DeviceRule("device.compute.shared-memory-with-barriers", kReservedText,
                "VUID-RuntimeSpirv-OpControlBarrierArriveEXT-13562"),
     Reserves::kForBarriers},
    {ExecutionModel::kMeshEXT, true, false, "maxMeshSharedMemorySize",
     DeviceRule("device.mesh.shared-memory", kText,
                "VUID-RuntimeSpirv-maxMeshSharedMemorySize-08754")},
    {ExecutionModel::kMeshEXT, true, true, "maxMeshPayloadAndSharedMemorySize",
     DeviceRule("device.mesh.payload-and-shared-memory", kText,
                "VUID-RuntimeSpirv-maxMeshPayloadAndSharedMemorySize-08755")},
    {ExecutionModel::kMeshEXT, false, false, "maxMeshOutputMemorySize",
     DeviceRule("device.mesh.output-memory", kOutputText,
                "VUID-RuntimeSpirv-maxMeshOutputMemorySize-08756"),
     Reserves::kNothing, true},
    {ExecutionModel::kMeshEXT, false, true, "maxMeshPayloadAndOutputMemorySize",
     DeviceRule("device.mesh.payload-and-output-memory", kPayloadAndOutputText,
                "VUID-RuntimeSpirv-maxMeshPayloadAndOutputMemorySize-08757"),
     Reserves::kNothing, true},
    {ExecutionModel::kTaskEXT, false, true, "maxTaskPayloadSize",
     DeviceRule("device.task.payload", kText,
                "VUID-RuntimeSpirv-maxTaskPayloadSize-08758")},
    {ExecutionModel::kTaskEXT, true, false, "maxTaskSharedMemorySize",
     DeviceRule("device.task.shared-memory", kText,
                "VUID-RuntimeSpirv-maxTaskSharedMemorySize-08759")},
    {ExecutionModel::kTaskEXT, true, true, "maxTaskPayloadAndSharedMemorySize",
     DeviceRule("device.task.payload-and-shared-memory", kText,
                "VUID-RuntimeSpirv-maxTaskPayloadAndSharedMemorySize-08760")},
};
constexpr RuleTable R({
    DeviceRule("device.enqueue.payload-size",
               "a payload of {0} takes at least {1} byte{1s}, but {2} of the "
               "device is {3}",
               "VUID-RuntimeSpirv-maxExecutionGraphShaderPayloadSize-09193"),
});
constexpr auto kRules = Join(RulesOf(kRows, &MemoryRow::rule), RulesOf(R));

// Sums of such numbers do not overflow.
constexpr uint64_t kMaxBytes = uint64_t{1} << 40;

constexpr Op kSplitBarriers[] = {Op::kControlBarrierArriveEXT,
                                 Op::kControlBarrierWaitEXT};

class Memory {
 public:
  Memory(ModuleContext& context, const Device& device)
      : context_(context),
        module_(context.module()),
        types_(context.types()),
        device_(device),
        has_matrices_(HasWorkgroupMatrices()) {
    MeasureTypes();
  }

  void Check(const EntryPoint& entry) {
    const uint64_t shared = SumOf(entry, StorageClass::kWorkgroup);
    const uint64_t payload =
        SumOf(entry, StorageClass::kTaskPayloadWorkgroupEXT);
    const uint64_t outputs =
        entry.model() == ExecutionModel::kMeshEXT ? SumOfOutputs(entry) : 0;
    for (const MemoryRow& row : kRows) {
      if (row.model != entry.model()) continue;
      const auto limit = LimitOf(row);
      const uint64_t bytes = (row.shared ? shared : 0) +
                             (row.payload ? payload : 0) +
                             (row.outputs ? outputs : 0);
      if (!limit || bytes <= static_cast<uint64_t>(*limit)) continue;
      context_.Report(row.rule, Place::At(entry.at(), entry.id_operand()),
                      {bytes, row.limit.name(), static_cast<uint64_t>(*limit)});
      return;
    }
  }

  // Each payload of a variable is as large as the payload type of its array.
  void CheckPayloads(uint64_t max_bytes, DeviceLimit limit) {
    for (const InstIndex i : module_.global_variables()) {
      const InstRecord& record = module_.record(i);
      if (types_.TypeOf(module_, record.result).storage_class !=
          StorageClass::kNodePayloadAMDX) {
        continue;
      }
      const uint64_t bytes = SizeOf(PayloadOf(record.result));
      if (bytes <= max_bytes) continue;
      context_.Report(R("device.enqueue.payload-size"), Place::At(i),
                      {record.result, bytes, limit.name(), max_bytes});
    }
  }

 private:
  // --- Types ---

  void MeasureTypes() {
    sizes_.assign(types_.row_count(), 0);
    for (const Id type : types_.types()) {
      sizes_[types_.RowOf(type)] = std::min(Measure(type), kMaxBytes);
    }
  }
  uint64_t SizeOf(Id type) const { return sizes_[types_.RowOf(type)]; }

  uint64_t Measure(Id type) const {
    const TypeInfo& info = types_.Get(type);
    if (info.unknown()) return 0;
    if (info.Is(tt::kScalar)) return info.Is(tt::kBool) ? 1 : info.width / 8;
    if (info.Is(tt::kVector | tt::kMatrix)) {
      return info.Is(tt::kCountUnknown) ? 0 : info.count * SizeOf(info.element);
    }
    if (info.Is(tt::kArray)) {
      const Inst array = module_.inst(module_.def(type));
      const ScalarConstant length =
          context_.constants().Scalar(array.id(operand::TypeArray::kLength));
      const uint64_t each = SizeOf(info.element);
      const uint64_t elements = length.fixed() && length.value > 0
                                    ? static_cast<uint64_t>(length.value)
                                    : 1;
      return each == 0 || elements <= kMaxBytes / each ? each * elements
                                                       : kMaxBytes;
    }
    if (!info.Is(tt::kStruct)) return 0;
    uint64_t sum = 0;
    for (uint32_t m = 0; m < info.count; ++m) {
      sum =
          std::min(sum + SizeOf(types_.MemberOf(module_, type, m)), kMaxBytes);
    }
    return sum;
  }

  // --- Variables ---

  // The variables of the interface, each once.  Blocks share their memory.
  uint64_t SumOf(const EntryPoint& entry, StorageClass storage) const {
    uint64_t sum = 0;
    uint64_t largest_block = 0;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (types_.TypeOf(module_, variable).storage_class != storage) continue;
      const Id type = ObjectTypeOf(context_, variable);
      if (context_.decorations().IsBlock(type)) {
        largest_block = std::max(largest_block, SizeOf(type));
      } else {
        sum = std::min(sum + SizeOf(type), kMaxBytes);
      }
    }
    return sum + largest_block;
  }

  Id PayloadOf(Id variable) const {
    namespace payloads = operand::TypeNodePayloadArrayAMDX;
    const Id held = ObjectTypeOf(context_, variable);
    return IsDefinedBy(module_, held, Op::kTypeNodePayloadArrayAMDX)
               ? module_.inst(module_.def(held)).id(payloads::kPayloadType)
               : held;
  }

  // --- Outputs ---

  uint64_t SumOfOutputs(const EntryPoint& entry) const {
    const EntryFunction function = context_.entry_points().Get(entry.id());
    const uint64_t vertices =
        WordOf(function.Find(ExecutionMode::kOutputVertices));
    const uint64_t primitives =
        WordOf(function.Find(ExecutionMode::kOutputPrimitivesEXT));
    uint64_t sum = 0;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      const TypeInfo& held = types_.Get(ObjectTypeOf(context_, variable));
      if (types_.TypeOf(module_, variable).storage_class !=
              StorageClass::kOutput ||
          held.unknown() || !held.Is(tt::kArray) ||
          Has(variable, held.element, Decoration::kBuiltIn)) {
        continue;
      }
      const uint64_t each = SizeOf(held.element);
      const uint64_t count =
          Has(variable, held.element, Decoration::kPerPrimitiveEXT) ? primitives
                                                                    : vertices;
      if (each == 0 || count == 0) continue;
      // An array may be shorter than the modes allow.
      const uint64_t longest = SizeOf(ObjectTypeOf(context_, variable)) / each;
      sum = std::min(sum + each * std::min(count, longest), kMaxBytes);
    }
    return sum;
  }

  // Whether a variable, or the first member of its block for each vertex or
  // primitive, has a decoration.  A block with built-ins has no other members.
  bool Has(Id variable, Id element, Decoration kind) const {
    const Decorations& decorations = context_.decorations();
    return decorations.Has(variable, kind) ||
           (types_.Get(element).Is(tt::kStruct) &&
            decorations.Find(element, 0, kind).has_value());
  }

  uint64_t WordOf(const ExecutionModeRow* row) const {
    return row == nullptr ? 0 : row->first_word;
  }

  // --- Limits ---

  // Whether a cooperative matrix has scope Workgroup.
  bool HasWorkgroupMatrices() const {
    if (!types_.AnyIs(tt::kCooperativeMatrix)) return false;
    for (const Id type : types_.types()) {
      const Inst inst = module_.inst(module_.def(type));
      if (inst.op() != Op::kTypeCooperativeMatrixKHR) continue;
      const auto scope = FixedValue(
          context_, inst.id(operand::TypeCooperativeMatrixKHR::kScope));
      if (scope && grammar::Scope{*scope} == grammar::Scope::kWorkgroup) {
        return true;
      }
    }
    return false;
  }

  std::optional<int64_t> LimitOf(const MemoryRow& row) const {
    const auto limit = NumberOf(device_, row.limit);
    if (!limit || row.reserves == Reserves::kNothing) return limit;
    const bool for_matrices = row.reserves == Reserves::kForMatrices;
    if (for_matrices ? !has_matrices_ : !module_.HasAny(kSplitBarriers)) {
      return std::nullopt;
    }
    const auto reserved =
        for_matrices
            ? NumberOf(device_,
                       "cooperativeMatrixWorkgroupScopeReservedSharedMemory")
            : NumberOf(device_, "splitBarrierReservedSharedMemory");
    if (!reserved) return std::nullopt;
    return std::max<int64_t>(*limit - *reserved, 0);
  }

  ModuleContext& context_;
  const Module& module_;
  const TypeTable& types_;
  const Device& device_;
  const bool has_matrices_;
  std::vector<uint64_t> sizes_;  // in bytes, by row of the type
};

constexpr ModelSet kModels = {ExecutionModel::kGLCompute,
                              ExecutionModel::kMeshEXT,
                              ExecutionModel::kTaskEXT};

// From version 1.4 on an entry point lists all variables that it uses.
constexpr uint32_t kListsAll = 4;

void CheckMemory(ModuleContext& context) {
  const Device* const device = DeviceOf(context);
  if (context.features().version() < kListsAll ||
      !context.entry_points().models().Intersects(kModels)) {
    return;
  }
  Memory memory(context, *device);
  for (const InstIndex at : context.module().entry_points()) {
    memory.Check(EntryPoint(context.module(), at));
  }
}

void CheckPayloads(ModuleContext& context) {
  constexpr DeviceLimit kLimit("maxExecutionGraphShaderPayloadSize");
  const Device* const device = DeviceOf(context);
  if (!context.types().AnyPointsInto(StorageClass::kNodePayloadAMDX)) {
    return;
  }
  const auto limit = NumberOf(*device, kLimit);
  if (!limit) return;
  Memory(context, *device).CheckPayloads(static_cast<uint64_t>(*limit), kLimit);
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckMemory, Requires(ValidationInput::kDevice)},
    {Phase::kSummaries, CheckPayloads, Requires(ValidationInput::kDevice)}};

}  // namespace

extern constinit const Family kDeviceMemory(kRules, kModuleChecks);

}  // namespace plumb
