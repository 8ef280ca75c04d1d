// Vulkan's rules for decorations of inputs and outputs: interpolation in
// fragment shaders, and components; also OpenGL's rule for Booleans.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

constexpr RuleTable R(
    {
        InVulkan(
            "decoration.interpolation.fragment-output",
            "{0} cannot decorate an output of a fragment shader, such as {1}",
            "VUID-StandaloneSpirv-Flat-06201"),
        InVulkan("decoration.interpolation.vertex-input",
                 "{0} cannot decorate an input of a vertex shader, such as {1}",
                 "VUID-StandaloneSpirv-Flat-06202"),
        InVulkan("decoration.pervertexkhr.array",
                 "{0} has a value for each vertex, so as an input of a "
                 "fragment shader it must be an array",
                 "VUID-StandaloneSpirv-Input-06778"),
        InVulkan(
            "decoration.pervertexkhr.execution-model",
            "PerVertexKHR is allowed only on inputs of fragment shaders, but "
            "{0} is an input of an entry point with execution model {1}",
            "VUID-StandaloneSpirv-PerVertexKHR-06777"),
        InVulkan("decoration.flat.required",
                 "{0} holds integers or 64-bit floats, so as an input of a "
                 "fragment shader it must be decorated with Flat",
                 "VUID-StandaloneSpirv-Flat-04744"),
        InVulkan("decoration.builtin.bool-interface",
                 "{0} holds Booleans, so as an input or output it must be "
                 "decorated with BuiltIn",
                 "VUID-StandaloneSpirv-Input-07290"),
        InOpenGl("decoration.builtin.opengl-bool-interface",
                 "{0} holds Booleans, so as an input or output it must be "
                 "decorated with BuiltIn"),
        InVulkan("decoration.component.type",
                 "decoration Component is allowed only on scalars, vectors and "
                 "arrays of them, not on {0}",
                 "VUID-StandaloneSpirv-Component-10583"),
        InVulkan(
            "decoration.component.input-arrays",
            "{0} is an array of arrays, so as an input of an entry point with "
            "execution model {1} it must not be decorated with Component",
            "VUID-StandaloneSpirv-Execution-10584"),
        InVulkan(
            "decoration.component.output-arrays",
            "{0} is an array of arrays, so as an output of an entry point with "
            "execution model {1} it must not be decorated with Component",
            "VUID-StandaloneSpirv-Execution-10585"),
        InVulkan("decoration.component.number",
                 "the component must be from 0 to 3, not {0}",
                 "VUID-StandaloneSpirv-Component-04920"),
        InVulkan(
            "decoration.component.range",
            "components {0} to {1} do not fit into a location, which has 4",
            "VUID-StandaloneSpirv-Component-04921"),
        InVulkan(
            "decoration.component.64-bit-range",
            "components {0} to {1} do not fit into a location, which has 4",
            "VUID-StandaloneSpirv-Component-04922"),
        InVulkan("decoration.component.64-bit-vector",
                 "{0} takes more than one location, so it must not be "
                 "decorated with Component",
                 "VUID-StandaloneSpirv-Component-07703"),
        InVulkan("decoration.component.64-bit",
                 "64-bit numbers must start at component 0 or 2, not {0}",
                 "VUID-StandaloneSpirv-Component-04923"),
    },
    kDecorationOps);

// --- Interpolation ---

constexpr TypeParts kNotInterpolated = type_part::kInt | type_part::kFloat64;

constexpr Decoration kInterpolations[] = {
    Decoration::kFlat, Decoration::kNoPerspective, Decoration::kSample,
    Decoration::kCentroid};

bool IsInput(const ModuleContext& context, Id variable) {
  return context.types().TypeOf(context.module(), variable).storage_class ==
         StorageClass::kInput;
}
bool IsOutput(const ModuleContext& context, Id variable) {
  return context.types().TypeOf(context.module(), variable).storage_class ==
         StorageClass::kOutput;
}

constexpr char kEntryPoint[] = "the entry point is declared here";

// Reports an interpolation decoration on a variable that must not have one.
void CheckNone(ModuleContext& context, const EntryPoint& entry, Id variable,
               const Rule& rule) {
  for (const Decoration kind : kInterpolations) {
    const auto d = context.decorations().Find(variable, kind);
    if (!d) continue;
    context
        .Report(rule, PlaceOf(*d),
                {Arg::Enumerant(Kind::kDecoration, kind), variable})
        .Note(kEntryPoint, Place::At(entry.at()));
    return;
  }
}

// Checks an input that has a value for each vertex.
void CheckPerVertex(ModuleContext& context, const EntryPoint& entry,
                    Id variable) {
  const auto d =
      context.decorations().Find(variable, Decoration::kPerVertexKHR);
  if (!d) return;
  const TypeInfo& type = context.types().Get(ObjectTypeOf(context, variable));
  if (entry.model() != ExecutionModel::kFragment) {
    context
        .Report(
            R("decoration.pervertexkhr.execution-model"), PlaceOf(*d),
            {variable, Arg::Enumerant(Kind::kExecutionModel, entry.model())})
        .Note(kEntryPoint, Place::At(entry.at()));
  } else if (!type.unknown() && !type.Is(tt::kArray | tt::kRuntimeArray)) {
    context
        .Report(R("decoration.pervertexkhr.array"),
                Place::At(context.module().def(variable)), {variable})
        .Note(kEntryPoint, Place::At(entry.at()));
  }
}

// Whether a member of a block is Flat, or need not be.
bool IsMemberFlat(const ModuleContext& context, Id block, uint32_t member) {
  const Id type = context.types().MemberOf(context.module(), block, member);
  const Decorations& decorations = context.decorations();
  return !context.types().Get(type).Contains(kNotInterpolated) ||
         decorations.Find(block, member, Decoration::kFlat) ||
         decorations.Find(block, member, Decoration::kBuiltIn) ||
         decorations.Find(block, member, Decoration::kPerVertexKHR);
}

void CheckInput(ModuleContext& context, const EntryPoint& entry, Id variable) {
  const Decorations& decorations = context.decorations();
  const Id type = ObjectTypeOf(context, variable);
  const TypeInfo& info = context.types().Get(type);
  if (info.poisoned() || !info.Contains(kNotInterpolated) ||
      decorations.Has(variable, Decoration::kFlat) ||
      decorations.Has(variable, Decoration::kPerVertexKHR)) {
    return;
  }
  // SampleMask is an array, whose traits do not include those of integers.
  if (info.Is(tt::kArray) && decorations.Has(variable, Decoration::kBuiltIn)) {
    return;
  }
  const Id held = InnermostElement(context, type);
  const TypeInfo& block = context.types().Get(held);
  if (block.Is(tt::kStruct)) {
    uint32_t m = 0;
    while (m < block.count && IsMemberFlat(context, held, m)) ++m;
    if (m == block.count) return;
  }
  context
      .Report(R("decoration.flat.required"),
              Place::At(context.module().def(variable)), {variable})
      .Note(kEntryPoint, Place::At(entry.at()));
}

bool AnyInterpolation(const ModuleContext& context) {
  return absl::c_any_of(kInterpolations, [&](Decoration kind) {
    return context.decorations().HasAny(kind);
  });
}

void CheckFragment(ModuleContext& context, const EntryPoint& entry,
                   Id variable) {
  if (IsOutput(context, variable)) {
    CheckNone(context, entry, variable,
              R("decoration.interpolation.fragment-output"));
  }
  if (IsInput(context, variable)) CheckInput(context, entry, variable);
}

void CheckInterfaces(ModuleContext& context) {
  const ModelSet models = context.entry_points().models();
  const bool per_vertex =
      context.decorations().HasAny(Decoration::kPerVertexKHR);
  const bool vertices =
      models.Contains(ExecutionModel::kVertex) && AnyInterpolation(context);
  if (!per_vertex && !vertices && !models.Contains(ExecutionModel::kFragment)) {
    return;
  }
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      if (entry.model() == ExecutionModel::kFragment) {
        CheckFragment(context, entry, variable);
      } else if (vertices && entry.model() == ExecutionModel::kVertex &&
                 IsInput(context, variable)) {
        CheckNone(context, entry, variable,
                  R("decoration.interpolation.vertex-input"));
      }
      if (per_vertex && IsInput(context, variable)) {
        CheckPerVertex(context, entry, variable);
      }
    }
  }
}

// --- Booleans ---

bool HoldsOtherBool(const ModuleContext& context, Id block) {
  const TypeInfo& info = context.types().Get(block);
  for (uint32_t m = 0; m < info.count; ++m) {
    const Id member = context.types().MemberOf(context.module(), block, m);
    if (context.types().Get(member).Contains(type_part::kBool) &&
        !context.decorations().Find(block, m, Decoration::kBuiltIn)) {
      return true;
    }
  }
  return false;
}

void CheckBooleans(const CheckContext& c) {
  const Id variable = c.inst().result();
  if (!IsInput(c.context(), variable) && !IsOutput(c.context(), variable)) {
    return;
  }
  const Id held =
      InnermostElement(c.context(), ObjectTypeOf(c.context(), variable));
  const TypeInfo& info = c.context().types().Get(held);
  if (info.unknown() || !info.Contains(type_part::kBool) ||
      c.context().decorations().Has(variable, Decoration::kBuiltIn) ||
      (info.Is(tt::kStruct) && !HoldsOtherBool(c.context(), held))) {
    return;
  }
  c.Report(IsVulkan(c.context())
               ? R("decoration.builtin.bool-interface")
               : R("decoration.builtin.opengl-bool-interface"),
           Place::kWhole, {variable});
}

// --- Components ---

// The type of the decorated object or member.
Id TypeOf(const ModuleContext& context, const Decorated& d) {
  return InnermostElement(
      context,
      d.member == kNoMember
          ? ObjectTypeOf(context, d.target)
          : context.types().MemberOf(context.module(), d.target, d.member));
}

// Checks the components that a scalar or vector occupies.
void CheckNumbers(ModuleContext& context, const Decorated& d, Id id) {
  constexpr uint32_t kComponents = 4;  // of a location
  const TypeInfo& type = context.types().Get(id);
  const uint64_t first =
      context.module().inst(d.statement).operand_word(d.parameter);
  const uint64_t size = type.width == 64 ? 2 : 1;
  const uint64_t count = size * (type.Is(tt::kScalar) ? 1 : type.count);
  const auto report = [&](const Rule& rule, std::initializer_list<Arg> args) {
    context.Report(rule, Place::At(d.statement, d.parameter), args);
  };
  if (first >= kComponents) {
    report(R("decoration.component.number"), {first});
  } else if (size == 2 && count > kComponents) {
    report(R("decoration.component.64-bit-vector"), {Arg::Type(id)});
  } else if (size == 2 && first % 2 != 0) {
    report(R("decoration.component.64-bit"), {first});
  } else if (first + count > kComponents) {
    report(size == 2 ? R("decoration.component.64-bit-range")
                     : R("decoration.component.range"),
           {first, first + count - 1});
  }
}

// A tile attachment must not have a component, whatever its type.
bool IsTileAttachment(const ModuleContext& context, const Decorated& d) {
  return d.member == kNoMember &&
         context.types().TypeOf(context.module(), d.target).storage_class ==
             StorageClass::kTileAttachmentQCOM;
}

void CheckComponents(ModuleContext& context) {
  context.decorations().ForEach(
      Decoration::kComponent, [&](const Decorated& d) {
        const Inst inst = context.module().inst(d.statement);
        if (d.parameter >= inst.operand_count() ||
            IsRepeatedDecoration(context, d)) {
          return;
        }
        const Id id = TypeOf(context, d);
        const TypeInfo& type = context.types().Get(id);
        if (type.unknown()) return;
        if (type.Is(tt::kScalar | tt::kVector)) {
          CheckNumbers(context, d, id);
        } else if (!IsTileAttachment(context, d)) {
          context
              .Report(R("decoration.component.type"), PlaceOf(d),
                      {Arg::Type(id)})
              .Note("the type is declared here",
                    Place::At(context.module().def(id)));
        }
      });
}

// --- Components of arrays of arrays ---

bool IsArrayOfArrays(const ModuleContext& context, Id type) {
  const TypeTable& types = context.types();
  const TypeInfo& outer = types.Get(type);
  if (outer.unknown() || !outer.Is(tt::kArray)) return false;
  const TypeInfo& inner = types.Get(outer.element);
  return !inner.unknown() && inner.Is(tt::kArray);
}

// The rule that an interface variable violates if it is an array of arrays;
// null: none.
const Rule* RuleAgainstArrays(ModuleContext& context, ExecutionModel model,
                              Id variable) {
  if (IsInput(context, variable) &&
      model != ExecutionModel::kTessellationControl &&
      model != ExecutionModel::kGeometry) {
    return &R("decoration.component.input-arrays");
  }
  if (IsOutput(context, variable) && model != ExecutionModel::kMeshNV) {
    return &R("decoration.component.output-arrays");
  }
  return nullptr;
}

void CheckArrays(ModuleContext& context) {
  for (const InstIndex at : context.module().entry_points()) {
    const EntryPoint entry(context.module(), at);
    for (uint32_t n = 0; n < entry.interface_size(); ++n) {
      const Id variable = entry.interface(n);
      const auto d =
          context.decorations().Find(variable, Decoration::kComponent);
      if (!d || !IsArrayOfArrays(context, ObjectTypeOf(context, variable)))
        continue;
      const Rule* rule = RuleAgainstArrays(context, entry.model(), variable);
      if (rule == nullptr) continue;
      context
          .Report(
              *rule, PlaceOf(*d),
              {variable, Arg::Enumerant(Kind::kExecutionModel, entry.model())})
          .Note(kEntryPoint, Place::At(at));
    }
  }
}

constexpr Op kVariables[] = {Op::kVariable, Op::kUntypedVariableKHR};
bool HasInterfaces(const ModuleContext& context) {
  return (IsVulkan(context) || IsOpenGl(context)) &&
         (context.types().AnyPointsInto(StorageClass::kInput) ||
          context.types().AnyPointsInto(StorageClass::kOutput));
}
constexpr Check kChecks[] = {
    {kVariables, CheckBooleans,
     Requires(TypesWith{type_part::kBool}, HasInterfaces)}};
constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckInterfaces, Requires(Api::kVulkan)},
    {Phase::kSummaries, CheckComponents,
     Requires(Api::kVulkan, Decoration::kComponent)},
    {Phase::kSummaries, CheckArrays,
     Requires(Api::kVulkan, Decoration::kComponent)}};

}  // namespace

extern constinit const Family kInterfaceDecorations(R, kModuleChecks, kChecks);

}  // namespace plumb
