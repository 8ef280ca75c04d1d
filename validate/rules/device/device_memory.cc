// How much memory the variables of a workgroup take, against the limits of the
// device.
//
// What is counted is the least that they can take: numbers and Booleans without
// any padding, and an array whose length is not known as one element.  Where
// that is too much, it is too much however the device pads.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/rules/device/device_rules.h"
#include "validate/rules/memory/held_types.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr char kText[] =
    "the variables of the workgroup take at least {0} byte{0s}, and {1} of the "
    "device is {2}";
constexpr char kReservedText[] =
    "the variables of the workgroup take at least {0} byte{0s}, and the device "
    "has {2} for them: {1} without what it reserves";

// What a module does for which the device keeps memory to itself.
enum class Reserves : uint8_t { kNothing, kForMatrices, kForBarriers };

struct MemoryRow {
  ExecutionModel model;
  bool shared;   // Workgroup counts
  bool payload;  // TaskPayloadWorkgroupEXT counts
  DeviceLimit limit;
  Rule rule;
  Reserves reserves = Reserves::kNothing;
};

// Of rows of one model and the same classes the first that is violated counts.
constexpr MemoryRow kRows[] = {
    {ExecutionModel::kGLCompute, true, false, "maxComputeSharedMemorySize",
     OfDevice("device.compute.shared-memory", kText,
              "VUID-RuntimeSpirv-Workgroup-06530")},
    {ExecutionModel::kGLCompute, true, false, "maxComputeSharedMemorySize",
     OfDevice("device.compute.shared-memory-with-matrices", kReservedText,
              "VUID-RuntimeSpirv-maxComputeSharedMemorySize-10168"),
     Reserves::kForMatrices},
    {ExecutionModel::kGLCompute, true, false, "maxComputeSharedMemorySize",
     OfDevice("device.compute.shared-memory-with-barriers", kReservedText,
              "VUID-RuntimeSpirv-OpControlBarrierArriveEXT-13562"),
     Reserves::kForBarriers},
    {ExecutionModel::kMeshEXT, true, false, "maxMeshSharedMemorySize",
     OfDevice("device.mesh.shared-memory", kText,
              "VUID-RuntimeSpirv-maxMeshSharedMemorySize-08754")},
    {ExecutionModel::kMeshEXT, true, true, "maxMeshPayloadAndSharedMemorySize",
     OfDevice("device.mesh.payload-and-shared-memory", kText,
              "VUID-RuntimeSpirv-maxMeshPayloadAndSharedMemorySize-08755")},
    {ExecutionModel::kTaskEXT, false, true, "maxTaskPayloadSize",
     OfDevice("device.task.payload", kText,
              "VUID-RuntimeSpirv-maxTaskPayloadSize-08758")},
    {ExecutionModel::kTaskEXT, true, false, "maxTaskSharedMemorySize",
     OfDevice("device.task.shared-memory", kText,
              "VUID-RuntimeSpirv-maxTaskSharedMemorySize-08759")},
    {ExecutionModel::kTaskEXT, true, true, "maxTaskPayloadAndSharedMemorySize",
     OfDevice("device.task.payload-and-shared-memory", kText,
              "VUID-RuntimeSpirv-maxTaskPayloadAndSharedMemorySize-08760")},
};
constexpr auto kRules = RulesOf(kRows, &MemoryRow::rule);

// No sum of such numbers overflows.
constexpr uint64_t kMost = uint64_t{1} << 40;

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
    for (const MemoryRow& row : kRows) {
      if (row.model != entry.model()) continue;
      const auto limit = LimitOf(row);
      const uint64_t bytes =
          (row.shared ? shared : 0) + (row.payload ? payload : 0);
      if (!limit || bytes <= static_cast<uint64_t>(*limit)) continue;
      context_.Report(row.rule, Place::At(entry.at(), entry.id_operand()),
                      {bytes, row.limit.name(), static_cast<uint64_t>(*limit)});
      return;
    }
  }

 private:
  // --- Types ---

  void MeasureTypes() {
    sizes_.assign(types_.row_count(), 0);
    for (const Id type : types_.types()) {
      sizes_[types_.RowOf(type)] = std::min(Measure(type), kMost);
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
      return each == 0 || elements <= kMost / each ? each * elements : kMost;
    }
    if (!info.Is(tt::kStruct)) return 0;
    uint64_t sum = 0;
    for (uint32_t m = 0; m < info.count; ++m) {
      sum = std::min(sum + SizeOf(types_.MemberOf(module_, type, m)), kMost);
    }
    return sum;
  }

  // --- Variables ---

  // Of the interface, each variable once.  Blocks share their memory.
  uint64_t SumOf(const EntryPoint& entry, StorageClass storage) const {
    uint64_t sum = 0;
    uint64_t largest_block = 0;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (types_.Of(module_, variable).storage_class != storage) continue;
      const Id type = HeldBy(context_, variable);
      if (context_.decorations().IsBlock(type)) {
        largest_block = std::max(largest_block, SizeOf(type));
      } else {
        sum = std::min(sum + SizeOf(type), kMost);
      }
    }
    return sum + largest_block;
  }

  // --- Limits ---

  // Whether some matrix is of the workgroup.
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
  if (device == nullptr || context.features().version() < kListsAll ||
      !context.entry_points().models().Intersects(kModels)) {
    return;
  }
  Memory memory(context, *device);
  for (const InstIndex at : context.module().entry_points()) {
    memory.Check(EntryPoint(context.module(), at));
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckMemory}};

}  // namespace

extern constinit const Family kDeviceMemory = {
    .rules = kRules.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
