// Types accessed through untyped pointers where explicit layout is required.
// The access gives the type, as the pointer does not
// (SPV_KHR_untyped_pointers).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "validate/engine/family.h"
#include "validate/facts/laid_out_objects.h"
#include "validate/facts/module_layouts.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_untyped_pointers";

// Vulkan has its own rules for missing layout decorations
// (decoration/explicit_layout.cc).
constexpr EnvSet kElsewhere = kAnyEnv & ~kVulkanEnvs;

// Implementations accept types without a layout.
constexpr Rule Lacks(absl::string_view id, absl::string_view text) {
  return ReliesOn(kDecorationOps, {.id = id,
                                   .section = kSection,
                                   .text = text,
                                   .severity = Severity::kWarning,
                                   .when = {.envs = kElsewhere}});
}

constexpr RuleTable R(
    {
        Lacks(
            "memory.untypedvariable.explicit-layout",
            "a variable in {1} must have an explicit layout, but {0} does not"),
        Lacks("memory.untypedaccesschain.base-type-layout",
              "the type of objects in {1} must have an explicit layout, but "
              "{0} does not"),
        Lacks("memory.load.explicit-layout",
              "an object loaded from {1} must have an explicit layout, but {0} "
              "does not"),
        Lacks("memory.store.explicit-layout",
              "an object stored to {1} must have an explicit layout, but {0} "
              "does not"),
        Lacks(
            "memory.untypedarraylength.structure-layout",
            "operand Structure must have an explicit layout, but {0} does not"),
        {"memory.untyped.workgroup-explicit-layout",
         kSection,
         "with untyped pointers, an object in Workgroup must have an explicit "
         "layout, but {0} does not",
         "",
         Severity::kWarning,
         {.envs = kElsewhere, .needs = Capability::kShader}},
    },
    kDecorationOps);

const Rule* RuleOfAccess(Op op) {
  switch (op) {
    case Op::kUntypedVariableKHR:
      return &R("memory.untypedvariable.explicit-layout");
    case Op::kUntypedArrayLengthKHR:
      return &R("memory.untypedarraylength.structure-layout");
    case Op::kLoad:
      return &R("memory.load.explicit-layout");
    case Op::kStore:
      return &R("memory.store.explicit-layout");
    case Op::kBufferPointerEXT:
      return nullptr;
    default:
      return &R("memory.untypedaccesschain.base-type-layout");
  }
}

class UntypedLayout {
 public:
  explicit UntypedLayout(ModuleContext& context)
      : context_(context), layouts_(context.Fact<ModuleExplicitLayouts>()) {}

  void Check() {
    ForEachUntypedObject(context_, [this](const LaidOutObject& object) {
      CheckObject(object.storage == StorageClass::kWorkgroup
                      ? &R("memory.untyped.workgroup-explicit-layout")
                      : RuleOfAccess(context_.module().record(object.at).op),
                  object);
    });
  }

 private:
  void CheckObject(const Rule* rule, const LaidOutObject& object) {
    if (rule == nullptr || layouts_.Has(object.type) ||
        !reported_.insert(object.type.value).second) {
      return;
    }
    context_
        .Report(*rule, Place::At(object.at, object.operand),
                {Arg::Type(object.type), NameOf(object.storage)})
        .Note("it is declared here",
              Place::At(context_.module().def(object.type)));
  }

  ModuleContext& context_;
  const ExplicitLayouts& layouts_;
  absl::flat_hash_set<uint32_t> reported_;  // each type is reported once
};

void CheckLayout(ModuleContext& context) {
  if (IsVulkan(context) || context.options().skip_block_layout) return;
  UntypedLayout(context).Check();
}

}  // namespace

extern constinit const Family kUntypedLayout(
    R, kModuleCheck<Phase::kSummaries, CheckLayout,
                    Capability::kUntypedPointersKHR>);

}  // namespace plumb
