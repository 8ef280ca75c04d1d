// Decorations for per-primitive, per-task and similar variables of mesh and
// task shaders: which shaders may have such outputs and inputs
// (SPV_EXT_mesh_shader, SPV_NV_mesh_shader).
//
// Tested by testdata/rule_test.cc.
#include "absl/container/flat_hash_map.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr char kExt[] = "SPV_EXT_mesh_shader";
constexpr char kNv[] = "SPV_NV_mesh_shader";

// Arguments: the variable, the entry point.
constexpr RuleTable R({
    {"mesh.perprimitive.output", kExt,
     "{0} is decorated with PerPrimitiveEXT, so in mesh shader {1} it must be "
     "in storage class Output"},
    {"mesh.perprimitive.input", kExt,
     "{0} is decorated with PerPrimitiveEXT, so in fragment shader {1} it must "
     "be in storage class Input"},
    {"mesh.perprimitive.model", kExt,
     "{0} is decorated with PerPrimitiveEXT, so it must be an output of a mesh "
     "shader or an input of a fragment shader, but {1} is neither"},
    {"mesh.perprimitivenv.storage-class", kNv,
     "{0} is decorated with PerPrimitiveNV, so in mesh shader {1} it must be "
     "in storage class Output"},
    {"mesh.pertask.storage-class", kNv,
     "{0} is decorated with PerTaskNV, so it must be an output of a task "
     "shader or an input of a mesh shader, but in entry point {1} it is "
     "neither"},
    {"mesh.perview.storage-class", kNv,
     "{0} is decorated with PerViewNV, so it must be an output of a mesh "
     "shader, but in entry point {1} it is not"},
});

using Model = ExecutionModel;

// The storage class that decorated objects must have in shaders of a model.
struct PlacementRow {
  ModelSet models;
  StorageClass storage;  // kNoStorageClass: they must not have it
  const Rule& rule;
  // Whether it also applies to built-ins, which have their own rules for
  // shaders and storage classes.
  bool of_builtins = false;
};
constexpr PlacementRow kPerPrimitive[] = {
    {Model::kMeshEXT, StorageClass::kOutput, R("mesh.perprimitive.output"),
     /*of_builtins=*/true},
    {Model::kMeshNV, StorageClass::kOutput,
     R("mesh.perprimitivenv.storage-class")},
    {Model::kFragment, StorageClass::kInput, R("mesh.perprimitive.input"),
     /*of_builtins=*/true},
    {ModelSet::All(), kNoStorageClass, R("mesh.perprimitive.model")},
};
constexpr PlacementRow kPerTask[] = {
    {Model::kTaskNV, StorageClass::kOutput, R("mesh.pertask.storage-class")},
    {Model::kMeshNV, StorageClass::kInput, R("mesh.pertask.storage-class")},
    {ModelSet::All(), kNoStorageClass, R("mesh.pertask.storage-class")},
};
constexpr PlacementRow kPerView[] = {
    {Model::kMeshNV, StorageClass::kOutput, R("mesh.perview.storage-class")},
    {ModelSet::All(), kNoStorageClass, R("mesh.perview.storage-class")},
};

struct Mark {
  Decoration decoration;
  absl::Span<const PlacementRow> placement_rows;
};
constexpr Mark kMarks[] = {{Decoration::kPerPrimitiveEXT, kPerPrimitive},
                           {Decoration::kPerTaskNV, kPerTask},
                           {Decoration::kPerViewNV, kPerView}};

// Variables and structures that have a decoration, as a whole or on a member,
// and whether an object other than a built-in has it.
using MarkedObjects = absl::flat_hash_map<uint32_t, bool>;

MarkedObjects FindMarked(const ModuleContext& context, Decoration decoration) {
  const Decorations& decorations = context.decorations();
  MarkedObjects found;
  decorations.ForEach(decoration, [&](const Decorated& d) {
    found[d.target.value] |=
        !decorations.Find(d.target, d.member, Decoration::kBuiltIn).has_value();
  });
  return found;
}

bool IsMarked(const ModuleContext& context, const MarkedObjects& marked,
              Id variable, bool of_builtins) {
  const TypeTable& types = context.types();
  Id type = types.TypeOf(context.module(), variable).element;
  if (types.Get(type).Is(type_trait::kArray)) type = types.Get(type).element;
  for (const Id id : {variable, type}) {
    const auto found = marked.find(id.value);
    if (found != marked.end() && (of_builtins || found->second)) return true;
  }
  return false;
}

const PlacementRow& PlacementRowFor(const Mark& mark, ExecutionModel model) {
  for (const PlacementRow& row : mark.placement_rows) {
    if (row.models.Contains(model)) return row;
  }
  return mark.placement_rows.back();
}

void CheckInterface(ModuleContext& context, const EntryPoint& entry,
                    const Mark& mark, const MarkedObjects& marked) {
  const Module& module = context.module();
  const PlacementRow& row = PlacementRowFor(mark, entry.model());
  for (uint32_t n = 0; n < entry.interface_size(); ++n) {
    const Id variable = entry.interface(n);
    const TypeInfo& pointer = context.types().TypeOf(module, variable);
    if (pointer.poisoned() || !pointer.Is(type_trait::kAnyPointer) ||
        pointer.storage_class == row.storage ||
        !IsMarked(context, marked, variable, row.of_builtins)) {
      continue;
    }
    context
        .Report(row.rule, Place::At(entry.at(), entry.interface_operand(n)),
                {variable, entry.id()})
        .Note("it is defined here", Place::At(module.def(variable)));
  }
}

void CheckInterfaces(ModuleContext& context) {
  if (!context.Has(Capability::kMeshShadingEXT) &&
      !context.Has(Capability::kMeshShadingNV)) {
    return;
  }
  for (const Mark& mark : kMarks) {
    if (!context.decorations().HasAny(mark.decoration)) continue;
    const MarkedObjects marked = FindMarked(context, mark.decoration);
    for (InstIndex i : context.module().entry_points()) {
      CheckInterface(context, EntryPoint(context.module(), i), mark, marked);
    }
  }
}

}  // namespace

extern constinit const Family kMeshInterfaces(
    R, kModuleCheck<Phase::kSummaries, CheckInterfaces>);

}  // namespace plumb
