// Saturating conversions to 8-bit floats (SPV_EXT_float8).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/decorated.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Decoration;
using grammar::FPEncoding;
using grammar::Op;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_EXT_float8";

// What is decorated is found by these.
constexpr grammar::Op kDecorateOps[] = {grammar::Op::kDecorate};

constexpr RuleTable R(
    {
        {"decoration.saturatedtolargestfloat8normalconversion.target", kSection,
         "the decoration is for conversions of numbers to 8-bit floats, which "
         "{0} "
         "is not"},
    },
    kDecorateOps);

// Whether a scalar type is one of the extension's.
bool IsFloat8(const Module& module, Id type) {
  const InstIndex def = module.def(type);
  if (def == kNoInst) return true;
  const Inst inst = module.inst(def);
  if (inst.op() != Op::kTypeFloat || inst.operand_count() < 3) return false;
  const auto encoding = FPEncoding{inst.operand_word(2)};
  return encoding == FPEncoding::kFloat8E4M3EXT ||
         encoding == FPEncoding::kFloat8E5M2EXT;
}

void CheckTargets(ModuleContext& context) {
  if (!context.Has(Capability::kFloat8EXT)) return;
  const Module& module = context.module();
  ForEachDecorated(
      module, Decoration::kSaturatedToLargestFloat8NormalConversionEXT,
      [&](Id id, const Inst& inst) {
        const InstIndex def = module.def(id);
        if (def == kNoInst) return;
        const Op op = module.record(def).op;
        const bool converts = op == Op::kFConvert || op == Op::kConvertSToF ||
                              op == Op::kConvertUToF;
        Id type = module.type_of(id);
        const TypeInfo& info = context.types().Get(type);
        if (converts && IsUnknown(info)) return;
        if (info.Is(tt::kVector | tt::kCooperativeMatrix)) type = info.element;
        if (converts && IsFloat8(module, type)) return;
        context
            .Report(R("decoration.saturatedtolargestfloat8normalconversion."
                      "target"),
                    Place::At(inst.index(), 0), {id})
            .Note("it is defined here", Place::At(def));
      });
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckTargets}};

}  // namespace

extern constinit const Family kFloat8 = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
};

}  // namespace plumb
