// Capabilities that access to some built-in variables needs (section 3.2.30).
// Decorations do not count: producers declare all members of a per-vertex
// block whichever they access, so only accesses in functions count.
//
// All are warnings: implementations accept such accesses.
//
// Functions of modules that declare the capabilities, or that have none of
// these built-ins, are skipped; in others the decorations of accessed objects
// are looked up.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    WithFix(Declare(Capability::kTessellationPointSize),
            {"capability.tessellationpointsize.pointsize-output", "3.2.30",
             "access to PointSize in a tessellation shader requires capability "
             "TessellationPointSize",
             "", Severity::kWarning}),
    WithFix(Declare(Capability::kGeometryPointSize),
            {"capability.geometrypointsize.pointsize-output", "3.2.30",
             "access to PointSize in a geometry shader requires capability "
             "GeometryPointSize",
             "", Severity::kWarning}),
    WithFix(Declare(Capability::kClipDistance),
            {"capability.clipdistance.use-not-mention", "3.2.30",
             "access to ClipDistance requires capability ClipDistance", "",
             Severity::kWarning}),
    WithFix(Declare(Capability::kCullDistance),
            {"capability.culldistance.use-not-mention", "3.2.30",
             "access to CullDistance requires capability CullDistance", "",
             Severity::kWarning}),
});

// A built-in, and the capability that access to it needs.
struct Need {
  BuiltIn builtin;
  Capability capability;
  const Rule* rule;
  bool output_only = false;
  ModelSet models = ModelSet::All();  // the models that need it
};
constexpr Need kNeeds[] = {
    {BuiltIn::kPointSize, Capability::kTessellationPointSize,
     &R("capability.tessellationpointsize.pointsize-output"),
     /*output_only=*/true,
     ModelSet{ExecutionModel::kTessellationControl,
              ExecutionModel::kTessellationEvaluation}},
    {BuiltIn::kPointSize, Capability::kGeometryPointSize,
     &R("capability.geometrypointsize.pointsize-output"),
     /*output_only=*/true, ExecutionModel::kGeometry},
    {BuiltIn::kClipDistance, Capability::kClipDistance,
     &R("capability.clipdistance.use-not-mention")},
    {BuiltIn::kCullDistance, Capability::kCullDistance,
     &R("capability.culldistance.use-not-mention")},
};
using NeedSet = uint8_t;  // by index into kNeeds
static_assert(std::size(kNeeds) <= 8);

// Whether the module mentions a built-in anywhere.
bool UsesBuiltIn(const Module& module, BuiltIn builtin) {
  const grammar::EnumerantInfo* info = grammar::EnumerantByValue(
      grammar::Kind::kBuiltIn, static_cast<uint32_t>(builtin));
  return info != nullptr && module.requirement_used(info->requirement);
}

// The capabilities that a function may need and the module does not declare.
NeedSet UnmetNeeds(const FunctionContext& fn) {
  const ModuleContext& context = fn.context();
  if (!context.decorations().HasAny(Decoration::kBuiltIn) ||
      !context.Has(Capability::kShader)) {
    return 0;
  }
  const ModelSet models =
      context.reach().models(cfg::FunctionIndex(fn.function()));
  NeedSet unmet = 0;
  for (size_t n = 0; n < std::size(kNeeds); ++n) {
    const Need& need = kNeeds[n];
    const bool for_all = need.models == ModelSet::All();
    if ((for_all || models.Intersects(need.models)) &&
        UsesBuiltIn(context.module(), need.builtin) &&
        !context.Has(need.capability)) {
      unmet |= 1u << n;
    }
  }
  return unmet;
}

// The accesses of one function.
class BuiltInAccess {
 public:
  BuiltInAccess(FunctionContext& fn, NeedSet unmet)
      : fn_(fn), module_(fn.module()), unmet_(unmet) {}

  void Visit(const Inst& inst) {
    switch (inst.op()) {
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
        return VisitChain(inst);
      case Op::kLoad:
        return VisitPointer(inst, operand::Load::kPointer);
      case Op::kStore:
        return VisitPointer(inst, operand::Store::kPointer);
      default:
        return;
    }
  }

 private:
  const TypeTable& types() const { return fn_.context().types(); }

  void VisitChain(const Inst& chain) {
    const Id base = chain.id(operand::AccessChain::kBase);
    const TypeInfo& pointer = types().TypeOf(module_, base);
    if (pointer.unknown() || (pointer.storage_class != StorageClass::kInput &&
                              pointer.storage_class != StorageClass::kOutput)) {
      return;
    }
    VisitPointer(chain, operand::AccessChain::kBase);
    const auto [structure, index] = StructOf(pointer.element);
    if (structure == kNoId || index >= chain.operand_count()) return;
    const ScalarConstant member =
        fn_.context().constants().Scalar(chain.id(index));
    if (!member.known) return;
    CheckBuiltIn(fn_.context().decorations().Find(
                     structure, static_cast<uint32_t>(member.value),
                     Decoration::kBuiltIn),
                 Place::At(chain.index(), index), pointer.storage_class);
  }

  // An access to a whole variable.
  void VisitPointer(const Inst& inst, OperandIndex operand) {
    const Id pointer = inst.id(operand);
    CheckBuiltIn(
        fn_.context().decorations().Find(pointer, Decoration::kBuiltIn),
        Place::At(inst.index(), operand),
        types().TypeOf(module_, pointer).storage_class);
  }

  // The structure that a type is, or that arrays of the type contain, and the
  // index of a chain that selects one of its members.
  std::pair<Id, OperandIndex> StructOf(Id type) const {
    constexpr int kMaxArrays = 2;  // vertices of an array of blocks
    OperandIndex index = operand::AccessChain::kIndexes;
    for (int arrays = 0; arrays <= kMaxArrays; ++arrays, ++index) {
      const TypeInfo& info = types().Get(type);
      if (!info.Is(type_trait::kArray | type_trait::kRuntimeArray)) {
        return {type, index};
      }
      type = info.element;
    }
    return {kNoId, 0};
  }

  void CheckBuiltIn(const std::optional<Decorated>& builtin, Place place,
                    StorageClass storage) {
    if (!builtin) return;
    const auto value = BuiltInOf(module_, *builtin);
    if (!value) return;
    for (size_t n = 0; n < std::size(kNeeds); ++n) {
      const Need& need = kNeeds[n];
      if ((unmet_ & (1u << n)) == 0 || need.builtin != value ||
          (need.output_only && storage != StorageClass::kOutput)) {
        continue;
      }
      const DiagnosticBuilder report =
          fn_.Report(*need.rule, place)
              .Note("the built-in is declared here",
                    Place::At(builtin->statement));
      if (need.models != ModelSet::All()) {
        AddCallPathNotes(fn_.context(), cfg::FunctionIndex(fn_.function()),
                         need.models, report);
      }
    }
  }

  FunctionContext& fn_;
  const Module& module_;
  NeedSet unmet_;
};

void CheckBuiltInAccess(FunctionContext& fn) {
  const NeedSet unmet = UnmetNeeds(fn);
  if (unmet == 0) return;
  BuiltInAccess access(fn, unmet);
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    access.Visit(fn.module().inst(i));
  }
}

}  // namespace

extern constinit const Family kBuiltinAccess(
    R, kFunctionCheck<CheckBuiltInAccess>);

}  // namespace plumb
