// Tensor layouts and views (SPV_NV_tensor_addressing): their types, and the
// instructions that make one from another.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

using grammar::TensorClampMode;
namespace layout_type = grammar::operand::TypeTensorLayoutNV;
namespace view_type = grammar::operand::TypeTensorViewNV;
namespace set_dimension = grammar::operand::TensorLayoutSetDimensionNV;

constexpr char kSection[] = "SPV_NV_tensor_addressing";

constexpr RuleTable R({
    Contradicts(Contradicted::kOperand,
                {"tensoraddressing.type.dim", kSection,
                 "operand Dim must be a constant 32-bit "
                 "integer from 1 to 5, but {0} is not"}),
    Contradicts(
        Contradicted::kOperand,
        {"tensoraddressing.layouttype.clamp-mode", kSection,
         "operand ClampMode must be a constant 32-bit integer from 0 to "
         "4, but {0} is not"}),
    {"tensoraddressing.viewtype.has-dimensions", kSection,
     "operand HasDimensions must be a Boolean constant, but {0} is not"},
    {"tensoraddressing.viewtype.permutation-count", kSection,
     "the permutation must have as many entries as the view has dimensions, "
     "{1}, not {0}"},
    {"tensoraddressing.viewtype.permutation", kSection,
     "{0} must be a constant 32-bit integer less than the number of "
     "dimensions"},
    {"tensoraddressing.viewtype.permutation-unique", kSection,
     "dimension {0} is listed twice in the permutation"},
    {"tensoraddressing.layout.result-type", kSection,
     "the result type must be a tensor layout type, not {0}"},
    {"tensoraddressing.view.result-type", kSection,
     "the result type must be a tensor view type, not {0}"},
    {"tensoraddressing.operand.same-type", kSection,
     "the operand must have the result type, {1}, not {0}"},
    {"tensoraddressing.operand.count", kSection,
     "with {2} dimension{2s}, the instruction takes {1} operand{1s}, not {0}"},
    {"tensoraddressing.operand.type", kSection,
     "the operands must be 32-bit integers, not {0}"},
});

constexpr Op kTypes[] = {Op::kTypeTensorLayoutNV, Op::kTypeTensorViewNV};
constexpr Op kSet[] = {
    Op::kTensorLayoutSetBlockSizeNV,  Op::kTensorLayoutSetDimensionNV,
    Op::kTensorLayoutSetStrideNV,     Op::kTensorLayoutSliceNV,
    Op::kTensorLayoutSetClampValueNV, Op::kTensorViewSetDimensionNV,
    Op::kTensorViewSetStrideNV,       Op::kTensorViewSetClipNV};

constexpr Op kMakeLayouts[] = {
    Op::kCreateTensorLayoutNV,       Op::kTensorLayoutSetBlockSizeNV,
    Op::kTensorLayoutSetDimensionNV, Op::kTensorLayoutSetStrideNV,
    Op::kTensorLayoutSliceNV,        Op::kTensorLayoutSetClampValueNV};
constexpr Op kMakeViews[] = {
    Op::kCreateTensorViewNV, Op::kTensorViewSetDimensionNV,
    Op::kTensorViewSetStrideNV, Op::kTensorViewSetClipNV};

constexpr uint32_t kMaxDim = 5;

// The operands of all instructions that set something: the layout or view, and
// the first number.
constexpr OperandIndex kObject = set_dimension::kTensorLayout;
constexpr auto kFirstNumber = set_dimension::kDim;

constexpr Signature kSignatures[] = {
    {.ops = kMakeLayouts,
     .result = kDeclaredBy<Op::kTypeTensorLayoutNV>,
     .result_rule = &R("tensoraddressing.layout.result-type")},
    {.ops = kMakeViews,
     .result = kDeclaredBy<Op::kTypeTensorViewNV>,
     .result_rule = &R("tensoraddressing.view.result-type")},
    {.ops = kSet,
     .first_operand = kObject,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("tensoraddressing.operand.same-type")},
    {.ops = kSet,
     .operands = kInt32,
     .operand_rule = &R("tensoraddressing.operand.type"),
     .first_operand = kFirstNumber},
};

// Reports an operand of a type, and poisons the type.
void Reject(const CheckContext& c, const Rule& rule, OperandIndex operand) {
  c.Report(rule, operand, {c.inst().id(operand)});
  c.PoisonResult();
}

void CheckPermutation(const CheckContext& c, uint32_t dim) {
  const uint32_t count = c.inst().operand_count() - view_type::kP.value;
  if (count != dim) {
    c.Report(R("tensoraddressing.viewtype.permutation-count"), Place::kWhole,
             {count, dim});
    return c.PoisonResult();
  }
  uint32_t seen = 0;  // a bit for each dimension
  for (OperandIndex o = view_type::kP; o < c.inst().operand_count(); ++o) {
    const auto value = FixedValue(c, c.inst().id(o));
    if (!IsConstantOf(c, o, kInt32) || (value && *value >= dim)) {
      return Reject(c, R("tensoraddressing.viewtype.permutation"), o);
    }
    if (!value) continue;
    if ((seen >> *value & 1) != 0) {
      c.Report(R("tensoraddressing.viewtype.permutation-unique"), o, {*value});
      return c.PoisonResult();
    }
    seen |= 1u << *value;
  }
}

void CheckType(const CheckContext& c) {
  const auto dim = FixedValue(c, c.inst().id(layout_type::kDim));
  if (!IsConstantOf(c, layout_type::kDim, kInt32) ||
      (dim && (*dim == 0 || *dim > kMaxDim))) {
    return Reject(c, R("tensoraddressing.type.dim"), layout_type::kDim);
  }
  if (c.inst().op() == Op::kTypeTensorLayoutNV) {
    const auto mode = FixedValue(c, c.inst().id(layout_type::kClampMode));
    if (!IsConstantOf(c, layout_type::kClampMode, kInt32) ||
        (mode &&
         *mode > static_cast<uint32_t>(TensorClampMode::kRepeatMirrored))) {
      Reject(c, R("tensoraddressing.layouttype.clamp-mode"),
             layout_type::kClampMode);
    }
    return;
  }
  if (!IsConstantOf(c, view_type::kHasDimensions, kBoolScalar)) {
    return Reject(c, R("tensoraddressing.viewtype.has-dimensions"),
                  view_type::kHasDimensions);
  }
  if (dim) CheckPermutation(c, *dim);
}

// The numbers of an instruction for each dimension; 0 if they do not depend on
// the dimensions.
uint32_t NumbersPerDimension(Op op) {
  switch (op) {
    case Op::kTensorLayoutSliceNV:
      return 2;
    case Op::kTensorLayoutSetClampValueNV:
    case Op::kTensorViewSetClipNV:
      return 0;
    default:
      return 1;
  }
}

// Checks that there are as many numbers as the dimensions of the type require.
void CheckCount(const CheckContext& c) {
  if (c.result_type().unknown()) return;
  const Inst type = c.module().inst(c.module().def(c.inst().result_type()));
  const auto dim = FixedValue(c, type.id(layout_type::kDim));
  const uint32_t numbers = NumbersPerDimension(c.inst().op());
  const uint32_t count = c.inst().operand_count() - kFirstNumber.value;
  if (!dim || numbers == 0 || *dim > kMaxDim || count == *dim * numbers) return;
  c.Report(R("tensoraddressing.operand.count"), Place::kWhole,
           {count, *dim * numbers, *dim})
      .Note("the type is declared here", Place::At(type.index()));
}

static_assert(AllHave(kTypes, layout_type::kClampMode, layout_type::kDim,
                      view_type::kHasDimensions));
static_assert(AllHave(kSet, layout_type::kDim));
constexpr Check kChecks[] = {{kTypes, CheckType}, {kSet, CheckCount}};

}  // namespace

extern constinit const Family kTensorAddressing(R, kChecks, kSignatures);

}  // namespace plumb
