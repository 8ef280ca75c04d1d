// Scalars, vectors and matrices (sections 2.16.1 and 3.3.6), and those of
// extensions: vectors whose size is an <id>, cooperative matrices.
//
// What capability a width or a size needs is for capability/type_widths.cc;
// here stands which ones there are at all.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::FPEncoding;
namespace tt = type_trait;

constexpr RuleTable R({
    {"type.int.width", "2.16.1", "an integer type cannot have a width of {0}"},
    {"type.typeint.signedness", "3.3.6",
     "operand Signedness must be 0 or 1, not {0}"},
    {.id = "type.int.kernel-signedness",
     .section = "2.16.3",
     .text = "operand Signedness must be 0 in a module with capability Kernel",
     .when = {.needs = Capability::kKernel}},
    {"type.float.width", "2.16.1",
     "a floating-point type of this encoding cannot have a width of {0}"},
    Also("type.vector.scalar-component",
         Malformed({"type.typevector.component-type", "3.3.6",
                    "the component type must be a scalar, not {0}"})),
    Also("type.typevector.component-count",
         {"type.vector.size", "2.16.1",
          "a vector must have 2, 3, 4, 8 or 16 components, not {0}"}),
    Malformed({"type.typematrix.column-type", "3.3.6",
               "the column type must be a vector, not {0}"}),
    {"type.matrix.float-only", "2.16.1",
     "the components of a matrix must be floating-point numbers, but its "
     "columns are {0}"},
    Also("type.typematrix.column-count",
         {"type.matrix.columns", "2.16.1",
          "a matrix must have 2, 3 or 4 columns, not {0}"}),
    {"type.typevectorid.component-type", "SPV_EXT_long_vector",
     "the component type must be a scalar, not {0}"},
    {"type.typevectorid.component-count", "SPV_EXT_long_vector",
     "the component count must be a constant integer scalar, but {0} is not"},
    {"type.typecooperativematrix.component-type", "SPV_NV_cooperative_matrix",
     "the component type must be a numerical scalar, not {0}"},
    {"type.typecooperativematrix.parameter", "SPV_NV_cooperative_matrix",
     "scope, rows, columns and use must be constant integer scalars, but {0} "
     "is not"},
    {"type.typecooperativematrix.encoding", "SPV_KHR_cooperative_matrix",
     "a cooperative matrix of {0} needs a capability of its own"},
});

constexpr OperandIndex kWidth = operand::TypeInt::kWidth;
static_assert(kWidth == operand::TypeFloat::kWidth);
constexpr OperandIndex kEncoding = operand::TypeFloat::kFloatingPointEncoding;
constexpr OperandIndex kComponent = operand::TypeVector::kComponentType;
static_assert(kComponent == operand::TypeMatrix::kColumnType &&
              kComponent == operand::TypeVectorIdEXT::kComponentType &&
              kComponent == operand::TypeCooperativeMatrixKHR::kComponentType);
constexpr OperandIndex kCount = operand::TypeVector::kComponentCount;
static_assert(kCount == operand::TypeMatrix::kColumnCount &&
              kCount == operand::TypeVectorIdEXT::kComponentCount);

void CheckInt(const CheckContext& c) {
  const uint32_t width = c.inst().operand_word(kWidth);
  const bool any_width =
      c.context().Has(Capability::kArbitraryPrecisionIntegersALTERA);
  const bool listed =
      width == 4 || width == 8 || width == 16 || width == 32 || width == 64;
  if (width == 0 || (!listed && !any_width)) {
    c.Report(R("type.int.width"), kWidth, {width});
    c.PoisonResult();
    return;
  }
  constexpr OperandIndex kSignedness = operand::TypeInt::kSignedness;
  const uint32_t signedness = c.inst().operand_word(kSignedness);
  if (signedness > 1) {
    c.Report(R("type.typeint.signedness"), kSignedness, {signedness});
    c.PoisonResult();
  } else if (signedness == 1) {
    c.Report(R("type.int.kernel-signedness"), kSignedness);
  }
}

// How many bits a number of this encoding has; 0 if it is not known.
uint32_t WidthOf(FPEncoding encoding) {
  switch (encoding) {
    case FPEncoding::kBFloat16KHR:
      return 16;
    case FPEncoding::kFloat8E4M3EXT:
    case FPEncoding::kFloat8E5M2EXT:
    case FPEncoding::kFloat8UnsignedE8M0EXT:
    case FPEncoding::kMXInt8EXT:
      return 8;
    case FPEncoding::kFloat6E2M3EXT:
    case FPEncoding::kFloat6E3M2EXT:
      return 6;
    case FPEncoding::kFloat4E2M1EXT:
      return 4;
    default:
      return 0;
  }
}

void CheckFloat(const CheckContext& c) {
  const uint32_t width = c.inst().operand_word(kWidth);
  bool valid = width == 16 || width == 32 || width == 64;
  if (c.inst().operand_count() > kEncoding) {
    const uint32_t needed =
        WidthOf(static_cast<FPEncoding>(c.inst().operand_word(kEncoding)));
    valid = needed == 0 || width == needed;
  }
  if (valid) return;
  c.Report(R("type.float.width"), kWidth, {width});
  c.PoisonResult();
}

// Reports a type operand that does not fit.
bool TypeOperandIs(const CheckContext& c, OperandIndex operand,
                   const TypePattern& pattern, const Rule& rule) {
  const Id type = c.inst().id(operand);
  if (pattern.FitsRow(c.context().types().Get(type))) return true;
  ReportType(c, rule, operand, type);
  c.PoisonResult();
  return false;
}

void CheckVector(const CheckContext& c) {
  // SPV_INTEL_masked_gather_scatter has vectors of pointers.
  const TypeTraits components =
      c.context().Has(Capability::kMaskedGatherScatterINTEL)
          ? tt::kScalar | tt::kPointer
          : tt::kScalar;
  if (!TypeOperandIs(c, kComponent, {.shape = components},
                     R("type.typevector.component-type"))) {
    return;
  }
  const uint32_t count = c.inst().operand_word(kCount);
  const bool listed = (count >= 2 && count <= 4) || count == 8 || count == 16;
  if (listed) return;
  if (count >= 1 && c.context().Has(Capability::kLongVectorEXT)) return;
  if (count >= 2 && c.context().Has(Capability::kLongCompositesINTEL)) return;
  c.Report(R("type.vector.size"), kCount, {count});
  c.PoisonResult();
}

void CheckMatrix(const CheckContext& c) {
  if (!TypeOperandIs(c, kComponent, {.shape = tt::kVector},
                     R("type.typematrix.column-type")) ||
      !TypeOperandIs(c, kComponent, {.component = tt::kFloat},
                     R("type.matrix.float-only"))) {
    return;
  }
  const uint32_t count = c.inst().operand_word(kCount);
  if (count >= 2 && count <= 4) return;
  c.Report(R("type.matrix.columns"), kCount, {count});
  c.PoisonResult();
}

// Whether an operand is a constant integer scalar, specializable or not.
bool IsConstantInteger(const CheckContext& c, OperandIndex operand) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return true;  // said elsewhere
  const Op op = c.module().record(def).op;
  return Is(op, grammar::OpTrait::kSizeConstant) &&
         c.operand_type(operand).IsAll(tt::kScalar | tt::kInt);
}

void CheckVectorId(const CheckContext& c) {
  if (!TypeOperandIs(c, kComponent, {.shape = tt::kScalar},
                     R("type.typevectorid.component-type"))) {
    return;
  }
  if (IsConstantInteger(c, kCount)) return;
  c.Report(R("type.typevectorid.component-count"), kCount,
           {c.inst().id(kCount)});
  c.PoisonResult();
}

// Reports a component of an encoding that cooperative matrices of this module
// may not have.
void CheckEncoding(const CheckContext& c, Id component) {
  const InstIndex def = c.module().def(component);
  if (def == kNoInst || c.module().record(def).op != Op::kTypeFloat) return;
  const Inst type = c.module().inst(def);
  if (type.operand_count() <= kEncoding) return;
  Capability needed;
  switch (static_cast<FPEncoding>(type.operand_word(kEncoding))) {
    case FPEncoding::kBFloat16KHR:
      needed = Capability::kBFloat16CooperativeMatrixKHR;
      break;
    case FPEncoding::kFloat8E4M3EXT:
    case FPEncoding::kFloat8E5M2EXT:
      needed = Capability::kFloat8CooperativeMatrixEXT;
      break;
    default:
      return;
  }
  if (c.context().Has(needed)) return;
  ReportType(c, R("type.typecooperativematrix.encoding"), kComponent,
             component);
}

void CheckCooperativeMatrix(const CheckContext& c) {
  if (!TypeOperandIs(c, kComponent,
                     {.shape = tt::kScalar, .component = tt::kNumeric},
                     R("type.typecooperativematrix.component-type"))) {
    return;
  }
  for (OperandIndex o = operand::TypeCooperativeMatrixKHR::kScope;
       o < c.inst().operand_count(); ++o) {
    if (IsConstantInteger(c, o)) continue;
    c.Report(R("type.typecooperativematrix.parameter"), o, {c.inst().id(o)});
    c.PoisonResult();
    return;
  }
  CheckEncoding(c, c.inst().id(kComponent));
}

constexpr Op kIntOps[] = {Op::kTypeInt};
constexpr Op kFloatOps[] = {Op::kTypeFloat};
constexpr Op kVectorOps[] = {Op::kTypeVector};
constexpr Op kMatrixOps[] = {Op::kTypeMatrix};
constexpr Op kVectorIdOps[] = {Op::kTypeVectorIdEXT};
constexpr Op kCooperativeMatrixOps[] = {Op::kTypeCooperativeMatrixKHR,
                                        Op::kTypeCooperativeMatrixNV};
constexpr Check kChecks[] = {
    {kIntOps, CheckInt},
    {kFloatOps, CheckFloat},
    {kVectorOps, CheckVector},
    {kMatrixOps, CheckMatrix},
    {kVectorIdOps, CheckVectorId},
    {kCooperativeMatrixOps, CheckCooperativeMatrix},
};

}  // namespace

extern constinit const Family kScalars = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
