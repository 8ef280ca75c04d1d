// OpenGL's rules for inputs and outputs of entry points (ARB_gl_spirv,
// sections 15.2.3.1 and A.spv.4, and ARB_spirv_extensions): their types and
// decorations.
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/entry_point.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/facts/object_types.h"
#include "validate/rules/opengl_section.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

namespace tp = type_part;

// OpenGL forbids it, but front ends decorate both sides of an interface alike.
constexpr Rule PedanticInOpenGl(absl::string_view id, absl::string_view text) {
  return {id, kOpenGl, text, "", Severity::kPedantic, kInOpenGl};
}

constexpr RuleTable R(
    {
        InOpenGl("opengl.fragment-output.type",
                 "in OpenGL, an output of a fragment shader must hold 32-bit "
                 "integers or floating-point numbers, but {0} holds {1}"),
        PedanticInOpenGl("opengl.interpolation.fragment-input",
                         "in OpenGL, {0} is allowed only on inputs of fragment "
                         "shaders, but {1} is in the interface of an entry "
                         "point with execution model {2}"),
        PedanticInOpenGl("opengl.interpolation.fragment-output",
                         "in OpenGL, {0} is allowed only on inputs of fragment "
                         "shaders, but {1} is an output"),
    },
    kDecorateOps);

constexpr char kEntryPoint[] = "the entry point is declared here";

constexpr Decoration kInterpolations[] = {
    Decoration::kFlat, Decoration::kNoPerspective, Decoration::kSample,
    Decoration::kCentroid, Decoration::kExplicitInterpAMD};
constexpr TypeParts kFragmentOutputs = tp::kInt32 | tp::kFloat32 | tp::kVector |
                                       tp::kMatrix | tp::kArray | tp::kStruct;

class Interface {
 public:
  Interface(ModuleContext& context, const EntryPoint& entry)
      : context_(context),
        entry_(entry),
        decorations_(context.decorations()),
        is_fragment_(entry.model() == ExecutionModel::kFragment) {}

  void Check() {
    for (uint32_t n = 0; n < entry_.interface_size(); ++n) {
      const Id variable = entry_.interface(n);
      const StorageClass storage =
          context_.types().TypeOf(context_.module(), variable).storage_class;
      const bool is_output = storage == StorageClass::kOutput;
      if (!is_output && storage != StorageClass::kInput) continue;
      if (is_fragment_ && is_output) CheckType(variable);
      if (!is_fragment_ || is_output) CheckInterpolation(variable);
    }
  }

 private:
  void CheckType(Id variable) {
    const Id held = ObjectTypeOf(context_, variable);
    const TypeInfo& type = context_.types().Get(held);
    if (type.unknown() || (type.parts & ~kFragmentOutputs) == 0 ||
        decorations_.Has(variable, Decoration::kBuiltIn)) {
      return;
    }
    context_
        .Report(R("opengl.fragment-output.type"),
                Place::At(context_.module().def(variable)),
                {variable, Arg::Type(held)})
        .Note(kEntryPoint, Place::At(entry_.at()));
  }

  // Reports the first such decoration.
  void CheckInterpolation(Id variable) {
    for (const Decoration kind : kInterpolations) {
      const auto d = decorations_.Find(variable, kind);
      if (!d) continue;
      context_
          .Report(is_fragment_ ? R("opengl.interpolation.fragment-output")
                               : R("opengl.interpolation.fragment-input"),
                  PlaceOf(*d),
                  {Arg::Enumerant(Kind::kDecoration, kind), variable,
                   Arg::Enumerant(Kind::kExecutionModel, entry_.model())})
          .Note(kEntryPoint, Place::At(entry_.at()));
      return;
    }
  }

  ModuleContext& context_;
  const EntryPoint& entry_;
  const Decorations& decorations_;
  const bool is_fragment_;
};

void CheckInterfaces(ModuleContext& context) {
  for (const InstIndex at : context.module().entry_points()) {
    Interface(context, EntryPoint(context.module(), at)).Check();
  }
}

}  // namespace

extern constinit const Family kOpenglInterfaces(
    R, kModuleCheck<Phase::kSummaries, CheckInterfaces, Api::kOpenGl>);

}  // namespace plumb
