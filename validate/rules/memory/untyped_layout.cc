// What untyped pointers lead to where it must be laid out explicitly: the type
// that says so is that of the access, as the pointer's does not
// (SPV_KHR_untyped_pointers).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "validate/analysis/explicit_layouts.h"
#include "validate/engine/family.h"
#include "validate/rules/memory/held_types.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_untyped_pointers";

// What is decorated is found by these.
constexpr Op kDecorateOps[] = {Op::kDecorate, Op::kMemberDecorate};

// Consumers take types without a layout.
constexpr RuleTable R(
    {
        {"memory.untypedvariable.explicit-layout", kSection,
         "a variable in {1} must be laid out explicitly, but {0} is not", "",
         Severity::kWarning},
        {"memory.untypedaccesschain.base-type-layout", kSection,
         "what a pointer into {1} leads to must be laid out explicitly, but "
         "{0} is not",
         "", Severity::kWarning},
        {"memory.load.explicit-layout", kSection,
         "what is loaded from {1} must be laid out explicitly, but {0} is not",
         "", Severity::kWarning},
        {"memory.store.explicit-layout", kSection,
         "what is stored in {1} must be laid out explicitly, but {0} is not",
         "", Severity::kWarning},
        {"memory.untypedarraylength.structure-layout", kSection,
         "operand Structure must be laid out explicitly, but {0} is not", "",
         Severity::kWarning},
        {"memory.untyped.workgroup-explicit-layout",
         kSection,
         "with untyped pointers, what lies in Workgroup must be laid out "
         "explicitly, but {0} is not",
         "",
         Severity::kWarning,
         {.needs = Capability::kShader}},
    },
    kDecorateOps);

// In untyped memory of a workgroup as well.
bool MustBeLaidOut(StorageClass storage) {
  return IsLaidOut(storage) || storage == StorageClass::kWorkgroup;
}

class UntypedLayout {
 public:
  explicit UntypedLayout(ModuleContext& context)
      : context_(context), module_(context.module()) {
    layouts_.Build(module_, context.types(), context.decorations());
  }

  void Check() {
    for (InstIndex i(0); i.value < module_.size(); ++i) {
      CheckInstruction(module_.inst(i));
    }
  }

 private:
  void CheckInstruction(const Inst& inst) {
    namespace variable = operand::UntypedVariableKHR;
    namespace chain = operand::UntypedAccessChainKHR;
    namespace length = operand::UntypedArrayLengthKHR;
    namespace load = operand::Load;
    namespace store = operand::Store;
    switch (inst.op()) {
      case Op::kUntypedVariableKHR:
        if (inst.operand_count() <= variable::kDataType) return;
        return CheckType(R("memory.untypedvariable.explicit-layout"), inst,
                         variable::kDataType, inst.id(variable::kDataType),
                         inst.result());
      case Op::kUntypedAccessChainKHR:
      case Op::kUntypedInBoundsAccessChainKHR:
      case Op::kUntypedPtrAccessChainKHR:
      case Op::kUntypedInBoundsPtrAccessChainKHR:
        return CheckType(R("memory.untypedaccesschain.base-type-layout"), inst,
                         chain::kBaseType, inst.id(chain::kBaseType),
                         inst.id(chain::kBase));
      case Op::kUntypedArrayLengthKHR:
        return CheckType(R("memory.untypedarraylength.structure-layout"), inst,
                         length::kStructure, inst.id(length::kStructure),
                         inst.id(length::kPointer));
      case Op::kLoad:
        if (!IsUntyped(inst.id(load::kPointer))) return;
        return CheckType(R("memory.load.explicit-layout"), inst,
                         load::kResultType, inst.result_type(),
                         inst.id(load::kPointer));
      case Op::kStore:
        if (!IsUntyped(inst.id(store::kPointer))) return;
        return CheckType(
            R("memory.store.explicit-layout"), inst, store::kObject,
            module_.type_of(inst.id(store::kObject)), inst.id(store::kPointer));
      default:
        return;
    }
  }

  bool IsUntyped(Id pointer) const {
    return context_.types().Of(module_, pointer).Is(tt::kUntypedPointer);
  }

  // Judges the type that an operand says, by where the pointer points.
  void CheckType(const Rule& rule, const Inst& inst, OperandIndex at, Id type,
                 Id pointer) {
    const TypeInfo& to = context_.types().Of(module_, pointer);
    if (to.unknown() || !to.Is(tt::kAnyPointer) ||
        !MustBeLaidOut(to.storage_class) || layouts_.Has(type) ||
        !reported_.insert(type.value).second) {
      return;
    }
    const Rule& broken = to.storage_class == StorageClass::kWorkgroup
                             ? R("memory.untyped.workgroup-explicit-layout")
                             : rule;
    context_
        .Report(broken, Place::At(inst.index(), at),
                {Arg::Type(type), NameOf(to.storage_class)})
        .Note("it is declared here", Place::At(module_.def(type)));
  }

  ModuleContext& context_;
  const Module& module_;
  ExplicitLayouts layouts_;
  absl::flat_hash_set<uint32_t> reported_;  // types, each of which once
};

void CheckLayout(ModuleContext& context) {
  if (!context.Has(Capability::kUntypedPointersKHR)) return;
  UntypedLayout(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckLayout}};

}  // namespace

extern constinit const Family kUntypedLayout = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
