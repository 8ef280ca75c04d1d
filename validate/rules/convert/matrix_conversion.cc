// Conversions of cooperative matrices (SPV_KHR_cooperative_matrix and
// SPV_NV_cooperative_matrix2): what numeric conversions, OpBitcast and
// OpCooperativeMatrixConvertUseEXT ask of scope, rows, columns and use, which
// are ids of constants, and OpDecorate ... CooperativeMatrixTransposeEXT.
//
// Values that specialization may change are taken to fit.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/type_operands.h"

namespace plumb {
namespace {

using grammar::CooperativeMatrixUse;
namespace matrix = grammar::operand::TypeCooperativeMatrixKHR;
namespace tt = type_trait;

constexpr RuleTable R({
    {"convert.cooperativematrix.both", "SPV_NV_cooperative_matrix",
     "a cooperative matrix can only be converted to one of the same kind, but "
     "{0} becomes {1}"},
    {"convert.cooperativematrix.scope", "SPV_NV_cooperative_matrix",
     "{0} must have the scope of the result type, {1}"},
    {"convert.cooperativematrix.size", "SPV_NV_cooperative_matrix",
     "{0} must have as many rows and columns as the result type, {1}"},
    {"convert.cooperativematrix.use", "3.3.11",
     "{0} must have the use of the result type, {1}"},
    {"convert.cooperativematrix.transposed-size", "3.3.11",
     "{0} must have as many rows as the result type, {1}, has columns, and as "
     "many columns as it has rows"},
    {"convert.cooperativematrixtranspose.target", "3.2.19",
     "CooperativeMatrixTransposeEXT must decorate a conversion of a "
     "cooperative matrix, but {0} is not one"},
    {"convert.cooperativematrixconvertuse.result-type",
     "SPV_NV_cooperative_matrix2",
     "the result type must be a cooperative matrix of "
     "SPV_KHR_cooperative_matrix, not {0}"},
    {"convert.cooperativematrixconvertuse.operand-type",
     "SPV_NV_cooperative_matrix2",
     "the matrix must be a cooperative matrix of SPV_KHR_cooperative_matrix, "
     "not {0}"},
    {"convert.cooperativematrixconvertuse.component-type",
     "SPV_NV_cooperative_matrix2",
     "{0} must have the component type of the result type, {1}"},
    {"convert.cooperativematrixconvertuse.use", "SPV_NV_cooperative_matrix2",
     "the conversion must be from or to use MatrixAccumulatorKHR, but is from "
     "{0} to {1}"},
});

constexpr Op kConversions[] = {
    Op::kConvertFToU, Op::kConvertFToS, Op::kConvertSToF, Op::kConvertUToF,
    Op::kUConvert,    Op::kSConvert,    Op::kFConvert,    Op::kBitcast};
constexpr Op kConvertUse[] = {Op::kCooperativeMatrixConvertUseEXT};

constexpr Op kMatrixTypes[] = {Op::kTypeCooperativeMatrixKHR};

constexpr Signature kSignatures[] = {
    {.ops = kConvertUse,
     .result = DeclaredBy(kMatrixTypes),
     .result_rule = &R("convert.cooperativematrixconvertuse.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {kConvertUse, operand::CooperativeMatrixConvertUseEXT::kMatrix,
     DeclaredBy(kMatrixTypes),
     &R("convert.cooperativematrixconvertuse.operand-type")},
};

// All conversions have their operand there.
constexpr OperandIndex kOperand =
    operand::CooperativeMatrixConvertUseEXT::kMatrix;

// Two cooperative matrix types that are compared.  The type of
// SPV_NV_cooperative_matrix has its operands at the same places, but no use.
struct Pair {
  const CheckContext& c;
  Inst from;
  Inst to;

  bool MayEqual(OperandIndex from_operand, OperandIndex to_operand) const {
    return MayBeEqual(c.context(), from.id(from_operand), to.id(to_operand));
  }
  bool SameSize() const {
    return MayEqual(matrix::kRows, matrix::kRows) &&
           MayEqual(matrix::kColumns, matrix::kColumns);
  }
  bool SwappedSize() const {
    return MayEqual(matrix::kRows, matrix::kColumns) &&
           MayEqual(matrix::kColumns, matrix::kRows);
  }
  // Whether one of the uses may be MatrixAccumulatorKHR, and one another.
  bool ConvertsUse() const {
    const Id from_use = from.id(matrix::kUse);
    const Id to_use = to.id(matrix::kUse);
    if (from_use == to_use) return false;
    const std::optional<uint32_t> x = FixedValue(c, from_use);
    const std::optional<uint32_t> y = FixedValue(c, to_use);
    if (!x.has_value() || !y.has_value()) return true;
    constexpr auto kAccumulator = CooperativeMatrixUse::kMatrixAccumulatorKHR;
    return (CooperativeMatrixUse{*x} == kAccumulator) !=
           (CooperativeMatrixUse{*y} == kAccumulator);
  }
  void Report(const Rule& rule) const {
    ReportTypes(c, rule, kOperand, from.result(), to.result());
  }
};

// Of a conversion whose operand and result have types.
Pair PairOf(const CheckContext& c) {
  const Module& module = c.module();
  return {c, module.inst(module.def(c.type_of(kOperand))),
          module.inst(module.def(c.inst().result_type()))};
}

bool HasConversions(const CheckContext& c) {
  return c.context().Has(Capability::kCooperativeMatrixConversionsEXT);
}

void CheckShape(const Pair& pair) {
  const CheckContext& c = pair.c;
  if (!pair.MayEqual(matrix::kScope, matrix::kScope)) {
    pair.Report(R("convert.cooperativematrix.scope"));
    return;
  }
  // Whether a transposition was asked for is looked at from the decoration.
  const bool may_transpose =
      HasConversions(c) && c.inst().op() != Op::kBitcast && pair.SwappedSize();
  if (!pair.SameSize() && !may_transpose) {
    pair.Report(R("convert.cooperativematrix.size"));
    return;
  }
  if (pair.from.op() != Op::kTypeCooperativeMatrixKHR ||
      c.inst().op() == Op::kCooperativeMatrixConvertUseEXT) {
    return;
  }
  const bool may_change_use =
      HasConversions(c) && c.inst().op() != Op::kBitcast && pair.ConvertsUse();
  if (!pair.MayEqual(matrix::kUse, matrix::kUse) && !may_change_use) {
    pair.Report(R("convert.cooperativematrix.use"));
  }
}

void CheckConversion(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (!to.Is(tt::kCooperativeMatrix) && !from.Is(tt::kCooperativeMatrix)) {
    return;
  }
  if (to.unknown() || from.unknown()) return;
  const Pair pair = PairOf(c);
  if (pair.from.op() != pair.to.op()) {
    pair.Report(R("convert.cooperativematrix.both"));
    return;
  }
  CheckShape(pair);
}

void CheckConvertUse(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (to.unknown() || from.unknown()) return;
  const Pair pair = PairOf(c);
  if (from.element != to.element) {
    pair.Report(R("convert.cooperativematrixconvertuse.component-type"));
  } else if (!pair.ConvertsUse()) {
    pair.Report(R("convert.cooperativematrixconvertuse.use"));
  } else {
    CheckShape(pair);
  }
}

bool IsMatrixConversion(const ModuleContext& context, InstIndex def) {
  if (def == kNoInst) return false;
  const Inst inst = context.module().inst(def);
  const bool is_conversion = inst.op() == Op::kCooperativeMatrixConvertUseEXT ||
                             (inst.op() != Op::kBitcast &&
                              absl::c_linear_search(kConversions, inst.op()));
  return is_conversion &&
         context.types().Get(inst.result_type()).Is(tt::kCooperativeMatrix);
}

void CheckTranspose(ModuleContext& context, const Decorated& decorated) {
  const InstIndex def = context.module().def(decorated.target);
  if (!IsMatrixConversion(context, def)) {
    context.Report(R("convert.cooperativematrixtranspose.target"),
                   Place::At(decorated.place, decorated.operand),
                   {decorated.target});
    return;
  }
  const CheckContext c(context, nullptr, context.diagnostics(), def);
  const TypeInfo& from = c.operand_type(kOperand);
  if (from.unknown() || !from.Is(tt::kCooperativeMatrix)) return;
  const Pair pair = PairOf(c);
  if (pair.SwappedSize()) return;
  pair.Report(R("convert.cooperativematrix.transposed-size"));
  // Said already that the sizes do not fit.
  if (!pair.SameSize()) context.Poison(decorated.target);
}

// From the decorations to what they decorate: no conversion has to look for
// its own.  Without the capability they mean nothing.
void CheckTransposes(ModuleContext& context) {
  if (!context.Has(Capability::kCooperativeMatrixConversionsEXT)) return;
  context.decorations().ForEach(Decoration::kCooperativeMatrixTransposeEXT,
                                [&](const Decorated& decorated) {
                                  if (decorated.member == kNoMember)
                                    CheckTranspose(context, decorated);
                                });
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckTransposes}};
constexpr Check kChecks[] = {{kConversions, CheckConversion},
                             {kConvertUse, CheckConvertUse}};

}  // namespace

extern constinit const Family kMatrixConversion = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
    .signatures = kSignatures,
    .operand_rules = kOperandRules,
};

}  // namespace plumb
