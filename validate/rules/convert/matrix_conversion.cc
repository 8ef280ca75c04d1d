// Conversions of cooperative matrices (SPV_KHR_cooperative_matrix and
// SPV_NV_cooperative_matrix2): the scope, rows, columns and use, which are ids
// of constants, in numeric conversions, OpBitcast,
// OpCooperativeMatrixConvertUseEXT and OpCooperativeMatrixTransposeNV; and
// OpDecorate ... CooperativeMatrixTransposeEXT.
//
// Values that specialization may change always match.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/engine/type_operands.h"

namespace plumb {
namespace {

using grammar::CooperativeMatrixUse;
namespace matrix = grammar::operand::TypeCooperativeMatrixKHR;

constexpr char kMatrix2[] = "SPV_NV_cooperative_matrix2";

constexpr RuleTable R({
    {"convert.cooperativematrix.both", "SPV_NV_cooperative_matrix",
     "a cooperative matrix can be converted only to one of the same kind, but "
     "{0} becomes {1}"},
    {"convert.cooperativematrix.scope", "SPV_NV_cooperative_matrix",
     "{0} must have the scope of the result type, {1}"},
    Also("convert.cooperativematrixconvertuse.shape",
         {"convert.cooperativematrix.size", "SPV_NV_cooperative_matrix",
          "{0} must have as many rows and columns as the result type, {1}"}),
    Also("convert.cooperativematrix.bitcast-use "
         "convert.cooperativematrix.use-to-a-or-b",
         {"convert.cooperativematrix.use", "3.3.11",
          "{0} must have the use of the result type, {1}"}),
    {"convert.cooperativematrix.transposed-size", "3.3.11",
     "{0} must have the transposed shape of the result type, {1}"},
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
    {"convert.cooperativematrixconvertuse.nv-direction",
     kMatrix2,
     "the conversion must be from use MatrixAccumulatorKHR to another, but is "
     "from {0} to {1}",
     "",
     Severity::kError,
     {.needs = Capability::kCooperativeMatrixConversionsNV,
      .unless = Capability::kCooperativeMatrixConversionsEXT}},
    {"convert.cooperativematrixtranspose.result-type", kMatrix2,
     "the result type must be a cooperative matrix of "
     "SPV_KHR_cooperative_matrix, not {0}"},
    {"convert.cooperativematrixtranspose.operand-type", kMatrix2,
     "the matrix must be a cooperative matrix of SPV_KHR_cooperative_matrix, "
     "not {0}"},
    {"convert.cooperativematrixtranspose.scope", kMatrix2,
     "{0} must have the scope of the result type, {1}"},
    {"convert.cooperativematrixtranspose.size", kMatrix2,
     "{0} must have the transposed shape of the result type, {1}"},
    {"convert.cooperativematrixtranspose.use", kMatrix2,
     "the matrix must be transposed from use MatrixAccumulatorKHR to "
     "MatrixBKHR, but is from {0} to {1}"},
    // The text does not state it, but describes no other change.
    {"convert.cooperativematrixtranspose.component-type", kMatrix2,
     "{0} must have the component type of the result type, {1}", "",
     Severity::kWarning},
});

constexpr Op kConversions[] = {
    Op::kConvertFToU, Op::kConvertFToS, Op::kConvertSToF, Op::kConvertUToF,
    Op::kUConvert,    Op::kSConvert,    Op::kFConvert,    Op::kBitcast};

constexpr Signature kSignatures[] = {
    {.ops = Op::kCooperativeMatrixConvertUseEXT,
     .result = kDeclaredBy<Op::kTypeCooperativeMatrixKHR>,
     .result_rule = &R("convert.cooperativematrixconvertuse.result-type")},
    {.ops = Op::kCooperativeMatrixTransposeNV,
     .result = kDeclaredBy<Op::kTypeCooperativeMatrixKHR>,
     .result_rule = &R("convert.cooperativematrixtranspose.result-type")},
};
constexpr OperandRule kOperandRules[] = {
    {Op::kCooperativeMatrixConvertUseEXT,
     operand::CooperativeMatrixConvertUseEXT::kMatrix,
     kDeclaredBy<Op::kTypeCooperativeMatrixKHR>,
     &R("convert.cooperativematrixconvertuse.operand-type")},
    {Op::kCooperativeMatrixTransposeNV,
     operand::CooperativeMatrixTransposeNV::kMatrix,
     kDeclaredBy<Op::kTypeCooperativeMatrixKHR>,
     &R("convert.cooperativematrixtranspose.operand-type")},
};

// The same index in all conversions.
constexpr OperandIndex kOperand =
    operand::CooperativeMatrixConvertUseEXT::kMatrix;

// Two cooperative matrix types to compare.  The type of
// SPV_NV_cooperative_matrix has its operands at the same indexes, but no use.
struct Pair {
  const CheckContext& c;
  Inst from;
  Inst to;

  // Whether both have a use.  Rules about uses can be off.
  bool HaveUses() const {
    return from.op() == Op::kTypeCooperativeMatrixKHR &&
           to.op() == Op::kTypeCooperativeMatrixKHR;
  }
  bool MayEqual(OperandIndex from_operand, OperandIndex to_operand) const {
    return MayBeEqual(c.context(), from.id(from_operand), to.id(to_operand));
  }
  bool SameSize() const {
    return MayEqual(matrix::kRows, matrix::kRows) &&
           MayEqual(matrix::kColumns, matrix::kColumns);
  }
  bool HasSwappedSize() const {
    return MayEqual(matrix::kRows, matrix::kColumns) &&
           MayEqual(matrix::kColumns, matrix::kRows);
  }
  // Whether a type may have a use.
  bool HasUse(const Inst& type, CooperativeMatrixUse use) const {
    const std::optional<uint32_t> value = FixedValue(c, type.id(matrix::kUse));
    return !value.has_value() || CooperativeMatrixUse{*value} == use;
  }
  // Whether a type may have another use.
  bool HasOtherUse(const Inst& type, CooperativeMatrixUse use) const {
    const std::optional<uint32_t> value = FixedValue(c, type.id(matrix::kUse));
    return !value.has_value() || CooperativeMatrixUse{*value} != use;
  }
  // Whether an accumulator may be converted to another use.
  bool LeavesAccumulator() const {
    constexpr auto kAccumulator = CooperativeMatrixUse::kMatrixAccumulatorKHR;
    return from.id(matrix::kUse) != to.id(matrix::kUse) &&
           HasUse(from, kAccumulator) && HasOtherUse(to, kAccumulator);
  }
  // Whether one of the uses may be MatrixAccumulatorKHR, and the other not.
  bool ConvertsUse() const {
    return LeavesAccumulator() || Pair{c, to, from}.LeavesAccumulator();
  }
  DiagnosticBuilder Report(const Rule& rule) const {
    return ReportTypes(c, rule, kOperand, from.result(), to.result());
  }
};

// The types of a conversion whose operand and result have types.
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
  // The check of the decoration decides whether a transposition is requested.
  const bool may_transpose = HasConversions(c) &&
                             c.inst().op() != Op::kBitcast &&
                             pair.HasSwappedSize();
  if (!pair.SameSize() && !may_transpose) {
    pair.Report(R("convert.cooperativematrix.size"));
    return;
  }
  if (pair.from.op() != Op::kTypeCooperativeMatrixKHR ||
      c.inst().op() == Op::kCooperativeMatrixConvertUseEXT) {
    return;
  }
  const bool may_change_use =
      c.inst().op() != Op::kBitcast &&
      ((HasConversions(c) && pair.ConvertsUse()) ||
       (c.context().Has(Capability::kCooperativeMatrixConversionsNV) &&
        pair.LeavesAccumulator()));
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
  if (!pair.HaveUses()) return;
  if (from.element != to.element) {
    pair.Report(R("convert.cooperativematrixconvertuse.component-type"));
  } else if (!pair.ConvertsUse()) {
    pair.Report(R("convert.cooperativematrixconvertuse.use"));
  } else {
    if (!HasConversions(c) && !pair.LeavesAccumulator()) {
      pair.Report(R("convert.cooperativematrixconvertuse.nv-direction"));
    }
    CheckShape(pair);
  }
}

void CheckTransposition(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (to.unknown() || from.unknown()) return;
  const Pair pair = PairOf(c);
  if (!pair.HaveUses()) return;
  if (!pair.MayEqual(matrix::kScope, matrix::kScope)) {
    pair.Report(R("convert.cooperativematrixtranspose.scope"));
  } else if (!pair.HasSwappedSize()) {
    pair.Report(R("convert.cooperativematrixtranspose.size"));
  } else if (!pair.HasUse(pair.from,
                          CooperativeMatrixUse::kMatrixAccumulatorKHR) ||
             !pair.HasUse(pair.to, CooperativeMatrixUse::kMatrixBKHR)) {
    pair.Report(R("convert.cooperativematrixtranspose.use"));
  } else if (from.element != to.element) {
    pair.Report(R("convert.cooperativematrixtranspose.component-type"));
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
  if (pair.HasSwappedSize()) return;
  const bool is_error =
      pair.Report(R("convert.cooperativematrix.transposed-size")).is_error();
  // Then different sizes are a follow-up error.
  if (is_error && !pair.SameSize()) context.Poison(decorated.target);
}

// Walks from the decorations to their targets, so that no conversion has to
// search for its own.  Without the capability they have no meaning.
void CheckTransposes(ModuleContext& context) {
  context.decorations().ForEach(Decoration::kCooperativeMatrixTransposeEXT,
                                [&](const Decorated& decorated) {
                                  if (decorated.member == kNoMember) {
                                    CheckTranspose(context, decorated);
                                  }
                                });
}
static_assert(AllHave(kConversions, kOperand));
constexpr Check kChecks[] = {
    {kConversions, CheckConversion},
    {Op::kCooperativeMatrixConvertUseEXT, CheckConvertUse},
    {Op::kCooperativeMatrixTransposeNV, CheckTransposition}};

}  // namespace

extern constinit const Family kMatrixConversion(
    R,
    kModuleCheck<Phase::kSummaries, CheckTransposes,
                 Capability::kCooperativeMatrixConversionsEXT,
                 Decoration::kCooperativeMatrixTransposeEXT>,
    kChecks, kSignatures, kOperandRules);

}  // namespace plumb
