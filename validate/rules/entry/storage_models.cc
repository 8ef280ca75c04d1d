// Storage classes that some execution models alone have (section 3.7;
// SPV_KHR_ray_tracing, SPV_EXT_mesh_shader): an access through a pointer into
// one must not be reached from an entry point with another model (section 2.6).
//
// Modules that lack the capabilities are done at once; in others the pointers
// of loads, stores and access chains are looked at, and each class is reported
// once per function.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "core/module.h"
#include "validate/analysis/reach.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/function_context.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::ExecutionModel;
using grammar::Kind;
using grammar::Op;
using grammar::StorageClass;

constexpr RuleTable R({
    {"entry.calltree.storage-class", "2.6",
     "storage class {1} is for {2} only, but an entry point with execution "
     "model {0} reaches this access"},
    {"memory.shaderrecordbuffer.read-only", "SPV_KHR_ray_tracing",
     "nothing is written into storage class ShaderRecordBufferKHR"},
});

struct Row {
  StorageClass storage;
  absl::Span<const ExecutionModel> models;
  absl::string_view shaders;  // the models, for a message
};

using Model = ExecutionModel;
constexpr Model kCaller[] = {Model::kRayGenerationKHR, Model::kClosestHitKHR,
                             Model::kMissKHR, Model::kCallableKHR};
constexpr Model kCallable[] = {Model::kCallableKHR};
constexpr Model kTracer[] = {Model::kRayGenerationKHR, Model::kClosestHitKHR,
                             Model::kMissKHR};
constexpr Model kTraced[] = {Model::kAnyHitKHR, Model::kClosestHitKHR,
                             Model::kMissKHR};
constexpr Model kHit[] = {Model::kIntersectionKHR, Model::kAnyHitKHR,
                          Model::kClosestHitKHR};
constexpr Model kRayTracing[] = {
    Model::kRayGenerationKHR, Model::kIntersectionKHR, Model::kAnyHitKHR,
    Model::kClosestHitKHR,    Model::kMissKHR,         Model::kCallableKHR};
constexpr Model kTaskOrMesh[] = {Model::kTaskEXT, Model::kMeshEXT};

constexpr Row kRows[] = {
    {StorageClass::kCallableDataKHR, kCaller,
     "ray generation, closest hit, miss and callable shaders"},
    {StorageClass::kIncomingCallableDataKHR, kCallable, "callable shaders"},
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

// The operand of an access that is its pointer; -1 for other instructions.
int PointerOperand(Op op) {
  switch (op) {
    case Op::kStore:
      return 0;
    case Op::kLoad:
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
      return 2;
    default:
      return -1;
  }
}

ModelSet OtherModels(const Row& row) {
  ModelSet allowed;
  for (ExecutionModel model : row.models) allowed |= model;
  return ~allowed;
}

void CheckAccesses(FunctionContext& fn) {
  const Module& module = fn.module();
  if (!MayHaveSuchClass(fn.context())) return;
  uint32_t seen = 0;  // rows, by bit
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    const Op op = module.record(i).op;
    const int operand = PointerOperand(op);
    if (operand < 0) continue;
    const CheckContext c(fn.context(), &fn, fn.diagnostics(), i);
    const TypeInfo& pointer = c.operand_type(operand);
    if (!pointer.Is(type_trait::kAnyPointer)) continue;
    const Row* row = Find(pointer.storage_class);
    if (row == nullptr) continue;
    if (op == Op::kStore &&
        row->storage == StorageClass::kShaderRecordBufferKHR) {
      c.Report(R("memory.shaderrecordbuffer.read-only"), operand);
    }
    const uint32_t bit = 1u << (row - kRows);
    if ((seen & bit) != 0) continue;
    seen |= bit;
    c.ReportIfReached(
        R("entry.calltree.storage-class"), OtherModels(*row),
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
