// Targets of RelaxedPrecision (section 2.14): 32-bit numbers, and objects that
// contain or point to them.
//
// Producers also decorate images and samplers, as the end of that section
// allows.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/facts/object_types.h"
#include "validate/rules/decoration/decoration_rows.h"

namespace plumb {
namespace {

constexpr char kSection[] = "2.14";

constexpr Rule Expected(absl::string_view id, absl::string_view text) {
  return {id, kSection, text, "", Severity::kWarning};
}

constexpr RuleTable R({
    Malformed({"decoration.relaxedprecision.not-function-type", kSection,
               "RelaxedPrecision must not decorate a type, such as {0}"}),
    Also("decoration.relaxedprecision.targets",
         Malformed({"decoration.relaxedprecision.target", kSection,
                    "RelaxedPrecision can only decorate values, functions and "
                    "structure members, not {0}"})),
    ReliesOn(kStatingOps,
             {"decoration.relaxedprecision.function-nonvoid", kSection,
              "RelaxedPrecision cannot decorate {0}, which returns void"}),
    {"decoration.relaxedprecision.boolean", kSection,
     "RelaxedPrecision can only decorate results of numeric instructions, but "
     "{0} is Boolean"},
    Expected("decoration.relaxedprecision.variable-type",
             "RelaxedPrecision should decorate numeric objects, not objects of "
             "type {0}"),
    Expected("decoration.relaxedprecision.numeric-result",
             "RelaxedPrecision should decorate results of numeric "
             "instructions, not one of type {0}"),
    Expected("decoration.relaxedprecision.component-32",
             "RelaxedPrecision should decorate 32-bit numbers, not {0}"),
});

// The type that a value consists of, without pointers and arrays.
Id ReferredTo(const ModuleContext& context, Id type) {
  const TypeInfo& info = context.types().Get(type);
  if (!info.poisoned() && info.Is(tt::kAnyPointer)) type = info.element;
  return InnermostElement(context, type);
}

// Checks the type of a value; `rule` is reported if it is not made of numbers.
void CheckType(ModuleContext& context, const Decorated& d, Id type,
               const Rule& rule, bool may_be_bool) {
  const Id referred = ReferredTo(context, type);
  const TypeInfo& info = context.types().Get(referred);
  if (info.unknown() || info.Is(tt::kImage | tt::kSampler | tt::kSampledImage |
                                tt::kUntypedPointer)) {
    return;
  }
  constexpr TypeTraits kMadeOfNumbers =
      tt::kScalar | tt::kVector | tt::kMatrix | tt::kCooperativeMatrix;
  const Rule* wrong = nullptr;
  if (!info.Is(kMadeOfNumbers)) {
    wrong = &rule;
  } else if (info.Is(tt::kBool) ? !may_be_bool : info.width != 32) {
    wrong = &R("decoration.relaxedprecision.component-32");
  } else {
    return;
  }
  context.Report(*wrong, PlaceOf(d), {Arg::Type(type)})
      .Note("the type is declared here",
            Place::At(context.module().def(referred)));
}

constexpr Op kLogicalOps[] = {
    Op::kLogicalEqual, Op::kLogicalNotEqual, Op::kLogicalOr,
    Op::kLogicalAnd,   Op::kLogicalNot,      Op::kAny,
    Op::kAll,
};

// Whether an instruction computes Booleans from Booleans only.
bool WorksOnBooleans(const ModuleContext& context, const Inst& def) {
  if (!absl::c_linear_search(kLogicalOps, def.op())) return false;
  for (OperandIndex o = 2; o < def.operand_count(); ++o) {
    if (def.kind(o) != Kind::kIdRef) continue;
    const TypeInfo& type = context.types().TypeOf(context.module(), def.id(o));
    if (type.unknown() || !type.Is(tt::kBool)) return false;
  }
  return true;
}

void CheckWhole(ModuleContext& context, const Decorated& d, const Inst& def) {
  const auto report = [&](const Rule& rule) {
    context.Report(rule, PlaceOf(d), {d.target})
        .Note("{0} is defined here", Place::At(def.index()), {d.target});
  };
  const Id type = def.result_type();
  if (type == kNoId) {
    if (def.op() == Op::kDecorationGroup) return;
    report(context.types().IsType(d.target)
               ? R("decoration.relaxedprecision.not-function-type")
               : R("decoration.relaxedprecision.target"));
    return;
  }
  const TypeInfo& info = context.types().Get(type);
  const bool is_call =
      def.op() == Op::kFunction || def.op() == Op::kFunctionCall;
  if (is_call && !info.poisoned() && info.Is(tt::kVoid)) {
    report(R("decoration.relaxedprecision.function-nonvoid"));
    return;
  }
  if (!info.poisoned() && info.Is(tt::kBool) && WorksOnBooleans(context, def)) {
    report(R("decoration.relaxedprecision.boolean"));
    return;
  }
  const bool is_object = is_call || Is(def.op(), OpTrait::kVariable) ||
                         def.op() == Op::kFunctionParameter;
  // The result of a comparison is not a number.
  CheckType(context, d, type,
            is_object ? R("decoration.relaxedprecision.variable-type")
                      : R("decoration.relaxedprecision.numeric-result"),
            !is_object);
}

void CheckPrecision(ModuleContext& context) {
  context.decorations().ForEach(
      Decoration::kRelaxedPrecision, [&](const Decorated& d) {
        if (IsRepeatedDecoration(context, d)) return;
        if (d.member != kNoMember) {
          CheckType(
              context, d,
              context.types().MemberOf(context.module(), d.target, d.member),
              R("decoration.relaxedprecision.variable-type"), false);
          return;
        }
        const InstIndex def = context.module().def(d.target);
        if (def != kNoInst) {
          CheckWhole(context, d, context.module().inst(def));
        }
      });
}

}  // namespace

extern constinit const Family kRelaxedPrecision(
    R, kModuleCheck<Phase::kSummaries, CheckPrecision,
                    Decoration::kRelaxedPrecision>);

}  // namespace plumb
