// Floats of other encodings (SPV_KHR_bfloat16, SPV_EXT_float8,
// SPV_EXT_ocp_microscaling_types) cannot go from stage to stage.
//
// Which types hold them is found in one pass over the declarations, in modules
// that declare such a type's capability.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::FPEncoding;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr Scope kVulkan = {.envs = kVulkanEnvs};
constexpr char kText[] =
    "{0} holds numbers of type {2}, so it cannot be in {1}";

constexpr RuleTable R({
    {"type.float.bfloat16-interface", "SPV_KHR_bfloat16", kText,
     "VUID-StandaloneSpirv-OpTypeFloat-10370", Severity::kError, kVulkan},
    {"type.float.float8-interface", "SPV_EXT_float8", kText,
     "VUID-StandaloneSpirv-OpTypeFloat-10823", Severity::kError, kVulkan},
});

class EncodedInterface {
 public:
  explicit EncodedInterface(ModuleContext& context)
      : context_(context), module_(context.module()) {}

  void Check() {
    held_.assign(module_.id_bound(), kNoId);
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const Inst inst = module_.inst(i);
      if (context_.types().IsType(inst.result())) {
        held_[inst.result().value] = Held(inst);
      } else if (inst.op() == Op::kVariable) {
        CheckVariable(inst);
      }
    }
  }

 private:
  Id At(Id type) const {
    return type.value < held_.size() ? held_[type.value] : kNoId;
  }

  // A float type of another encoding that a type is or holds, or kNoId.
  Id Held(const Inst& inst) const {
    const TypeInfo& type = context_.types().Get(inst.result());
    if (IsUnknown(type)) return kNoId;
    if (inst.op() == Op::kTypeFloat) {
      return type.Is(tt::kOtherEncoding) ? inst.result() : kNoId;
    }
    if (type.Is(tt::kVector | tt::kMatrix | tt::kArray | tt::kRuntimeArray)) {
      return At(type.element);
    }
    if (!type.Is(tt::kStruct)) return kNoId;
    for (uint32_t w = 2; w < inst.word_count(); ++w) {
      if (At(Id(inst.word(w))) != kNoId) return At(Id(inst.word(w)));
    }
    return kNoId;
  }

  void CheckVariable(const Inst& inst) {
    const auto storage = StorageClass{inst.operand_word(2)};
    if (storage != StorageClass::kInput && storage != StorageClass::kOutput) {
      return;
    }
    const TypeInfo& pointer = context_.types().Get(inst.result_type());
    if (IsUnknown(pointer) || !pointer.Is(tt::kPointer)) return;
    const Id held = At(pointer.element);
    if (held == kNoId) return;
    const InstIndex type = module_.def(held);
    const auto encoding = FPEncoding{module_.inst(type).operand_word(2)};
    context_
        .Report(
            encoding == FPEncoding::kBFloat16KHR
                ? R("type.float.bfloat16-interface")
                : R("type.float.float8-interface"),
            Place::At(inst.index(), 2),
            {inst.result(),
             Arg::Enumerant(grammar::Kind::kStorageClass, inst.operand_word(2)),
             Arg::Type(held)})
        .Note("the type is declared here", Place::At(type));
  }

  ModuleContext& context_;
  const Module& module_;
  std::vector<Id> held_;  // by id
};

constexpr Capability kCapabilities[] = {
    Capability::kBFloat16TypeKHR, Capability::kFloat8EXT,
    Capability::kFloat6EXT,       Capability::kFloat4EXT,
    Capability::kMXInt8EXT,       Capability::kFloat8UnsignedE8M0EXT,
};

void CheckEncodedInterface(ModuleContext& context) {
  for (Capability capability : kCapabilities) {
    if (!context.Has(capability)) continue;
    EncodedInterface(context).Check();
    return;
  }
}

constexpr ModuleCheck kModuleChecks[] = {
    {Phase::kSummaries, CheckEncodedInterface}};

}  // namespace

extern constinit const Family kEncodedInterface = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
