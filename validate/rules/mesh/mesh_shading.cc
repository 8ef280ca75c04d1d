// Task and mesh shaders (SPV_EXT_mesh_shader): their instructions, and what
// they write.
//
// Modules that declare the capability are walked: functions for what mesh
// shaders read and write, the interfaces of entry points for PerPrimitiveEXT.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "core/constant.h"
#include "validate/analysis/decorated.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Decoration;
using grammar::ExecutionMode;
using grammar::ExecutionModel;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_mesh_shader";
constexpr Scope kVulkan = {.envs = kVulkanEnvs};

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
     "a mesh has at most {1} vertices, as OutputVertices says, not {0}",
     "VUID-RuntimeSpirv-MeshEXT-07332", Severity::kError, kVulkan},
    {"mesh.setoutputs.primitives", kSection,
     "a mesh has at most {1} primitives, as OutputPrimitivesEXT says, not {0}",
     "VUID-RuntimeSpirv-MeshEXT-07333", Severity::kError, kVulkan},
    // A warning, because front ends make such modules.
    {"mesh.output.not-read", kSection, "mesh shaders cannot read their outputs",
     "VUID-StandaloneSpirv-MeshEXT-07107", Severity::kWarning, kVulkan},
    {"mesh.model.not-mixed", kSection,
     "a module must not have entry points of both {0} and {1}",
     "VUID-StandaloneSpirv-MeshEXT-07102", Severity::kError, kVulkan},
    {"mesh.perprimitive.output", kSection,
     "{0} is PerPrimitiveEXT, so mesh shader {1} must have it in Output"},
    {"mesh.perprimitive.input", kSection,
     "{0} is PerPrimitiveEXT, so fragment shader {1} must have it in Input"},
});

constexpr Op kEmit[] = {Op::kEmitMeshTasksEXT};
constexpr Op kSet[] = {Op::kSetMeshOutputsEXT};
constexpr uint32_t kPayload = 3;
constexpr TypePattern kUint32 = {.shape = tt::kScalar,
                                 .component = tt::kInt,
                                 .never = tt::kSigned,
                                 .width = 32};

constexpr Signature kSignatures[] = {
    {.ops = kEmit,
     .operands = kUint32,
     .operand_rule = &R("mesh.emittasks.group-count"),
     .first_operand = 0,
     .operand_count = kPayload},
    {.ops = kSet,
     .operands = kUint32,
     .operand_rule = &R("mesh.setoutputs.count"),
     .first_operand = 0},
};

// All execution models but one.
consteval ModelSet AllBut(ExecutionModel model) { return ~ModelSet(model); }

void CheckEmit(const CheckContext& c) {
  c.ReportIfReached(R("mesh.emittasks.model"),
                    AllBut(ExecutionModel::kTaskEXT));
  if (c.inst().operand_count() <= kPayload) return;
  const Id id = c.inst().id(kPayload);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return;
  const Inst variable = c.module().inst(def);
  if (Is(variable.op(), grammar::OpTrait::kVariable) &&
      variable.operand_word(2) ==
          static_cast<uint32_t>(StorageClass::kTaskPayloadWorkgroupEXT)) {
    return;
  }
  c.Report(R("mesh.emittasks.payload"), kPayload, {id})
      .Note("it is defined here", Place::At(def));
}

void CheckSet(const CheckContext& c) {
  c.ReportIfReached(R("mesh.setoutputs.model"),
                    AllBut(ExecutionModel::kMeshEXT));
}

// --- The module
// ------------------------------------------------------------------

class Meshes {
 public:
  explicit Meshes(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    FindLimits();
    CheckModels();
    CheckPerPrimitive();
    constexpr ModelSet kMesh = ExecutionModel::kMeshEXT;
    for (uint32_t f = 0; f < module_.functions().size(); ++f) {
      const cfg::FunctionIndex function(f);
      if (!context_.reach().models(function).Intersects(kMesh)) continue;
      const FunctionRange& range = module_.functions()[f];
      for (InstIndex i = range.first; i < range.last; ++i) CheckInstruction(i);
    }
  }

 private:
  // The most that any mesh shader of the module may have.
  void FindLimits() {
    for (InstIndex i : module_.execution_modes()) {
      const Inst inst = module_.inst(i);
      if (inst.op() != Op::kExecutionMode || inst.operand_count() < 3) continue;
      const auto mode = ExecutionMode{inst.operand_word(1)};
      const uint32_t value = inst.operand_word(2);
      if (mode == ExecutionMode::kOutputVertices) {
        vertices_ = std::max(vertices_, value);
      } else if (mode == ExecutionMode::kOutputPrimitivesEXT) {
        primitives_ = std::max(primitives_, value);
      }
    }
  }

  void CheckInstruction(InstIndex i) {
    const Op op = module_.record(i).op;
    if (op == Op::kSetMeshOutputsEXT) {
      CheckCount(i, 0, vertices_, R("mesh.setoutputs.vertices"));
      CheckCount(i, 1, primitives_, R("mesh.setoutputs.primitives"));
    } else if (op == Op::kLoad) {
      const TypeInfo& pointer =
          context_.types().Of(module_, module_.inst(i).id(2));
      if (pointer.traits == tt::kPoisoned || !pointer.Is(tt::kAnyPointer) ||
          pointer.storage_class != StorageClass::kOutput) {
        return;
      }
      context_.Report(R("mesh.output.not-read"), Place::At(i, 2));
    }
  }

  void CheckCount(InstIndex i, OperandIndex operand, uint32_t limit,
                  const Rule& rule) {
    const ScalarConstant count =
        context_.constants().Scalar(module_.inst(i).id(operand));
    if (limit == 0 || !count.fixed() || count.value <= limit) return;
    context_.Report(rule, Place::At(i, operand),
                    {static_cast<uint64_t>(count.value), limit});
  }

  static bool IsOf(ExecutionModel model, bool ext) {
    return ext ? model == ExecutionModel::kMeshEXT ||
                     model == ExecutionModel::kTaskEXT
               : model == ExecutionModel::kMeshNV ||
                     model == ExecutionModel::kTaskNV;
  }

  // Reports the first entry point of the other kind than the first of all.
  void CheckModels() {
    InstIndex first = kNoInst;
    for (InstIndex i : module_.entry_points()) {
      const ExecutionModel model = EntryPoint(module_, i).model();
      if (!IsOf(model, true) && !IsOf(model, false)) continue;
      if (first == kNoInst) first = i;
      const ExecutionModel other = EntryPoint(module_, first).model();
      if (IsOf(model, true) == IsOf(other, true)) continue;
      const auto name = [](ExecutionModel m) {
        return Arg::Enumerant(grammar::Kind::kExecutionModel,
                              static_cast<uint32_t>(m));
      };
      context_
          .Report(R("mesh.model.not-mixed"), Place::At(i),
                  {name(other), name(model)})
          .Note("the other entry point is here", Place::At(first));
      return;
    }
  }

  void CheckPerPrimitive() {
    absl::flat_hash_set<uint32_t> marked;  // variables, and structures
    ForEachDecorated(module_, Decoration::kPerPrimitiveEXT,
                     [&](Id id, const Inst&) { marked.insert(id.value); });
    for (InstIndex i : module_.decorations()) {
      const Inst inst = module_.inst(i);
      if (inst.op() == Op::kMemberDecorate &&
          inst.operand_word(2) ==
              static_cast<uint32_t>(Decoration::kPerPrimitiveEXT)) {
        marked.insert(inst.operand_word(0));
      }
    }
    if (marked.empty()) return;
    for (InstIndex i : module_.entry_points()) {
      const EntryPoint entry(module_, i);
      const bool mesh = entry.model() == ExecutionModel::kMeshEXT;
      if (!mesh && entry.model() != ExecutionModel::kFragment) continue;
      for (uint32_t n = 0; n < entry.interface_size(); ++n) {
        if (IsMarked(marked, entry.interface(n))) {
          CheckStorage(entry, n, mesh);
        }
      }
    }
  }

  bool IsMarked(const absl::flat_hash_set<uint32_t>& marked, Id variable) {
    if (marked.contains(variable.value)) return true;
    const TypeTable& types = context_.types();
    Id type = types.Of(module_, variable).element;
    if (types.Get(type).Is(tt::kArray)) type = types.Get(type).element;
    return marked.contains(type.value);
  }

  void CheckStorage(const EntryPoint& entry, uint32_t n, bool mesh) {
    const Id variable = entry.interface(n);
    const TypeInfo& pointer = context_.types().Of(module_, variable);
    if (pointer.traits == tt::kPoisoned || !pointer.Is(tt::kAnyPointer) ||
        pointer.storage_class ==
            (mesh ? StorageClass::kOutput : StorageClass::kInput)) {
      return;
    }
    context_
        .Report(
            mesh ? R("mesh.perprimitive.output") : R("mesh.perprimitive.input"),
            Place::At(entry.at(), entry.interface_operand(n)),
            {variable, entry.id()})
        .Note("it is defined here", Place::At(module_.def(variable)));
  }

  ModuleContext& context_;
  const Module& module_;
  uint32_t vertices_ = 0;
  uint32_t primitives_ = 0;
};

void CheckMeshes(ModuleContext& context) {
  if (context.Has(Capability::kMeshShadingEXT)) Meshes(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckMeshes}};
constexpr Check kChecks[] = {{kEmit, CheckEmit}, {kSet, CheckSet}};

}  // namespace

extern constinit const Family kMeshShading = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
