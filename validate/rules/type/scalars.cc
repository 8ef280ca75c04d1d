// Scalars, vectors and matrices (sections 2.16.1 and 3.3.6), and those of
// extensions: vectors whose size is an <id>, cooperative matrices.
//
// Checks which widths and sizes exist.  capability/type_widths.cc checks the
// capabilities that they require.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

using grammar::FPEncoding;

constexpr RuleTable R({
    Also("type.int.arbitrary-width",
         {"type.int.width", "2.16.1",
          "an integer type must have width 8, 16, 32 or 64, not {0}"}),
    {"type.typeint.signedness", "3.3.6",
     "operand Signedness must be 0 or 1, not {0}"},
    {.id = "type.int.kernel-signedness",
     .section = "2.16.3",
     .text = "operand Signedness must be 0 in a module with capability Kernel",
     .when = {.needs = Capability::kKernel}},
    Also("type.typefloat.encoding-width "
         "type.typefloat.encoding-width-microscaling",
         {"type.float.width", "2.16.1",
          "a floating-point type with this encoding must not have width {0}"}),
    Also("type.vector.scalar-component type.vector.pointer-component",
         Malformed({"type.typevector.component-type", "3.3.6",
                    "the component type must be a scalar, not {0}"})),
    Also("type.typevector.component-count",
         {"type.vector.size", "2.16.1",
          "a vector must have 2, 3, 4, 8 or 16 components, not {0}",
          "VUID-StandaloneSpirv-None-12295"}),
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
    {.id = "type.typevectorid.component-numeric",
     .section = "SPV_NV_cooperative_vector",
     .text = "the components of a cooperative vector must be numbers, not {0}",
     .when = {.needs = Capability::kCooperativeVectorNV,
              .unless = Capability::kLongVectorEXT}},
    {"type.typevectorid.component-count", "SPV_EXT_long_vector",
     "the component count must be a constant 32-bit integer scalar, but {0} is "
     "not"},
    Contradicts(Contradicted::kOperand,
                {"type.typevectorid.count-positive",
                 "SPV_NV_cooperative_vector, SPV_EXT_long_vector",
                 "a vector must have at least one component"}),
    {"type.typecooperativematrix.component-type", "SPV_NV_cooperative_matrix",
     "the component type must be a numerical scalar, not {0}"},
    Contradicts(Contradicted::kOperand,
                {"type.typecooperativematrix.parameter",
                 "SPV_NV_cooperative_matrix",
                 "scope, rows, columns and use must be "
                 "constant integer scalars, but {0} is not"}),
    Contradicts(Contradicted::kOperand,
                {"type.typecooperativematrix.use-known", "3.2.43",
                 "operand Use must be MatrixAKHR, MatrixBKHR or "
                 "MatrixAccumulatorKHR, not {0}"}),
    {"type.typecooperativematrix.encoding", "SPV_KHR_cooperative_matrix",
     "a cooperative matrix of {0} requires a capability of its own"},
});

constexpr OperandIndex kWidth = operand::TypeInt::kWidth;
static_assert(kWidth == operand::TypeFloat::kWidth);
constexpr auto kEncoding = operand::TypeFloat::kFloatingPointEncoding;
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

// The width in bits of numbers of this encoding; 0 if unknown.
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
  if (const auto encoding = c.inst().Find(kEncoding)) {
    const uint32_t needed =
        WidthOf(static_cast<FPEncoding>(c.inst().operand_word(*encoding)));
    valid = needed == 0 || width == needed;
  }
  if (valid) return;
  c.Report(R("type.float.width"), kWidth, {width});
  c.PoisonResult();
}

// Reports a type operand that does not match.
bool TypeOperandIs(const CheckContext& c, OperandIndex operand,
                   const TypePattern& pattern, const Rule& rule) {
  const Id type = c.inst().id(operand);
  if (pattern.MatchesTraits(c.context().types().Get(type))) return true;
  ReportType(c, rule, operand, type);
  c.PoisonResult();
  return false;
}

// SPV_INTEL_masked_gather_scatter allows vectors of physical pointers.
bool MayBePointers(const CheckContext& c) {
  const TypeInfo& component = c.context().types().Get(c.inst().id(kComponent));
  return component.Is(tt::kAnyPointer) &&
         c.context().Has(Capability::kMaskedGatherScatterINTEL) &&
         !c.context().memory_model().IsLogical(component.storage_class);
}

bool MayHaveCount(const ModuleContext& context, uint32_t count) {
  const bool listed = (count >= 2 && count <= 4) || count == 8 || count == 16;
  return listed || (count >= 1 && context.Has(Capability::kLongVectorEXT)) ||
         (count >= 2 && (context.Has(Capability::kLongCompositesINTEL) ||
                         context.Has(Capability::kVectorAnyINTEL)));
}

void CheckVector(const CheckContext& c) {
  if (!MayBePointers(c) &&
      !TypeOperandIs(c, kComponent, {.shape = tt::kScalar},
                     R("type.typevector.component-type"))) {
    return;
  }
  const uint32_t count = c.inst().operand_word(kCount);
  if (MayHaveCount(c.context(), count)) return;
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

// Whether an operand is a constant of a type, specializable or not.
bool IsSize(const CheckContext& c, OperandIndex operand,
            const TypePattern& type) {
  const InstIndex def = c.module().def(c.inst().id(operand));
  if (def == kNoInst) return true;  // reported by another rule
  const Op op = c.module().record(def).op;
  return Is(op, grammar::OpTrait::kSizeConstant) &&
         type.MatchesTraits(c.operand_type(operand));
}

void CheckVectorId(const CheckContext& c) {
  if (!TypeOperandIs(c, kComponent, {.shape = tt::kScalar},
                     R("type.typevectorid.component-type"))) {
    return;
  }
  const Id component = c.inst().id(kComponent);
  const TypeInfo& type = c.context().types().Get(component);
  if (type.Is(tt::kBool) && !type.poisoned()) {
    ReportType(c, R("type.typevectorid.component-numeric"), kComponent,
               component);
  }
  if (!IsSize(c, kCount, kInt32)) {
    c.Report(R("type.typevectorid.component-count"), kCount,
             {c.inst().id(kCount)});
    c.PoisonResult();
    return;
  }
  const ScalarConstant count =
      c.context().constants().Scalar(c.inst().id(kCount));
  if (!count.fixed() || count.value > 0) return;
  c.Report(R("type.typevectorid.count-positive"), kCount);
  c.PoisonResult();
}

// Reports a component type whose encoding cooperative matrices of this module
// must not have.
void CheckEncoding(const CheckContext& c, Id component) {
  const InstIndex def = c.module().def(component);
  if (def == kNoInst || c.module().record(def).op != Op::kTypeFloat) return;
  const Inst type = c.module().inst(def);
  const auto encoding = type.Find(kEncoding);
  if (!encoding) return;
  Capability needed;
  switch (static_cast<FPEncoding>(type.operand_word(*encoding))) {
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

// Types of SPV_NV_cooperative_matrix have no Use operand.
void CheckUse(const CheckContext& c) {
  constexpr OperandIndex kUse = operand::TypeCooperativeMatrixKHR::kUse;
  constexpr auto kLast = static_cast<int64_t>(
      grammar::CooperativeMatrixUse::kMatrixAccumulatorKHR);
  if (c.inst().operand_count() <= kUse) return;
  const ScalarConstant use = c.context().constants().Scalar(c.inst().id(kUse));
  if (!use.fixed() || (use.value >= 0 && use.value <= kLast)) return;
  c.Report(R("type.typecooperativematrix.use-known"), kUse,
           {static_cast<uint32_t>(use.value)});
  c.PoisonResult();
}

void CheckCooperativeMatrix(const CheckContext& c) {
  if (!TypeOperandIs(c, kComponent,
                     {.shape = tt::kScalar, .component = tt::kNumeric},
                     R("type.typecooperativematrix.component-type"))) {
    return;
  }
  for (OperandIndex o = operand::TypeCooperativeMatrixKHR::kScope;
       o < c.inst().operand_count(); ++o) {
    if (IsSize(c, o, kIntScalar)) continue;
    c.Report(R("type.typecooperativematrix.parameter"), o, {c.inst().id(o)});
    c.PoisonResult();
    return;
  }
  CheckUse(c);
  CheckEncoding(c, c.inst().id(kComponent));
}

constexpr Op kCooperativeMatrixOps[] = {Op::kTypeCooperativeMatrixKHR,
                                        Op::kTypeCooperativeMatrixNV};
static_assert(AllHave(kCooperativeMatrixOps, kComponent));
constexpr Check kChecks[] = {
    {Op::kTypeInt, CheckInt},
    {Op::kTypeFloat, CheckFloat},
    {Op::kTypeVector, CheckVector},
    {Op::kTypeMatrix, CheckMatrix},
    {Op::kTypeVectorIdEXT, CheckVectorId},
    {kCooperativeMatrixOps, CheckCooperativeMatrix},
};

}  // namespace

extern constinit const Family kScalars(R, kChecks);

}  // namespace plumb
