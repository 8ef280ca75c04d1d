// Storage classes that some execution models alone have (section 3.2.6;
// SPV_KHR_ray_tracing, SPV_EXT_mesh_shader): an access through a pointer into
// one must not be reached from an entry point with another model (section 2.6).
//
// Modules that lack the capabilities are done at once; in others the pointers
// of loads, stores and access chains are looked at, and each class is reported
// once per function.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "core/execution_models.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"entry.calltree.storage-class", "2.6",
     "storage class {1} is for {2} only, but an entry point with execution "
     "model {0} reaches this access"},
});

// A storage class, and the models that have it.
struct Row {
  StorageClass storage;
  ModelSet models;
  absl::string_view shaders;  // the models, for a message
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

constexpr Row kRows[] = {
    {StorageClass::kCallableDataKHR, kCaller,
     "ray generation, closest hit, miss and callable shaders"},
    {StorageClass::kIncomingCallableDataKHR, Model::kCallableKHR,
     "callable shaders"},
    {StorageClass::kRayPayloadKHR, kTracer,
     "ray generation, closest hit and miss shaders"},
    {StorageClass::kIncomingRayPayloadKHR, kTraced,
     "any-hit, closest hit and miss shaders"},
    {StorageClass::kHitAttributeKHR, kHit,
     "intersection, any-hit and closest hit shaders"},
    {StorageClass::kShaderRecordBufferKHR, kRayTracing, "ray tracing shaders"},
    {StorageClass::kTaskPayloadWorkgroupEXT, kTaskOrMesh,
     "task and mesh shaders"},
};

const Row* Find(StorageClass storage) {
  for (const Row& row : kRows) {
    if (row.storage == storage) return &row;
  }
  return nullptr;
}

// Whether the module may have such a class.
bool MayHaveSuchClass(const ModuleContext& context) {
  return context.Has(Capability::kRayTracingKHR) ||
         context.Has(Capability::kRayTracingNV) ||
         context.Has(Capability::kMeshShadingEXT);
}

// The operand of an access that is its pointer; kNoOperand for other
// instructions.
OperandIndex PointerOperand(Op op) {
  switch (op) {
    case Op::kStore:
      return operand::Store::kPointer;
    case Op::kLoad:
      return operand::Load::kPointer;
    case Op::kAccessChain:
      return operand::AccessChain::kBase;
    case Op::kInBoundsAccessChain:
      return operand::InBoundsAccessChain::kBase;
    default:
      return kNoOperand;
  }
}

void CheckAccesses(FunctionContext& fn) {
  const Module& module = fn.module();
  if (!MayHaveSuchClass(fn.context())) return;
  uint32_t seen = 0;  // rows, by bit
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    const OperandIndex at = PointerOperand(module.record(i).op);
    if (at == kNoOperand) continue;
    const CheckContext c(fn.context(), &fn, fn.diagnostics(), i);
    const TypeInfo& pointer = c.operand_type(at);
    if (!pointer.Is(type_trait::kAnyPointer)) continue;
    const Row* row = Find(pointer.storage_class);
    if (row == nullptr) continue;
    const uint32_t bit = 1u << (row - kRows);
    if ((seen & bit) != 0) continue;
    seen |= bit;
    c.ReportIfReached(
        R("entry.calltree.storage-class"), ~row->models,
        {Arg::Enumerant(Kind::kStorageClass, pointer.storage_class),
         row->shaders});
  }
}

constexpr FunctionCheck kFunctionChecks[] = {CheckAccesses};

}  // namespace

extern constinit const Family kStorageModels = {
    .rules = R.rules(),
    .function_checks = kFunctionChecks,
};

}  // namespace plumb
