// The instruction that ends an invocation with a message (SPV_KHR_abort).
//
// A module check, because whether types match logically is decided for all of
// them at once.  Whether a type is concrete (section 2.2.2) is found in one
// pass over the declarations, which stand before their uses.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/logical_match.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::AddressingModel;
using grammar::Capability;
using grammar::Op;
using grammar::StorageClass;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_KHR_abort";

constexpr RuleTable R({
    {"abort.message.type-concrete", kSection,
     "the message must be made of numbers and physical pointers, which {0} is "
     "not"},
    {"abort.message.type-match", kSection,
     "operand Message, of type {0}, must match Message Type, {1}, member by "
     "member"},
});

constexpr uint32_t kMessageType = 0, kMessage = 1;

class Aborts {
 public:
  explicit Aborts(ModuleContext& context)
      : context_(context), module_(context.module()), classes_(context) {
    FindConcreteTypes();
  }

  void Check() {
    for (const FunctionRange& function : module_.functions()) {
      for (InstIndex i = function.first; i < function.last; ++i) {
        if (module_.record(i).op == Op::kAbortKHR) CheckAbort(i);
      }
    }
  }

 private:
  void FindConcreteTypes() {
    concrete_.assign(module_.id_bound(), false);
    bool physical = false;
    for (InstIndex model : module_.memory_models()) {
      const auto addressing =
          AddressingModel{module_.inst(model).operand_word(0)};
      physical = addressing == AddressingModel::kPhysical32 ||
                 addressing == AddressingModel::kPhysical64;
    }
    for (InstIndex i(0); i < module_.global_end(); ++i) {
      const Id type = module_.record(i).result;
      if (context_.types().IsType(type)) {
        concrete_[type.value] = IsConcrete(module_.inst(i), physical);
      }
    }
  }

  // The types that it is made of are known.
  bool IsConcrete(const Inst& inst, bool physical) const {
    const TypeInfo& type = context_.types().Get(inst.result());
    if (IsUnknown(type)) return true;
    if (type.Is(tt::kAnyPointer)) {
      return physical ||
             type.storage_class == StorageClass::kPhysicalStorageBuffer;
    }
    if (type.Is(tt::kStruct)) {
      for (uint32_t w = 2; w < inst.word_count(); ++w) {
        if (!At(Id(inst.word(w)))) return false;
      }
      return true;
    }
    if (type.Is(tt::kAggregate)) return At(type.element);
    return type.Is(tt::kNumeric);
  }
  bool At(Id type) const {
    return type.value < concrete_.size() && concrete_[type.value];
  }

  void CheckAbort(InstIndex i) {
    const CheckContext c(context_, nullptr, context_.diagnostics(), i);
    const Id type = c.inst().id(kMessageType);
    if (IsUnknown(context_.types().Get(type))) return;
    if (!At(type)) {
      ReportType(c, R("abort.message.type-concrete"), kMessageType, type);
      return;
    }
    if (IsUnknown(c.operand_type(kMessage)) ||
        classes_.Match(type, c.type_of(kMessage))) {
      return;
    }
    ReportTypes(c, R("abort.message.type-match"), kMessage, c.type_of(kMessage),
                type);
  }

  ModuleContext& context_;
  const Module& module_;
  LogicalClasses classes_;
  std::vector<bool> concrete_;  // by id
};

void CheckAborts(ModuleContext& context) {
  if (context.Has(Capability::kAbortKHR)) Aborts(context).Check();
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckAborts}};

}  // namespace

extern constinit const Family kAbort = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
