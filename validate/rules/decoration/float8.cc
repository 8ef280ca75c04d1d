// Saturating conversions to 8-bit floats (SPV_EXT_float8).
//
// Tested by testdata/rule_test.cc.
#include "validate/analysis/decorations.h"
#include "validate/engine/family.h"
#include "validate/facts/decorated_place.h"
#include "validate/rules/relied_on_ops.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

constexpr RuleTable R(
    {
        {.id = "decoration.saturatedtolargestfloat8normalconversion.target",
         .section = "SPV_EXT_float8",
         .text = "the decoration can only be applied to a conversion of "
                 "numbers to 8-bit floats, not to {0}",
         .when = {.needs = Capability::kFloat8EXT}},
    },
    kDecorateOps);

// Whether a scalar type is one of the extension's types.
bool IsFloat8(const Module& module, Id type) {
  const InstIndex def = module.def(type);
  if (def == kNoInst) return true;
  const Inst inst = module.inst(def);
  if (inst.op() != Op::kTypeFloat) return false;
  const auto operand = inst.Find(operand::TypeFloat::kFloatingPointEncoding);
  if (!operand) return false;
  const FPEncoding encoding{inst.operand_word(*operand)};
  return encoding == FPEncoding::kFloat8E4M3EXT ||
         encoding == FPEncoding::kFloat8E5M2EXT;
}

// Whether an instruction converts numbers to 8-bit floats, as far as its type
// is known.
bool ConvertsToFloat8(const ModuleContext& context, InstIndex def) {
  const Inst inst = context.module().inst(def);
  if (inst.op() != Op::kFConvert && inst.op() != Op::kConvertSToF &&
      inst.op() != Op::kConvertUToF) {
    return false;
  }
  const TypeInfo& type = context.types().Get(inst.result_type());
  const bool is_composite =
      type.Is(type_trait::kVector | type_trait::kCooperativeMatrix);
  return type.unknown() ||
         IsFloat8(context.module(),
                  is_composite ? type.element : inst.result_type());
}

void CheckTargets(ModuleContext& context) {
  context.decorations().ForEach(
      Decoration::kSaturatedToLargestFloat8NormalConversionEXT,
      [&](const Decorated& d) {
        const InstIndex def = context.module().def(d.target);
        if (def == kNoInst || d.member != kNoMember ||
            IsRepeatedDecoration(context, d) ||
            ConvertsToFloat8(context, def)) {
          return;
        }
        context
            .Report(
                R("decoration.saturatedtolargestfloat8normalconversion.target"),
                Place::At(d.place, d.operand), {d.target})
            .Note("it is defined here", Place::At(def));
      });
}

}  // namespace

extern constinit const Family kFloat8(
    R, kModuleCheck<Phase::kSummaries, CheckTargets,
                    Decoration::kSaturatedToLargestFloat8NormalConversionEXT>);

}  // namespace plumb
