// What VariablePointersStorageBuffer without VariablePointers allows (sections
// 2.16.1 and 3.31): a pointer that OpSelect or OpPhi chooses points into a
// storage buffer, and all that it is chosen from into the same one.
//
// One pass over a function carries along for each pointer the variable that it
// points into, as far as access chains, copies and choices tell; a choice
// between pointers into two variables is what is looked for.  Modules that do
// not declare this capability alone are done at once.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <vector>

#include "core/module.h"
#include "validate/engine/family.h"
#include "validate/engine/function_context.h"

namespace plumb {
namespace {

using grammar::AddressingModel;
using grammar::Capability;
using grammar::Kind;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr RuleTable R({
    Also("memory.varptr.workgroup-capability",
         {"capability.variablepointersstoragebuffer.storage-class", "3.31",
          "a variable pointer into storage class {0} needs capability "
          "VariablePointers: VariablePointersStorageBuffer allows those into "
          "StorageBuffer only"}),
    Also("memory.varptr.same-structure",
         {"capability.variablepointersstoragebuffer.single-block", "3.31",
          "{0} and {1} are different buffers; a pointer that may point into "
          "either needs capability VariablePointers"}),
});

bool IsRestricted(const ModuleContext& context) {
  const Module& module = context.module();
  if (!context.Has(Capability::kVariablePointersStorageBuffer) ||
      context.Has(Capability::kVariablePointers) ||
      context.options().relax_logical_pointer ||
      context.options().before_hlsl_legalization ||
      module.memory_models().empty()) {
    return false;
  }
  const uint32_t model = module.inst(module.memory_models()[0]).operand_word(0);
  return model == static_cast<uint32_t>(AddressingModel::kLogical) ||
         model ==
             static_cast<uint32_t>(AddressingModel::kPhysicalStorageBuffer64);
}

// The variables that the pointers of one function point into.
class Buffers {
 public:
  explicit Buffers(FunctionContext& fn)
      : fn_(fn), module_(fn.module()), variables_(fn.number_scratch(0)) {
    variables_.assign(fn.range().last - fn.range().first, 0);
  }

  void Visit(InstIndex i) {
    const Inst inst = module_.inst(i);
    switch (inst.op()) {
      case Op::kAccessChain:
      case Op::kInBoundsAccessChain:
      case Op::kPtrAccessChain:
      case Op::kCopyObject:
        return Set(i, VariableOf(inst.id(2)));
      case Op::kSelect:
        return Choose(inst, 3, 1);
      case Op::kPhi:
        return Choose(inst, 2, 2);
      default:
        return;
    }
  }

 private:
  void Set(InstIndex i, Id variable) {
    variables_[i - fn_.range().first] = variable.value;
  }

  // The variable that a pointer points into; kNoId if it is not known.
  Id VariableOf(Id pointer) const {
    const InstIndex def = module_.def(pointer);
    if (def == kNoInst) return kNoId;
    if (module_.record(def).op == Op::kVariable) return pointer;
    return fn_.Contains(def) ? Id(variables_[def - fn_.range().first]) : kNoId;
  }

  // Judges a choice among the operands from `first` on, `step` apart.
  void Choose(const Inst& inst, uint32_t first, uint32_t step) {
    const TypeInfo& type = fn_.context().types().Get(inst.result_type());
    if (type.traits == tt::kPoisoned || !type.Is(tt::kAnyPointer)) return;
    const auto storage = type.storage_class;
    if (storage == StorageClass::kPhysicalStorageBuffer) return;
    if (storage != StorageClass::kStorageBuffer) {
      fn_.Report(R("capability.variablepointersstoragebuffer.storage-class"),
                 Place::At(inst.index(), 0),
                 {Arg::Enumerant(Kind::kStorageClass, type.storage_class)});
      return;
    }
    Id chosen;
    for (uint32_t o = first; o < inst.operand_count(); o += step) {
      const Id variable = VariableOf(inst.id(o));
      if (variable == kNoId) continue;
      if (chosen == kNoId) chosen = variable;
      if (chosen == variable) continue;
      fn_.Report(R("capability.variablepointersstoragebuffer.single-block"),
                 Place::At(inst.index(), o), {chosen, variable});
      break;
    }
    Set(inst.index(), chosen);
  }

  FunctionContext& fn_;
  const Module& module_;
  std::vector<uint32_t>& variables_;  // by instruction; 0: none is known
};

void CheckVariablePointers(FunctionContext& fn) {
  if (!IsRestricted(fn.context())) return;
  Buffers buffers(fn);
  for (InstIndex i = fn.range().first; i < fn.range().last; ++i) {
    buffers.Visit(i);
  }
}

constexpr FunctionCheck kFunctionChecks[] = {CheckVariablePointers};

}  // namespace

extern constinit const Family kVariablePointers = {
    .rules = R.rules(),
    .function_checks = kFunctionChecks,
};

}  // namespace plumb
