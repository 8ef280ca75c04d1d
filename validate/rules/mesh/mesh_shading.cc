// Task and mesh shaders (SPV_EXT_mesh_shader): their instructions, and what
// they write.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace emit = grammar::operand::EmitMeshTasksEXT;
namespace outputs = grammar::operand::SetMeshOutputsEXT;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_mesh_shader";

constexpr RuleTable R({
    {"mesh.emittasks.group-count", kSection,
     "the group counts must be unsigned 32-bit integer scalars, not {0}"},
    {"mesh.emittasks.payload", kSection,
     "operand Payload, {0}, must be a variable in TaskPayloadWorkgroupEXT"},
    {"mesh.emittasks.model", kSection,
     "the instruction is for task shaders, not for execution model {0}"},
    {"mesh.setoutputs.count", kSection,
     "the counts must be unsigned 32-bit integer scalars, not {0}"},
    {"mesh.setoutputs.model", kSection,
     "the instruction is for mesh shaders, not for execution model {0}"},
    {"mesh.setoutputs.vertices", kSection,
     "the number of vertices must be at most {1}, as OutputVertices says, not "
     "{0}",
     "VUID-RuntimeSpirv-MeshEXT-07332", Severity::kError, kInVulkan},
    {"mesh.setoutputs.primitives", kSection,
     "the number of primitives must be at most {1}, as OutputPrimitivesEXT "
     "says, not {0}",
     "VUID-RuntimeSpirv-MeshEXT-07333", Severity::kError, kInVulkan},
    // A warning, because front ends make such modules.
    {"mesh.output.not-read", kSection, "mesh shaders cannot read their outputs",
     "VUID-StandaloneSpirv-MeshEXT-07107", Severity::kWarning, kInVulkan},
    {"mesh.model.not-mixed", kSection,
     "a module must not have entry points of both {0} and {1}",
     "VUID-StandaloneSpirv-MeshEXT-07102", Severity::kError, kInVulkan},
    {"mesh.perprimitive.output", kSection,
     "{0} is PerPrimitiveEXT, so mesh shader {1} must have it in storage class "
     "Output"},
    {"mesh.perprimitive.input", kSection,
     "{0} is PerPrimitiveEXT, so fragment shader {1} must have it in storage "
     "class Input"},
});

constexpr Op kEmit[] = {Op::kEmitMeshTasksEXT};
constexpr Op kSet[] = {Op::kSetMeshOutputsEXT};
constexpr Op kLoads[] = {Op::kLoad};
constexpr TypePattern kUint32 = {.shape = tt::kScalar,
                                 .component = tt::kInt,
                                 .never = tt::kSigned,
                                 .width = 32};
constexpr StorageClass kPayloads[] = {StorageClass::kTaskPayloadWorkgroupEXT};

constexpr OperandRule kOperandRules[] = {
    {kEmit, emit::kGroupCountX, kUint32, &R("mesh.emittasks.group-count")},
    {kEmit, emit::kGroupCountY, kUint32, &R("mesh.emittasks.group-count")},
    {kEmit, emit::kGroupCountZ, kUint32, &R("mesh.emittasks.group-count")},
    {kEmit, emit::kPayload, kAnyPointer.In(kPayloads),
     &R("mesh.emittasks.payload"), DefinedBy::kVariable},
    {kSet, outputs::kVertexCount, kUint32, &R("mesh.setoutputs.count")},
    {kSet, outputs::kPrimitiveCount, kUint32, &R("mesh.setoutputs.count")},
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

bool IsOfMesh(const ModuleContext& context, uint32_t function) {
  return context.reach()
      .models(cfg::FunctionIndex(function))
      .Intersects(ExecutionModel::kMeshEXT);
}

bool HasMeshes(const ModuleContext& context) {
  return context.Has(Capability::kMeshShadingEXT);
}

void CheckLoad(const CheckContext& c) {
  namespace load = grammar::operand::Load;
  const TypeInfo& pointer = c.operand_type(load::kPointer);
  if (pointer.unknown() || pointer.storage_class != StorageClass::kOutput ||
      c.function() == nullptr ||
      !IsOfMesh(c.context(), c.function()->function())) {
    return;
  }
  c.Report(R("mesh.output.not-read"), load::kPointer);
}

// --- Output counts ---

// The most that any mesh shader of the module may have by a mode; 0 if none
// states it.
uint32_t LimitOf(const ModuleContext& context, ExecutionMode mode) {
  uint32_t limit = 0;
  for (const EntryFunction& function : context.entry_points().functions()) {
    for (const ExecutionModeRow& row : function.FindAll(mode)) {
      limit = std::max(limit, row.first_word);
    }
  }
  return limit;
}

void CheckCount(ModuleContext& context, const Inst& inst, OperandIndex operand,
                uint32_t limit, const Rule& rule) {
  const ScalarConstant count = context.constants().Scalar(inst.id(operand));
  if (limit == 0 || !count.fixed() || count.value <= limit) return;
  context.Report(rule, Place::At(inst.index(), operand),
                 {static_cast<uint64_t>(count.value), limit});
}

// A module check, so that the limits, which are those of the module, are looked
// for once.
void CheckCounts(ModuleContext& context) {
  if (!context.entry_points().models().Contains(ExecutionModel::kMeshEXT)) {
    return;
  }
  const uint32_t vertices = LimitOf(context, ExecutionMode::kOutputVertices);
  const uint32_t primitives =
      LimitOf(context, ExecutionMode::kOutputPrimitivesEXT);
  const Module& module = context.module();
  for (uint32_t f = 0; f < module.functions().size(); ++f) {
    if (!IsOfMesh(context, f)) continue;
    const FunctionRange& range = module.functions()[f];
    for (InstIndex i = range.first; i < range.last; ++i) {
      if (module.record(i).op != Op::kSetMeshOutputsEXT) continue;
      const Inst inst = module.inst(i);
      CheckCount(context, inst, outputs::kVertexCount, vertices,
                 R("mesh.setoutputs.vertices"));
      CheckCount(context, inst, outputs::kPrimitiveCount, primitives,
                 R("mesh.setoutputs.primitives"));
    }
  }
}

// --- Entry points ---

constexpr ModelSet kExtModels = {ExecutionModel::kMeshEXT,
                                 ExecutionModel::kTaskEXT};
constexpr ModelSet kNvModels = {ExecutionModel::kMeshNV,
                                ExecutionModel::kTaskNV};

// Reports the first entry point of the other kind than the first of all.
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

// Variables and structures that are PerPrimitiveEXT, in whole or by a member.
absl::flat_hash_set<uint32_t> FindPerPrimitive(const ModuleContext& context) {
  absl::flat_hash_set<uint32_t> found;
  context.decorations().ForEach(
      Decoration::kPerPrimitiveEXT,
      [&](const Decorated& d) { found.insert(d.target.value); });
  return found;
}

bool IsPerPrimitive(const ModuleContext& context,
                    const absl::flat_hash_set<uint32_t>& marked, Id variable) {
  if (marked.contains(variable.value)) return true;
  const TypeTable& types = context.types();
  Id type = types.Of(context.module(), variable).element;
  if (types.Get(type).Is(tt::kArray)) type = types.Get(type).element;
  return marked.contains(type.value);
}

void CheckPerPrimitive(ModuleContext& context) {
  const Module& module = context.module();
  const auto marked = FindPerPrimitive(context);
  for (InstIndex i : module.entry_points()) {
    const EntryPoint entry(module, i);
    const bool mesh = entry.model() == ExecutionModel::kMeshEXT;
    if (!mesh && entry.model() != ExecutionModel::kFragment) continue;
    const StorageClass right =
        mesh ? StorageClass::kOutput : StorageClass::kInput;
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      const TypeInfo& pointer = context.types().Of(module, variable);
      if (pointer.poisoned() || !pointer.Is(tt::kAnyPointer) ||
          pointer.storage_class == right ||
          !IsPerPrimitive(context, marked, variable)) {
        continue;
      }
      context
          .Report(mesh ? R("mesh.perprimitive.output")
                       : R("mesh.perprimitive.input"),
                  Place::At(i, entry.interface_operand(n)),
                  {variable, entry.id()})
          .Note("it is defined here", Place::At(module.def(variable)));
    }
  }
}

void CheckEntryPoints(ModuleContext& context) {
  if (!context.Has(Capability::kMeshShadingEXT)) return;
  CheckModels(context);
  if (context.decorations().Any(Decoration::kPerPrimitiveEXT)) {
    CheckPerPrimitive(context);
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckCounts},
                                         {Phase::kSummaries, CheckEntryPoints}};
constexpr Check kChecks[] = {
    {kEmit, CheckEmit}, {kSet, CheckSet}, {kLoads, CheckLoad, HasMeshes}};

}  // namespace

extern constinit const Family kMeshShading = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .operand_rules = kOperandRules,
};

}  // namespace plumb
