// Task and mesh shaders (SPV_EXT_mesh_shader): their instructions and outputs.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <vector>

#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/function_effects.h"
#include "validate/facts/single_variables.h"
#include "validate/facts/written_pointers.h"

namespace plumb {
namespace {

namespace emit = grammar::operand::EmitMeshTasksEXT;
namespace outputs = grammar::operand::SetMeshOutputsEXT;

constexpr char kSection[] = "SPV_EXT_mesh_shader";

constexpr Op kSetOps[] = {Op::kSetMeshOutputsEXT};

constexpr RuleTable R({
    {"mesh.emittasks.group-count", kSection,
     "the group counts must be unsigned 32-bit integer scalars, not {0}"},
    {"mesh.emittasks.payload", kSection,
     "operand Payload, {0}, must be a variable in TaskPayloadWorkgroupEXT"},
    {"mesh.emittasks.model", kSection,
     "the instruction is allowed only in task shaders, not in execution model "
     "{0}"},
    {"mesh.setoutputs.count", kSection,
     "the counts must be unsigned 32-bit integer scalars, not {0}"},
    {"mesh.setoutputs.model", kSection,
     "the instruction is allowed only in mesh shaders, not in execution model "
     "{0}"},
    {"mesh.setoutputs.vertices", kSection,
     "the number of vertices must be at most {1} (OutputVertices), not {0}",
     "VUID-RuntimeSpirv-MeshEXT-07332", Severity::kError, kInVulkan},
    {"mesh.setoutputs.primitives", kSection,
     "the number of primitives must be at most {1} (OutputPrimitivesEXT), not "
     "{0}",
     "VUID-RuntimeSpirv-MeshEXT-07333", Severity::kError, kInVulkan},
    {"mesh.output.not-read", kSection,
     "a mesh shader must not read its outputs",
     "VUID-StandaloneSpirv-MeshEXT-07107", Severity::kError, kInVulkan},
    {"mesh.model.not-mixed", kSection,
     "a module must not have entry points of both {0} and {1}",
     "VUID-StandaloneSpirv-MeshEXT-07102", Severity::kError, kInVulkan},
    // Implementations accept shaders without it.
    ReliesOn(kSetOps,
             {"mesh.setoutputs.some", kSection,
              "mesh shader {0} writes outputs, so it must execute "
              "OpSetMeshOutputsEXT",
              "VUID-StandaloneSpirv-MeshEXT-07106", Severity::kWarning}),
    ReliesOn(kSetOps, {"mesh.setoutputs.first", kSection,
                       "a mesh shader must not write an output before "
                       "OpSetMeshOutputsEXT",
                       "VUID-StandaloneSpirv-MeshEXT-07106", Severity::kError,
                       kInVulkan}),
    {"mesh.taskpayload.read-only", kSection,
     "storage class TaskPayloadWorkgroupEXT is read-only in mesh shaders"},
    {"mesh.interface.one-task-payload", kSection,
     "an entry point must have at most one variable in {1}, but {0} is another "
     "one"},
});

constexpr TypePattern kUint32 = {.shape = tt::kScalar,
                                 .component = tt::kInt,
                                 .never = tt::kSigned,
                                 .width = 32};
constexpr StorageClass kPayloads[] = {StorageClass::kTaskPayloadWorkgroupEXT};

constexpr OperandRule kOperandRules[] = {
    {Op::kEmitMeshTasksEXT, emit::kGroupCountX, kUint32,
     &R("mesh.emittasks.group-count")},
    {Op::kEmitMeshTasksEXT, emit::kGroupCountY, kUint32,
     &R("mesh.emittasks.group-count")},
    {Op::kEmitMeshTasksEXT, emit::kGroupCountZ, kUint32,
     &R("mesh.emittasks.group-count")},
    {Op::kEmitMeshTasksEXT, emit::kPayload,
     kAnyPointer.InStorageClass(kPayloads), &R("mesh.emittasks.payload"),
     DefinedBy::kVariable},
    {kSetOps, outputs::kVertexCount, kUint32, &R("mesh.setoutputs.count")},
    {kSetOps, outputs::kPrimitiveCount, kUint32, &R("mesh.setoutputs.count")},
};

// --- Instructions ---

void CheckEmit(const CheckContext& c) {
  c.ReportIfReached(R("mesh.emittasks.model"),
                    ~ModelSet(ExecutionModel::kTaskEXT));
}

void CheckSet(const CheckContext& c) {
  c.ReportIfReached(R("mesh.setoutputs.model"),
                    ~ModelSet(ExecutionModel::kMeshEXT));
}

bool IsReachableFromMesh(const ModuleContext& context, uint32_t function) {
  return context.reach()
      .models(cfg::FunctionIndex(function))
      .Intersects(ExecutionModel::kMeshEXT);
}

void CheckLoad(const CheckContext& c) {
  namespace load = grammar::operand::Load;
  const TypeInfo& pointer = c.operand_type(load::kPointer);
  if (pointer.unknown() || pointer.storage_class != StorageClass::kOutput ||
      c.function() == nullptr ||
      !IsReachableFromMesh(c.context(), c.function()->function())) {
    return;
  }
  c.AddCallPathNotes(ExecutionModel::kMeshEXT,
                     c.Report(R("mesh.output.not-read"), load::kPointer));
}

// --- The payload of tasks ---

void CheckPayloadWrite(const CheckContext& c) {
  if (!WritesInto(c, StorageClass::kTaskPayloadWorkgroupEXT)) return;
  c.ReportIfReached(R("mesh.taskpayload.read-only"), ExecutionModel::kMeshEXT);
}

// --- Outputs ---

// The effects of a function.
constexpr uint64_t kSets = 1;
constexpr uint64_t kWrites = 2;

// The effect of an instruction.
uint64_t EffectOf(const ModuleContext& context, InstIndex i) {
  const Module& module = context.module();
  const Op op = module.record(i).op;
  if (op == Op::kSetMeshOutputsEXT) return kSets;
  if (op != Op::kStore) return 0;
  const Id pointer = module.inst(i).id(operand::Store::kPointer);
  return context.types().TypeOf(module, pointer).storage_class ==
                 StorageClass::kOutput
             ? kWrites
             : 0;
}

uint64_t EffectsOf(const ModuleContext& context, const FunctionRange& range) {
  uint64_t effects = 0;
  for (InstIndex i = range.first; i < range.last; ++i) {
    effects |= EffectOf(context, i);
  }
  return effects;
}

// The first write before the counts are set in the first block of an entry
// point, which runs before all others; effects of called functions count.
// kNoInst if there is none.
InstIndex FindEarlyWrite(const ModuleContext& context,
                         const FunctionRange& range,
                         const std::vector<uint64_t>& effects) {
  const Module& module = context.module();
  for (InstIndex i = range.first; i < range.last; ++i) {
    const Op op = module.record(i).op;
    if (Is(op, OpTrait::kTerminator)) break;
    uint64_t effect = EffectOf(context, i);
    if (op == Op::kFunctionCall) {
      const cfg::FunctionIndex callee = context.FunctionOf(
          module.inst(i).id(operand::FunctionCall::kFunction));
      if (callee != cfg::kNoFunction) effect = effects[callee.value];
    }
    if ((effect & kSets) != 0) break;
    if ((effect & kWrites) != 0) return i;
  }
  return kNoInst;
}

// The first write that precedes an OpSetMeshOutputsEXT in the same block;
// kNoInst if there is none.
InstIndex FindWriteBeforeSet(const ModuleContext& context,
                             const FunctionRange& range) {
  InstIndex write = kNoInst;  // the first write of the block
  bool is_set = false;
  for (InstIndex i = range.first; i < range.last; ++i) {
    const Op op = context.module().record(i).op;
    if (op == Op::kLabel) {
      write = kNoInst;
      is_set = false;
    }
    const uint64_t effect = EffectOf(context, i);
    if ((effect & kWrites) != 0 && write == kNoInst && !is_set) write = i;
    if ((effect & kSets) == 0) continue;
    if (write != kNoInst) return write;
    is_set = true;
  }
  return kNoInst;
}

// Checks the functions that mesh shaders reach, which may set the counts once.
void CheckOrder(ModuleContext& context, const std::vector<uint64_t>& effects) {
  const Module& module = context.module();
  std::vector<InstIndex> early(effects.size(), kNoInst);
  for (uint32_t f = 0; f < module.functions().size(); ++f) {
    if (IsReachableFromMesh(context, f)) {
      early[f] = FindWriteBeforeSet(context, module.functions()[f]);
    }
  }
  ForEachEntryPointOf(context, ExecutionModel::kMeshEXT, effects,
                      [&](const EntryPoint& entry, uint64_t own) {
                        const uint32_t f = context.FunctionOf(entry.id()).value;
                        if (own == (kSets | kWrites) && early[f] == kNoInst) {
                          early[f] = FindEarlyWrite(
                              context, module.functions()[f], effects);
                        }
                      });
  for (const InstIndex write : early) {
    if (write == kNoInst) continue;
    context.Report(R("mesh.setoutputs.first"), Place::At(write));
  }
}

// Linear in the instructions and calls.
void CheckOutputs(ModuleContext& context) {
  const std::vector<uint64_t> effects = PropagateUpCallGraph(
      context,
      [&](const FunctionRange& range) { return EffectsOf(context, range); });
  ForEachEntryPointOf(
      context, ExecutionModel::kMeshEXT, effects,
      [&](const EntryPoint& entry, uint64_t own) {
        if (own != kWrites) return;
        context.Report(R("mesh.setoutputs.some"),
                       Place::At(entry.at(), entry.id_operand()), {entry.id()});
      });
  if (IsVulkan(context)) CheckOrder(context, effects);
}

// --- Output counts ---

// The maximum that a mode allows any mesh shader of the module; 0 if no mode
// gives it.
uint32_t LimitOf(const ModuleContext& context, ExecutionMode mode) {
  uint32_t limit = 0;
  for (const EntryFunction& function : context.entry_points().functions()) {
    for (const ExecutionModeRow& row : function.FindAll(mode)) {
      limit = std::max(limit, row.first_word);
    }
  }
  return limit;
}

void CheckCount(ModuleContext& context, cfg::FunctionIndex function,
                const Inst& inst, OperandIndex operand, uint32_t limit,
                const Rule& rule) {
  const ScalarConstant count = context.constants().Scalar(inst.id(operand));
  if (limit == 0 || !count.fixed() || count.value <= limit) return;
  AddCallPathNotes(context, function, ExecutionModel::kMeshEXT,
                   context.Report(rule, Place::At(inst.index(), operand),
                                  {static_cast<uint64_t>(count.value), limit}));
}

// A module check, so that the limits, which are those of the module, are
// computed once.
void CheckCounts(ModuleContext& context) {
  const uint32_t vertices = LimitOf(context, ExecutionMode::kOutputVertices);
  const uint32_t primitives =
      LimitOf(context, ExecutionMode::kOutputPrimitivesEXT);
  const Module& module = context.module();
  for (uint32_t f = 0; f < module.functions().size(); ++f) {
    if (!IsReachableFromMesh(context, f)) continue;
    const FunctionRange& range = module.functions()[f];
    for (InstIndex i = range.first; i < range.last; ++i) {
      if (module.record(i).op != Op::kSetMeshOutputsEXT) continue;
      const Inst inst = module.inst(i);
      const cfg::FunctionIndex function(f);
      CheckCount(context, function, inst, outputs::kVertexCount, vertices,
                 R("mesh.setoutputs.vertices"));
      CheckCount(context, function, inst, outputs::kPrimitiveCount, primitives,
                 R("mesh.setoutputs.primitives"));
    }
  }
}

// --- Entry points ---

constexpr ModelSet kExtModels = {ExecutionModel::kMeshEXT,
                                 ExecutionModel::kTaskEXT};
constexpr ModelSet kNvModels = {ExecutionModel::kMeshNV,
                                ExecutionModel::kTaskNV};

// Reports the first entry point whose kind differs from that of the first one.
void CheckModels(ModuleContext& context) {
  const ModelSet models = context.entry_points().models();
  if (!models.Intersects(kExtModels) || !models.Intersects(kNvModels)) return;
  const Module& module = context.module();
  InstIndex first = kNoInst;
  for (InstIndex i : module.entry_points()) {
    const ExecutionModel model = EntryPoint(module, i).model();
    if (!(kExtModels | kNvModels).Contains(model)) continue;
    if (first == kNoInst) first = i;
    const ExecutionModel other = EntryPoint(module, first).model();
    if (kExtModels.Contains(model) == kExtModels.Contains(other)) continue;
    const auto name = [](ExecutionModel m) {
      return Arg::Enumerant(grammar::Kind::kExecutionModel, m);
    };
    context
        .Report(R("mesh.model.not-mixed"), Place::At(i),
                {name(other), name(model)})
        .Note("the other entry point is here", Place::At(first));
    return;
  }
}

constexpr SingleStorage kSingles[] = {{StorageClass::kTaskPayloadWorkgroupEXT,
                                       R("mesh.interface.one-task-payload")}};

void CheckEntryPoints(ModuleContext& context) {
  CheckModels(context);
  if (context.types().AnyPointsInto(StorageClass::kTaskPayloadWorkgroupEXT)) {
    CheckSingleStorages(context, kSingles);
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckCounts, Requires(ExecutionModel::kMeshEXT)},
    {Phase::kSummaries, CheckOutputs, Requires(ExecutionModel::kMeshEXT)},
    {Phase::kSummaries, CheckEntryPoints,
     Requires(Capability::kMeshShadingEXT)}};
constexpr Check kChecks[] = {
    {Op::kEmitMeshTasksEXT, CheckEmit},
    {kSetOps, CheckSet},
    {Op::kLoad, CheckLoad, Requires(Capability::kMeshShadingEXT)},
    {kStoringOps, CheckPayloadWrite,
     Requires(StorageClass::kTaskPayloadWorkgroupEXT)},
    {kAtomicOps, CheckPayloadWrite,
     Requires(StorageClass::kTaskPayloadWorkgroupEXT)}};

}  // namespace

extern constinit const Family kMeshShading(R, kModuleChecks, kChecks,
                                           kOperandRules);

}  // namespace plumb
