// Capabilities that access to some built-in variables needs (section 3.31).
// Decorating with them is no use: producers declare the whole of a per-vertex
// block whatever they access, so what counts are accesses in functions.
//
// All are warnings: consumers take such accesses.
//
// Modules that declare the capabilities, or decorate nothing with these
// built-ins, are done at once; in others the access chains are looked up among
// the decorated members, and loads and stores among the decorated variables if
// there are any.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "core/constant.h"
#include "core/module.h"
#include "validate/analysis/reach.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"

namespace plumb {
namespace {

using grammar::BuiltIn;
using grammar::Capability;
using grammar::Decoration;
using grammar::ExecutionModel;
using grammar::Kind;
using grammar::Op;
using grammar::StorageClass;

constexpr RuleTable R({
    {"capability.tessellationpointsize.pointsize-output", "3.31",
     "a tessellation shader accesses PointSize, which needs capability "
     "TessellationPointSize",
     "", Severity::kWarning},
    {"capability.geometrypointsize.pointsize-output", "3.31",
     "a geometry shader accesses PointSize, which needs capability "
     "GeometryPointSize",
     "", Severity::kWarning},
    {"capability.clipdistance.use-not-mention", "3.31",
     "access to ClipDistance needs capability ClipDistance", "",
     Severity::kWarning},
    {"capability.culldistance.use-not-mention", "3.31",
     "access to CullDistance needs capability CullDistance", "",
     Severity::kWarning},
});

// A built-in, and what access to it needs.
struct Need {
  BuiltIn builtin;
  Capability capability;
  const Rule* rule;
  bool output_only;
  ExecutionModel models[2];  // that need it, if `some_models`
  bool some_models;
};
constexpr Need kNeeds[] = {
    {BuiltIn::kPointSize,
     Capability::kTessellationPointSize,
     &R("capability.tessellationpointsize.pointsize-output"),
     true,
     {ExecutionModel::kTessellationControl,
      ExecutionModel::kTessellationEvaluation},
     true},
    {BuiltIn::kPointSize,
     Capability::kGeometryPointSize,
     &R("capability.geometrypointsize.pointsize-output"),
     true,
     {ExecutionModel::kGeometry, ExecutionModel::kGeometry},
     true},
    {BuiltIn::kClipDistance,
     Capability::kClipDistance,
     &R("capability.clipdistance.use-not-mention"),
     false,
     {},
     false},
    {BuiltIn::kCullDistance,
     Capability::kCullDistance,
     &R("capability.culldistance.use-not-mention"),
     false,
     {},
     false},
};
constexpr int kNeedCount = static_cast<int>(std::size(kNeeds));
using NeedSet = uint8_t;  // by index into kNeeds

// A variable (kWhole), or a member of a structure, that is decorated.
using Target = std::pair<uint32_t, uint32_t>;
constexpr uint32_t kWhole = ~uint32_t{0};
struct Decorated {
  NeedSet needs = 0;
  InstIndex decoration;
};

class BuiltInAccess {
 public:
  explicit BuiltInAccess(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check();

 private:
  NeedSet UnmetNeeds() const;
  ModelSet ModelsOf(const Need& need) const;
  void Collect(NeedSet unmet);
  void Visit(const Inst& inst, ModelSet models);
  void VisitChain(const Inst& chain, ModelSet models);
  void Judge(Target target, Place place, StorageClass storage,
             ModelSet models) const;
  // The structure that a pointer points to, or to an array of arrays of which,
  // and the index of a chain that picks one of its members.
  std::pair<Id, uint32_t> StructOf(Id pointer) const;

  ModuleContext& context_;
  const Module& module_;
  absl::flat_hash_map<Target, Decorated> decorated_;
  bool has_members_ = false;
  bool has_variables_ = false;
};

ModelSet BuiltInAccess::ModelsOf(const Need& need) const {
  if (!need.some_models) return ModelSet::All();
  return {need.models[0], need.models[1]};
}

NeedSet BuiltInAccess::UnmetNeeds() const {
  ModelSet reached;
  for (uint32_t f = 0; f < module_.functions().size(); ++f) {
    reached |= context_.reach().models(cfg::FunctionIndex(f));
  }
  NeedSet unmet = 0;
  for (int n = 0; n < kNeedCount; ++n) {
    const Need& need = kNeeds[n];
    if (context_.Has(need.capability)) continue;
    if (need.some_models && !reached.Intersects(ModelsOf(need))) continue;
    const grammar::EnumerantInfo* info = grammar::EnumerantByValue(
        Kind::kBuiltIn, static_cast<uint32_t>(need.builtin));
    if (info == nullptr || !module_.requirement_used(info->requirement)) {
      continue;
    }
    unmet |= 1u << n;
  }
  return unmet;
}

void BuiltInAccess::Collect(NeedSet unmet) {
  for (InstIndex i : module_.decorations()) {
    const Inst inst = module_.inst(i);
    const bool is_member = inst.op() == Op::kMemberDecorate;
    if (!is_member && inst.op() != Op::kDecorate) continue;
    const uint32_t decoration = is_member ? 2 : 1;
    if (inst.operand_word(decoration) !=
            static_cast<uint32_t>(Decoration::kBuiltIn) ||
        inst.operand_count() <= decoration + 1) {
      continue;
    }
    const auto builtin =
        static_cast<BuiltIn>(inst.operand_word(decoration + 1));
    NeedSet needs = 0;
    for (int n = 0; n < kNeedCount; ++n) {
      if (kNeeds[n].builtin == builtin) needs |= unmet & (1u << n);
    }
    if (needs == 0) continue;
    const uint32_t member = is_member ? inst.operand_word(1) : kWhole;
    Decorated& decorated = decorated_[{inst.operand_word(0), member}];
    decorated.needs |= needs;
    decorated.decoration = i;
    (is_member ? has_members_ : has_variables_) = true;
  }
}

void BuiltInAccess::Check() {
  if (!context_.Has(Capability::kShader)) return;
  const NeedSet unmet = UnmetNeeds();
  if (unmet == 0) return;
  Collect(unmet);
  if (decorated_.empty()) return;
  for (uint32_t f = 0; f < module_.functions().size(); ++f) {
    const FunctionRange& range = module_.functions()[f];
    const ModelSet models = context_.reach().models(cfg::FunctionIndex(f));
    for (InstIndex i = range.first; i < range.last; ++i) {
      Visit(module_.inst(i), models);
    }
  }
}

void BuiltInAccess::Judge(Target target, Place place, StorageClass storage,
                          ModelSet models) const {
  const auto at = decorated_.find(target);
  if (at == decorated_.end()) return;
  for (int n = 0; n < kNeedCount; ++n) {
    const Need& need = kNeeds[n];
    if ((at->second.needs & (1u << n)) == 0) continue;
    if (need.some_models && !models.Intersects(ModelsOf(need))) continue;
    if (need.output_only && storage != StorageClass::kOutput) continue;
    context_.Report(*need.rule, place)
        .Note("the built-in is declared here",
              Place::At(at->second.decoration));
  }
}

std::pair<Id, uint32_t> BuiltInAccess::StructOf(Id pointer) const {
  constexpr uint32_t kFirstIndex = 3;
  constexpr uint32_t kMostArrays = 2;  // vertices of an array of blocks
  const TypeTable& types = context_.types();
  Id type = types.Of(module_, pointer).element;
  for (uint32_t arrays = 0; arrays <= kMostArrays; ++arrays) {
    const TypeInfo& info = types.Get(type);
    if (!info.Is(type_trait::kArray | type_trait::kRuntimeArray)) {
      return {type, kFirstIndex + arrays};
    }
    type = info.element;
  }
  return {kNoId, 0};
}

void BuiltInAccess::VisitChain(const Inst& chain, ModelSet models) {
  constexpr uint32_t kBase = 2;
  const Id base = chain.id(kBase);
  const TypeInfo& pointer = context_.types().Of(module_, base);
  if (!pointer.Is(type_trait::kPointer) ||
      pointer.traits == type_trait::kPoisoned) {
    return;
  }
  const auto storage = pointer.storage_class;
  if (storage != StorageClass::kInput && storage != StorageClass::kOutput) {
    return;
  }
  if (has_variables_) {
    Judge({base.value, kWhole}, Place::At(chain.index(), kBase), storage,
          models);
  }
  if (!has_members_) return;
  const auto [structure, index] = StructOf(base);
  if (structure == kNoId || index >= chain.operand_count()) return;
  const ScalarConstant member = context_.constants().Scalar(chain.id(index));
  if (!member.known) return;
  Judge({structure.value, static_cast<uint32_t>(member.value)},
        Place::At(chain.index(), index), storage, models);
}

void BuiltInAccess::Visit(const Inst& inst, ModelSet models) {
  switch (inst.op()) {
    case Op::kAccessChain:
    case Op::kInBoundsAccessChain:
      return VisitChain(inst, models);
    case Op::kLoad:
    case Op::kStore: {
      if (!has_variables_) return;
      const OperandIndex operand = inst.op() == Op::kLoad ? 2 : 0;
      const Id pointer = inst.id(operand);
      const TypeInfo& type = context_.types().Of(module_, pointer);
      return Judge({pointer.value, kWhole}, Place::At(inst.index(), operand),
                   type.storage_class, models);
    }
    default:
      return;
  }
}

void CheckBuiltInAccess(ModuleContext& context) {
  BuiltInAccess(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckBuiltInAccess}};

}  // namespace

extern constinit const Family kBuiltinAccess = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
