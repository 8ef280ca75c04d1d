// Conversions of cooperative matrices (SPV_KHR_cooperative_matrix and
// SPV_NV_cooperative_matrix2): what numeric conversions, OpBitcast and
// OpCooperativeMatrixConvertUseEXT ask of scope, rows, columns and use, which
// are ids of constants, and OpDecorate ... CooperativeMatrixTransposeEXT.
//
// Values that specialization may change are taken to fit.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/module_context.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::CooperativeMatrixUse;
using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"convert.cooperativematrix.both", "3.32.11",
     "a cooperative matrix is converted from and to a cooperative matrix of "
     "the same kind, but {0} becomes {1}"},
    {"convert.cooperativematrix.scope", "3.32.11",
     "{0} must have the scope of the result type, {1}"},
    {"convert.cooperativematrix.size", "3.32.11",
     "{0} must have as many rows and columns as the result type, {1}"},
    {"convert.cooperativematrix.use", "3.32.11",
     "{0} must have the use of the result type, {1}"},
    {"convert.cooperativematrix.transposed-size", "3.32.11",
     "{0} must have as many rows as the result type, {1}, has columns, and the "
     "other way round"},
    {"convert.cooperativematrixtranspose.target", "3.20",
     "CooperativeMatrixTransposeEXT must decorate a conversion of a "
     "cooperative matrix, which {0} is not"},
    {"convert.cooperativematrixconvertuse.result-type", "3.32.11",
     "the result type must be a cooperative matrix of "
     "SPV_KHR_cooperative_matrix, not {0}"},
    {"convert.cooperativematrixconvertuse.operand-type", "3.32.11",
     "the matrix must be a cooperative matrix of SPV_KHR_cooperative_matrix, "
     "not {0}"},
    {"convert.cooperativematrixconvertuse.component-type", "3.32.11",
     "{0} must have the component type of the result type, {1}"},
    {"convert.cooperativematrixconvertuse.use", "3.32.11",
     "the conversion must lead from or to use MatrixAccumulatorKHR, but leads "
     "from {0} to {1}"},
});

constexpr Op kConversions[] = {
    Op::kConvertFToU, Op::kConvertFToS, Op::kConvertSToF, Op::kConvertUToF,
    Op::kUConvert,    Op::kSConvert,    Op::kFConvert,    Op::kBitcast};
constexpr Op kConvertUse[] = {Op::kCooperativeMatrixConvertUseEXT};

constexpr int32_t kOperand = 2;

// Words of OpTypeCooperativeMatrixKHR; OpTypeCooperativeMatrixNV has no use.
constexpr uint32_t kScope = 3, kRows = 4, kColumns = 5, kUse = 6;

// Two cooperative matrix types that are compared.
struct Pair {
  const CheckContext& c;
  Inst from;
  Inst to;

  bool MayEqual(uint32_t from_word, uint32_t to_word) const {
    const Id a(from.word(from_word));
    const Id b(to.word(to_word));
    if (a == b) return true;
    const std::optional<uint32_t> x = FixedValue(c, a);
    const std::optional<uint32_t> y = FixedValue(c, b);
    return !x.has_value() || !y.has_value() || *x == *y;
  }
  bool SameSize() const {
    return MayEqual(kRows, kRows) && MayEqual(kColumns, kColumns);
  }
  bool SwappedSize() const {
    return MayEqual(kRows, kColumns) && MayEqual(kColumns, kRows);
  }
  // Whether one of the uses may be MatrixAccumulatorKHR, and one another.
  bool ConvertsUse() const {
    if (from.word(kUse) == to.word(kUse)) return false;
    const std::optional<uint32_t> x = FixedValue(c, Id(from.word(kUse)));
    const std::optional<uint32_t> y = FixedValue(c, Id(to.word(kUse)));
    if (!x.has_value() || !y.has_value()) return true;
    constexpr auto kAccumulator =
        static_cast<uint32_t>(CooperativeMatrixUse::kMatrixAccumulatorKHR);
    return (*x == kAccumulator) != (*y == kAccumulator);
  }
  void Report(const Rule& rule) const {
    ReportTypes(c, rule, kOperand, from.result(), to.result());
  }
};

bool HasConversions(const CheckContext& c) {
  return c.context().Has(Capability::kCooperativeMatrixConversionsEXT);
}

void CheckShape(const Pair& pair) {
  const CheckContext& c = pair.c;
  if (!pair.MayEqual(kScope, kScope)) {
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
  if (!pair.MayEqual(kUse, kUse) && !may_change_use) {
    pair.Report(R("convert.cooperativematrix.use"));
  }
}

void CheckConversion(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (!to.Is(tt::kCooperativeMatrix) && !from.Is(tt::kCooperativeMatrix)) {
    return;
  }
  if (IsUnknown(to) || IsUnknown(from)) return;
  const Module& module = c.module();
  const Pair pair = {c, module.inst(module.def(c.type_of(kOperand))),
                     module.inst(module.def(c.inst().result_type()))};
  if (pair.from.op() != pair.to.op()) {
    pair.Report(R("convert.cooperativematrix.both"));
    return;
  }
  CheckShape(pair);
}

void CheckConvertUse(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(kOperand);
  if (IsUnknown(to) || IsUnknown(from)) return;
  const Module& module = c.module();
  const Pair pair = {c, module.inst(module.def(c.type_of(kOperand))),
                     module.inst(module.def(c.inst().result_type()))};
  if (pair.to.op() != Op::kTypeCooperativeMatrixKHR) {
    ReportType(c, R("convert.cooperativematrixconvertuse.result-type"), 0,
               pair.to.result());
    c.PoisonResult();
  } else if (pair.from.op() != Op::kTypeCooperativeMatrixKHR) {
    ReportType(c, R("convert.cooperativematrixconvertuse.operand-type"),
               kOperand, pair.from.result());
  } else if (from.element != to.element) {
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
  const bool is_conversion =
      inst.op() == Op::kCooperativeMatrixConvertUseEXT ||
      (inst.op() != Op::kBitcast &&
       std::find(std::begin(kConversions), std::end(kConversions), inst.op()) !=
           std::end(kConversions));
  return is_conversion &&
         context.types().Get(inst.result_type()).Is(tt::kCooperativeMatrix);
}

// From the decorations to what they decorate: no conversion has to look for
// its own.
void CheckTransposes(ModuleContext& context) {
  if (!context.Has(Capability::kCooperativeMatrixConversionsEXT)) return;
  const Module& module = context.module();
  for (InstIndex i : module.decorations()) {
    const Inst decorate = module.inst(i);
    if (decorate.op() != Op::kDecorate ||
        grammar::Decoration{decorate.operand_word(1)} !=
            grammar::Decoration::kCooperativeMatrixTransposeEXT) {
      continue;
    }
    const Id target = decorate.id(0);
    const InstIndex def = module.def(target);
    // A group decorates what it is applied to.
    if (def != kNoInst && module.record(def).op == Op::kDecorationGroup) {
      continue;
    }
    if (!IsMatrixConversion(context, def)) {
      context.Report(R("convert.cooperativematrixtranspose.target"),
                     Place::At(i, 0), {target});
      continue;
    }
    const CheckContext c(context, nullptr, context.diagnostics(), def);
    const TypeInfo& from = c.operand_type(kOperand);
    if (IsUnknown(from) || !from.Is(tt::kCooperativeMatrix)) continue;
    const Pair pair = {c, module.inst(module.def(c.type_of(kOperand))),
                       module.inst(module.def(c.inst().result_type()))};
    if (pair.SwappedSize()) continue;
    pair.Report(R("convert.cooperativematrix.transposed-size"));
    // Said already that the sizes do not fit.
    if (!pair.SameSize()) context.Poison(target);
  }
}

constexpr ModuleCheck kModuleChecks[] = {{Phase::kSummaries, CheckTransposes}};
constexpr Check kChecks[] = {{kConversions, CheckConversion},
                             {kConvertUse, CheckConvertUse}};

}  // namespace

extern constinit const Family kMatrixConversion = {
    .rules = R.rules(),
    .module_checks = kModuleChecks,
    .checks = kChecks,
};

}  // namespace plumb
