// Storage classes that only some execution models allow (section 3.2.6;
// SPV_KHR_ray_tracing, SPV_EXT_mesh_shader, SPV_QCOM_tile_shading,
// SPV_EXT_shader_invocation_reorder; Workgroup in Vulkan): an entry point with
// another model must not reach an access through a pointer into the class
// (section 2.6).
//
// Modules without the capabilities are skipped.  In others every pointer
// operand is checked, and each class is reported once per function.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "absl/algorithm/container.h"
#include "core/execution_models.h"
#include "validate/engine/family.h"
#include "validate/facts/hit_object_ops.h"
#include "validate/facts/object_types.h"
#include "validate/facts/section.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr char kText[] =
    "storage class {1} is allowed only in {2}, but an entry point with "
    "execution model {0} reaches this access";
constexpr char kInVulkanText[] =
    "in Vulkan, storage class {1} is allowed only in {2}, but an entry point "
    "with execution model {0} reaches this access";

// A storage class of ray tracing, with its own rule in Vulkan.
constexpr Rule RayTracingRule(absl::string_view id, absl::string_view vuid) {
  return {id, "SPV_KHR_ray_tracing", kText, vuid};
}

constexpr RuleTable R({
    Also("entry.calltree.storage-class-other-accesses "
         "memory.tileattachment.execution-model hitobject.attribute.model",
         {"entry.calltree.storage-class", "2.6", kText}),
    RayTracingRule("entry.calltree.callabledata-models",
                   "VUID-StandaloneSpirv-CallableDataKHR-04704"),
    RayTracingRule("entry.calltree.incomingcallabledata-models",
                   "VUID-StandaloneSpirv-IncomingCallableDataKHR-04705"),
    RayTracingRule("entry.calltree.raypayload-models",
                   "VUID-StandaloneSpirv-RayPayloadKHR-04698"),
    RayTracingRule("entry.calltree.incomingraypayload-models",
                   "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04699"),
    RayTracingRule("entry.calltree.hitattribute-models",
                   "VUID-StandaloneSpirv-HitAttributeKHR-04701"),
    RayTracingRule("entry.calltree.shaderrecordbuffer-models",
                   "VUID-StandaloneSpirv-ShaderRecordBufferKHR-07119"),
    {"entry.calltree.workgroup-models", kVulkan, kInVulkanText,
     "VUID-StandaloneSpirv-None-04645", Severity::kError, kInVulkan},
    {"entry.calltree.output-models", kVulkan, kInVulkanText,
     "VUID-StandaloneSpirv-None-04644", Severity::kError, kInVulkan},
});

// A storage class, and the models that allow it.
struct Row {
  StorageClass storage;
  ModelSet models;
  absl::string_view shaders;  // names the models in messages
  const Rule* rule = &R("entry.calltree.storage-class");
};

using Model = ExecutionModel;
constexpr ModelSet kCaller = {Model::kRayGenerationKHR, Model::kClosestHitKHR,
                              Model::kMissKHR, Model::kCallableKHR};
constexpr ModelSet kTracer = {Model::kRayGenerationKHR, Model::kClosestHitKHR,
                              Model::kMissKHR};
constexpr ModelSet kTraced = {Model::kAnyHitKHR, Model::kClosestHitKHR,
                              Model::kMissKHR};
constexpr ModelSet kHit = {Model::kIntersectionKHR, Model::kAnyHitKHR,
                           Model::kClosestHitKHR};
constexpr ModelSet kRayTracing = kCaller | kTraced | kHit;
constexpr ModelSet kTaskOrMesh = {Model::kTaskEXT, Model::kMeshEXT};
constexpr ModelSet kWithWorkgroups = {Model::kGLCompute, Model::kTaskNV,
                                      Model::kMeshNV, Model::kTaskEXT,
                                      Model::kMeshEXT};
constexpr ModelSet kWithOutputs = ~(kRayTracing | ModelSet(Model::kGLCompute));
constexpr ModelSet kTileShader = {Model::kFragment, Model::kGLCompute};

constexpr Row kRows[] = {
    {StorageClass::kCallableDataKHR, kCaller,
     "ray generation, closest hit, miss and callable shaders",
     &R("entry.calltree.callabledata-models")},
    {StorageClass::kIncomingCallableDataKHR, Model::kCallableKHR,
     "callable shaders", &R("entry.calltree.incomingcallabledata-models")},
    {StorageClass::kRayPayloadKHR, kTracer,
     "ray generation, closest hit and miss shaders",
     &R("entry.calltree.raypayload-models")},
    {StorageClass::kIncomingRayPayloadKHR, kTraced,
     "any-hit, closest hit and miss shaders",
     &R("entry.calltree.incomingraypayload-models")},
    {StorageClass::kHitAttributeKHR, kHit,
     "intersection, any-hit and closest hit shaders",
     &R("entry.calltree.hitattribute-models")},
    {StorageClass::kShaderRecordBufferKHR, kRayTracing, "ray tracing shaders",
     &R("entry.calltree.shaderrecordbuffer-models")},
    {StorageClass::kTaskPayloadWorkgroupEXT, kTaskOrMesh,
     "task and mesh shaders"},
    {StorageClass::kTileAttachmentQCOM, kTileShader,
     "fragment and compute shaders"},
    {StorageClass::kHitObjectAttributeNV, kTracer,
     "ray generation, closest hit and miss shaders"},
    {StorageClass::kHitObjectAttributeEXT, kTracer,
     "ray generation, closest hit and miss shaders"},
};

// SPV_NV_ray_tracing allows payloads in one more model.
constexpr Row kPayloadNv = {
    StorageClass::kRayPayloadKHR, kTracer | Model::kAnyHitKHR,
    "ray generation, any-hit, closest hit and miss shaders",
    &R("entry.calltree.raypayload-models")};

constexpr Row kWorkgroup = {StorageClass::kWorkgroup, kWithWorkgroups,
                            "task, mesh and compute shaders",
                            &R("entry.calltree.workgroup-models")};
constexpr Row kOutput = {StorageClass::kOutput, kWithOutputs,
                         "shaders of the graphics pipeline",
                         &R("entry.calltree.output-models")};

const Row* Find(StorageClass storage) {
  for (const Row& row : kRows) {
    if (row.storage == storage) return &row;
  }
  return nullptr;
}

// The models that allow an instruction by other rules.  In other models the
// instruction itself is an error.
ModelSet ModelsOf(Op op) {
  switch (op) {
    case Op::kTraceRayKHR:
    case Op::kTraceRayMotionNV:
    case Op::kTraceNV:
    case Op::kTraceMotionNV:
      return kTracer;
    case Op::kExecuteCallableKHR:
      return kCaller;
    case Op::kEmitMeshTasksEXT:
      return Model::kTaskEXT;
    default:
      return absl::c_linear_search(hit_object::kAll, op) ? kTracer
                                                         : ModelSet::All();
  }
}

// Whether the module may have such a class.
bool MayHaveRestrictedClass(const ModuleContext& context) {
  return context.Has(Capability::kRayTracingKHR) ||
         context.Has(Capability::kRayTracingNV) ||
         context.Has(Capability::kMeshShadingEXT) ||
         context.Has(Capability::kShaderInvocationReorderNV) ||
         context.Has(Capability::kShaderInvocationReorderEXT) ||
         context.Has(Capability::kTileShadingQCOM);
}

// Whether the module may use a class where Vulkan does not allow it.
bool MayMisuse(const ModuleContext& context, const Row& row) {
  return IsVulkan(context) && context.types().AnyPointsInto(row.storage) &&
         context.entry_points().models().Intersects(~row.models);
}

// Reports the first use of each storage class in a function.
class Accesses {
 public:
  explicit Accesses(FunctionContext& fn) : fn_(fn), roles_(fn.module()) {}

  void Check() {
    const FunctionRange& range = fn_.range();
    for (InstIndex i = range.first; i < range.last; ++i) {
      // Debug information about a pointer is not an access.
      if (PlacementOf(fn_.module().record(i).op) == Placement::kExtInst &&
          roles_.RoleOf(i) != ExtInstRole::kSemantic) {
        continue;
      }
      fn_.module().ForEachIdOperand(i, [&](OperandIndex, Id id) {
        const TypeInfo& pointer =
            fn_.context().types().TypeOf(fn_.module(), id);
        if (pointer.Is(type_trait::kAnyPointer)) {
          CheckPointer(i, id, pointer.storage_class);
        }
      });
    }
  }

 private:
  void CheckPointer(InstIndex i, Id id, StorageClass storage) {
    if (storage == StorageClass::kWorkgroup) {
      CheckOnce(i, kWorkgroup, &seen_workgroup_);
      return;
    }
    if (storage == StorageClass::kOutput) {
      if (IsUserDefined(id)) CheckOnce(i, kOutput, &seen_output_);
      return;
    }
    const Row* row = Find(storage);
    if (row == nullptr) return;
    const uint32_t bit = 1u << (row - kRows);
    if ((seen_ & bit) != 0) return;
    seen_ |= bit;
    Report(i, storage == StorageClass::kRayPayloadKHR &&
                      fn_.context().Has(Capability::kRayTracingNV)
                  ? kPayloadNv
                  : *row);
  }

  // Whether it is a variable that is not a built-in; other rules check the
  // models of built-ins.
  bool IsUserDefined(Id id) const {
    const ModuleContext& context = fn_.context();
    const InstIndex def = fn_.module().def(id);
    if (def == kNoInst ||
        !Is(fn_.module().record(def).op, OpTrait::kVariable)) {
      return false;
    }
    const Id held = InnermostElement(context, ObjectTypeOf(context, id));
    bool built_in = context.decorations().Has(id, Decoration::kBuiltIn);
    context.decorations().ForEachOf(held, [&](const Decorated& d) {
      built_in |= d.kind == Decoration::kBuiltIn;
    });
    return !built_in;
  }

  void CheckOnce(InstIndex i, const Row& row, bool* seen) {
    if (*seen) return;
    *seen = true;
    Report(i, row);
  }

  void Report(InstIndex i, const Row& row) {
    const CheckContext c(fn_.context(), &fn_, fn_.diagnostics(), i);
    c.ReportIfReached(
        *row.rule, ~row.models & ModelsOf(c.inst().op()),
        {Arg::Enumerant(Kind::kStorageClass, row.storage), row.shaders});
  }

  FunctionContext& fn_;
  ExtInstRoles roles_;
  uint32_t seen_ = 0;  // rows, by bit
  bool seen_workgroup_ = false;
  bool seen_output_ = false;
};

void CheckAccesses(FunctionContext& fn) {
  if (MayHaveRestrictedClass(fn.context()) ||
      MayMisuse(fn.context(), kWorkgroup) || MayMisuse(fn.context(), kOutput)) {
    Accesses(fn).Check();
  }
}

}  // namespace

extern constinit const Family kStorageModels(R, kFunctionCheck<CheckAccesses>);

}  // namespace plumb
