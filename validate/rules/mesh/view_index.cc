// Values that must be the same in all views of a mesh shader (SPIR-V
// environment of Vulkan): the number of emitted vertices or groups, and the
// places of writes, must not depend on ViewIndex.
//
// A value depends on ViewIndex if an operand does, starting with the load of
// the built-in.  Values in memory are not followed.  One walk of the
// functions, in modules of mesh shaders that have the built-in.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "core/execution_models.h"
#include "validate/engine/call_path_notes.h"
#include "validate/engine/family.h"
#include "validate/facts/builtin_object.h"
#include "validate/rules/vulkan_section.h"

namespace plumb {
namespace {

namespace outputs = grammar::operand::SetMeshOutputsEXT;

constexpr RuleTable R({
    InVulkan("mesh.viewindex.counts",
             "the counts of a mesh shader must not depend on ViewIndex, but "
             "{0} does",
             "VUID-StandaloneSpirv-MeshEXT-07108"),
    InVulkan("mesh.viewindex.indices-index",
             "an access to primitive indices must not depend on ViewIndex, but "
             "{0} does",
             "VUID-StandaloneSpirv-MeshEXT-07109"),
    InVulkan("mesh.viewindex.indices-value",
             "primitive indices must not depend on ViewIndex, but {0} does",
             "VUID-StandaloneSpirv-MeshEXT-07110"),
    InVulkan("mesh.viewindex.memory-index",
             "in a mesh shader, an access to storage class {1} must not depend "
             "on ViewIndex, but {0} does",
             "VUID-StandaloneSpirv-MeshEXT-07111"),
});

// The known properties of an <id>, as a set.
constexpr uint8_t kDepends = 1;     // on ViewIndex
constexpr uint8_t kIsBuiltIn = 2;   // is the variable
constexpr uint8_t kPrimitives = 4;  // points to indices of primitives

uint8_t MarkOf(BuiltIn built_in) {
  switch (built_in) {
    case BuiltIn::kViewIndex:
      return kIsBuiltIn;
    case BuiltIn::kPrimitivePointIndicesEXT:
    case BuiltIn::kPrimitiveLineIndicesEXT:
    case BuiltIn::kPrimitiveTriangleIndicesEXT:
      return kPrimitives;
    default:
      return 0;
  }
}

class Dependence {
 public:
  explicit Dependence(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  // Marks the variables; false if ViewIndex is not among them.
  bool FindVariables() {
    bool found = false;
    context_.decorations().ForEach(Decoration::kBuiltIn,
                                   [&](const Decorated& d) {
                                     const auto builtin = BuiltInOf(module_, d);
                                     if (d.member != kNoMember || !builtin ||
                                         d.target.value >= module_.id_bound()) {
                                       return;
                                     }
                                     const uint8_t mark = MarkOf(*builtin);
                                     if (mark == 0) return;
                                     marks_.resize(module_.id_bound());
                                     marks_[d.target.value] |= mark;
                                     found |= mark == kIsBuiltIn;
                                   });
    return found;
  }

  void VisitFunction(cfg::FunctionIndex function) {
    function_ = function;
    const FunctionRange& range = module_.functions()[function.value];
    for (InstIndex i = range.first; i < range.last; ++i) Visit(module_.inst(i));
  }

 private:
  void Visit(const Inst& inst) {
    switch (inst.op()) {
      case Op::kLoad:
        Load(inst);
        return;
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
        CheckChain(inst);
        Mark(inst.result(),
             Has(inst.id(operand::AccessChain::kBase), kPrimitives)
                 ? kPrimitives
                 : 0);
        break;
      case Op::kStore:
        CheckStore(inst);
        return;
      case Op::kSetMeshOutputsEXT:
        CheckOperand(inst, outputs::kVertexCount, R("mesh.viewindex.counts"));
        CheckOperand(inst, outputs::kPrimitiveCount,
                     R("mesh.viewindex.counts"));
        return;
      // Its result need not depend on its arguments.
      case Op::kFunctionCall:
        return;
      default:
        break;
    }
    for (OperandIndex o = 0; o < inst.operand_count(); ++o) {
      if (inst.kind(o) == Kind::kIdRef && Has(inst.id(o), kDepends)) {
        Mark(inst.result(), kDepends);
      }
    }
  }

  bool Has(Id id, uint8_t mark) const {
    return id.value < marks_.size() && (marks_[id.value] & mark) != 0;
  }
  void Mark(Id id, uint8_t mark) {
    if (id != kNoId && id.value < marks_.size()) marks_[id.value] |= mark;
  }

  void Load(const Inst& inst) {
    if (Has(inst.id(operand::Load::kPointer), kIsBuiltIn | kDepends)) {
      Mark(inst.result(), kDepends);
    }
  }

  // Reports an operand that depends on ViewIndex; true if it does.
  bool CheckOperand(const Inst& inst, OperandIndex o, const Rule& rule,
                    Arg more = uint64_t{0}) {
    if (!Has(inst.id(o), kDepends)) return false;
    AddCallPathNotes(
        context_, function_, ExecutionModel::kMeshEXT,
        context_.Report(rule, Place::At(inst.index(), o), {inst.id(o), more}));
    return true;
  }

  void CheckChain(const Inst& inst) {
    const Id base = inst.id(operand::AccessChain::kBase);
    const StorageClass storage =
        context_.types().TypeOf(module_, base).storage_class;
    const bool primitives = Has(base, kPrimitives);
    if (!primitives && storage != StorageClass::kWorkgroup &&
        storage != StorageClass::kPrivate) {
      return;
    }
    for (OperandIndex o = operand::AccessChain::kIndexes;
         o < inst.operand_count(); ++o) {
      if (CheckOperand(inst, o,
                       primitives ? R("mesh.viewindex.indices-index")
                                  : R("mesh.viewindex.memory-index"),
                       NameOf(storage))) {
        return;
      }
    }
  }

  void CheckStore(const Inst& inst) {
    if (!Has(inst.id(operand::Store::kPointer), kPrimitives)) return;
    CheckOperand(inst, operand::Store::kObject,
                 R("mesh.viewindex.indices-value"));
  }

  ModuleContext& context_;
  const Module& module_;
  cfg::FunctionIndex function_;
  std::vector<uint8_t> marks_;  // by id; empty if there is no such variable
};

// Checks the functions that mesh shaders reach.
void CheckViews(ModuleContext& context) {
  Dependence dependence(context);
  if (!dependence.FindVariables()) return;
  for (uint32_t f = 0; f < context.module().functions().size(); ++f) {
    const cfg::FunctionIndex function(f);
    if (context.reach().models(function).Contains(ExecutionModel::kMeshEXT)) {
      dependence.VisitFunction(function);
    }
  }
}

}  // namespace

extern constinit const Family kViewIndex(
    R, kModuleCheck<Phase::kSummaries, CheckViews, Api::kVulkan,
                    ExecutionModel::kMeshEXT>);

}  // namespace plumb
