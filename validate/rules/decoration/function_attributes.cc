// Targets of function parameter attributes (section 3.2.18): most apply to the
// object that a parameter points to, and not to return values.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/rules/decoration/decoration_rows.h"

namespace plumb {
namespace {

using Attribute = grammar::FunctionParameterAttribute;

constexpr char kSection[] = "3.2.18";
constexpr char kNotPointer[] =
    "attribute {0} can only be applied to a parameter that is a pointer, but "
    "{1} is not";

constexpr Rule OfPointer(absl::string_view id,
                         absl::string_view section = kSection) {
  return ReliesOn(kStatingOps, {id, section, kNotPointer});
}
constexpr Rule OfParameter(absl::string_view id,
                           absl::string_view section = kSection) {
  return ReliesOn(kStatingOps, {id, section,
                                "attribute {0} cannot be applied to a return "
                                "value, but {1} is a function"});
}

constexpr RuleTable R({
    // LLVM represents opaque types as pointers and infers attributes for them,
    // which its translator to SPIR-V keeps; implementations accept them.
    ReliesOn(
        kStatingOps,
        {"decoration.funcparamattr.opaque-parameter", kSection,
         "attribute {0} is for parameters that are pointers, but {1} is opaque",
         "", Severity::kWarning}),
});

// An attribute, and its rules for parameters and for functions.
struct AttributeRow {
  Attribute attribute;
  Rule pointer;
  Rule not_function;
  const Rule* opaque = nullptr;  // for opaque parameters, if not `pointer`
};
constexpr char kRuntimeAligned[] = "SPV_ALTERA_runtime_aligned";
constexpr AttributeRow kAttributeRows[] = {
    {Attribute::kByVal, OfPointer("decoration.byval.pointer-parameter"),
     OfParameter("decoration.byval.not-return-value")},
    {Attribute::kSret,
     OfPointer("decoration.sret.pointer-parameter"),
     {"decoration.sret.first-parameter", kSection,
      "attribute {0} can only be applied to the first parameter of a function, "
      "not to {1}"}},
    {Attribute::kNoAlias, OfPointer("decoration.noalias.pointer-parameter"),
     OfParameter("decoration.noalias.not-return-value")},
    {Attribute::kNoCapture, OfPointer("decoration.nocapture.pointer-parameter"),
     OfParameter("decoration.nocapture.not-return-value"),
     &R("decoration.funcparamattr.opaque-parameter")},
    {Attribute::kNoWrite, OfPointer("decoration.nowrite.pointer-parameter"),
     OfParameter("decoration.nowrite.not-return-value"),
     &R("decoration.funcparamattr.opaque-parameter")},
    {Attribute::kNoReadWrite,
     OfPointer("decoration.noreadwrite.pointer-parameter"),
     OfParameter("decoration.noreadwrite.not-return-value"),
     &R("decoration.funcparamattr.opaque-parameter")},
    {Attribute::kRuntimeAlignedALTERA,
     OfPointer("decoration.runtimealigned.pointer-parameter", kRuntimeAligned),
     OfParameter("decoration.runtimealigned.not-return-value",
                 kRuntimeAligned)},
};

constexpr TypeTraits kOpaqueTypes = type_trait::kImage | type_trait::kSampler |
                                    type_trait::kSampledImage |
                                    type_trait::kOpaque;

// Whether a parameter directly follows its OpFunction, ignoring lines.
bool IsFirstParameter(const Module& module, InstIndex parameter) {
  for (InstIndex i = parameter; i.value > 0;) {
    i = InstIndex(i.value - 1);
    const Op op = module.record(i).op;
    if (op != Op::kLine && op != Op::kNoLine) return op == Op::kFunction;
  }
  return false;
}

// The rule that an attribute of a definition violates, or null.
const Rule* Violated(const ModuleContext& context, const AttributeRow& row,
                     const Inst& def) {
  if (def.op() == Op::kFunction) return &row.not_function;
  // Other targets are checked by result_targets.cc.
  if (def.op() != Op::kFunctionParameter) return nullptr;
  const TypeInfo& type = context.types().Get(def.result_type());
  if (!type.unknown() && !type.Is(type_trait::kAnyPointer)) {
    return row.opaque != nullptr && type.Is(kOpaqueTypes) ? row.opaque
                                                          : &row.pointer;
  }
  return row.attribute == Attribute::kSret &&
                 !IsFirstParameter(context.module(), def.index())
             ? &row.not_function
             : nullptr;
}

void CheckAttribute(ModuleContext& context, const Decorated& d) {
  const InstIndex def = context.module().def(d.target);
  const Inst inst = context.module().inst(d.statement);
  if (d.member != kNoMember || def == kNoInst ||
      IsRepeatedDecoration(context, d) || d.parameter >= inst.operand_count()) {
    return;
  }
  const Attribute attribute{inst.operand_word(d.parameter)};
  for (const AttributeRow& row : kAttributeRows) {
    if (row.attribute != attribute) continue;
    const Rule* const rule = Violated(context, row, context.module().inst(def));
    if (rule == nullptr) return;
    context
        .Report(*rule,
                d.by_group() ? PlaceOf(d) : Place::At(d.statement, d.parameter),
                {Arg::Enumerant(Kind::kFunctionParameterAttribute, attribute),
                 d.target})
        .Note("{0} is defined here", Place::At(def), {d.target});
  }
}

void CheckAttributes(ModuleContext& context) {
  context.decorations().ForEach(
      Decoration::kFuncParamAttr,
      [&](const Decorated& d) { CheckAttribute(context, d); });
}
constexpr auto kRules = Join(RulesOf(kAttributeRows, &AttributeRow::pointer,
                                     &AttributeRow::not_function),
                             RulesOf(R));

}  // namespace

extern constinit const Family kFunctionAttributes(
    kRules, kModuleCheck<Phase::kSummaries, CheckAttributes,
                         Decoration::kFuncParamAttr>);

}  // namespace plumb
