// OpSizeOf (section 3.32.1).
//
// Whether a type has a size is found once for each type: a module check visits
// the types in module order, in which parts come before the whole, if the
// module has an OpSizeOf.
//
// Tested by testdata/rule_test.cc.
#include <vector>

#include "absl/types/optional.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"memory.sizeof.result-type", "3.32.1",
     "the result type must be a 32-bit integer scalar, not {0}"},
    {"memory.sizeof.pointer-type", "3.32.1",
     "{1} must be a pointer to a type, not {0}"},
    {"memory.sizeof.pointee-concrete", "3.32.1",
     "{0} has no size: it is not made of numbers and physical pointers alone"},
});

constexpr Op kOps[] = {Op::kSizeOf};

constexpr Signature kSignatures[] = {
    {.ops = kOps,
     .result = {.shape = tt::kScalar, .component = tt::kInt, .width = 32},
     .result_rule = &R("memory.sizeof.result-type"),
     .operands = {.shape = tt::kPointer},
     .operand_rule = &R("memory.sizeof.pointer-type")},
};

// By id: the types that have no size.
class Sizeless {
 public:
  explicit Sizeless(const ModuleContext& context)
      : context_(context), is_sizeless_(context.module().id_bound()) {
    const Module& module = context.module();
    for (InstIndex i(0); i < module.global_end(); ++i) {
      const Id id = module.record(i).result;
      const TypeInfo& type = context.types().Get(id);
      if (type.traits == 0 || module.def(id) != i) continue;
      is_sizeless_[id.value] = Judge(module.inst(i), type) ? 1 : 0;
    }
  }
  bool operator()(Id type) const {
    return type.value < is_sizeless_.size() && is_sizeless_[type.value] != 0;
  }

 private:
  bool Judge(const Inst& inst, const TypeInfo& type) const {
    if (type.traits == tt::kPoisoned) return false;
    if (type.Is(tt::kStruct)) {
      for (uint32_t o = 1; o < inst.operand_count(); ++o) {
        if ((*this)(inst.id(o))) return true;
      }
      return false;
    }
    if (type.Is(tt::kArray)) return (*this)(type.element);
    if (type.Is(tt::kAnyPointer)) return IsLogical();
    return !(type.Is(tt::kScalar | tt::kVector | tt::kMatrix) &&
             type.Is(tt::kNumeric));
  }
  bool IsLogical() const {
    const auto models = context_.module().memory_models();
    return models.empty() ||
           context_.module().inst(models[0]).operand_word(0) ==
               static_cast<uint32_t>(grammar::AddressingModel::kLogical);
  }

  const ModuleContext& context_;
  std::vector<uint8_t> is_sizeless_;
};

void CheckPointees(ModuleContext& context) {
  const Module& module = context.module();
  const uint16_t requirement = grammar::Info(Op::kSizeOf).requirement;
  if (!module.requirement_used(requirement)) return;
  absl::optional<Sizeless> sizeless;
  for (const InstRecord& record : module.records()) {
    if (record.op != Op::kSizeOf) continue;
    if (!sizeless) sizeless.emplace(context);
    const InstIndex i(static_cast<uint32_t>(&record - module.records().data()));
    constexpr uint32_t kPointer = 2;
    const TypeInfo& pointer =
        context.types().Of(module, module.inst(i).id(kPointer));
    if (!pointer.Is(tt::kPointer) || !(*sizeless)(pointer.element)) continue;
    context
        .Report(R("memory.sizeof.pointee-concrete"), Place::At(i, kPointer),
                {Arg::Type(pointer.element)})
        .Note("the type is declared here",
              Place::At(module.def(pointer.element)));
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckPointees}};

}  // namespace

extern constinit const Family kSizeOf = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
