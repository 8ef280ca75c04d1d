// Products and memory of cooperative vectors (SPV_NV_cooperative_vector).
//
// A product has many operands but few rules: the rows name the operands.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

using grammar::ComponentType;
using grammar::CooperativeVectorMatrixLayout;

constexpr char kSection[] = "SPV_NV_cooperative_vector";

constexpr RuleTable R({
    {"cooperativevector.result.type", kSection,
     "the result type must be a cooperative vector type, not {0}"},
    {"cooperativevector.result.component", kSection,
     "the components of the result must be 32-bit integers or 16-bit or 32-bit "
     "floats, not {0}"},
    {"cooperativevector.result.count", kSection,
     "the result must have as many components as the matrix has rows, {1}, not "
     "{0}"},
    {"cooperativevector.operand.vector", kSection,
     "the operand must be a cooperative vector, not {0}"},
    {"cooperativevector.operand.same-component", kSection,
     "operands A and B must have the same component type, but are {0} and {1}"},
    {"cooperativevector.input.count", kSection,
     "operand Input must have as many components as the matrix has columns, "
     "{1}, not {0}"},
    {"cooperativevector.input.packed", kSection,
     "packed components must be stored in {1} unsigned 32-bit integer{1s}, not "
     "in {0}"},
    {"cooperativevector.pointer.type", kSection,
     "the operand must be a pointer, not {0}"},
    {"cooperativevector.pointer.array", kSection,
     "the operand must point to an array of numbers, not to {0}"},
    {"cooperativevector.pointer.storage-class", kSection,
     "the operand must not point into {0}"},
    {"cooperativevector.operand.int32", kSection,
     "the operand must be a 32-bit integer, not {0}"},
    {"cooperativevector.operand.constant", kSection,
     "the operand must be a constant, but {0} is not"},
    Contradicts(Contradicted::kOperand,
                {"cooperativevector.layout.known", kSection,
                 "{0} is not a cooperative vector matrix layout"}),
    Contradicts(Contradicted::kOperand,
                {"cooperativevector.interpretation.known", "3.2.57",
                 "{0} is not a component type"}),
    {"cooperativevector.transpose.boolean", kSection,
     "operand Transpose must be a Boolean scalar, not {0}"},
    // SPV_EXT_long_vector allows more classes.
    {"cooperativevector.variable.storage-class",
     kSection,
     "{0} holds cooperative vectors, so it must be in storage class Function "
     "or Private, not {1}",
     "",
     Severity::kError,
     {.needs = Capability::kCooperativeVectorNV,
      .unless = Capability::kLongVectorEXT}},
    {"cooperativevector.transpose.layout", kSection,
     "a row-major or column-major matrix cannot be transposed"},
});

constexpr Op kResults[] = {Op::kCooperativeVectorLoadNV,
                           Op::kCooperativeVectorMatrixMulNV,
                           Op::kCooperativeVectorMatrixMulAddNV};
constexpr Op kProducts[] = {Op::kCooperativeVectorMatrixMulNV,
                            Op::kCooperativeVectorMatrixMulAddNV};
constexpr Op kAccesses[] = {Op::kCooperativeVectorLoadNV,
                            Op::kCooperativeVectorStoreNV,
                            Op::kCooperativeVectorOuterProductAccumulateNV,
                            Op::kCooperativeVectorReduceSumAccumulateNV};
constexpr Op kOuterProducts[] = {
    Op::kCooperativeVectorOuterProductAccumulateNV};
constexpr Op kLayouts[] = {Op::kCooperativeVectorMatrixMulNV,
                           Op::kCooperativeVectorMatrixMulAddNV,
                           Op::kCooperativeVectorOuterProductAccumulateNV};
constexpr Op kAll[] = {Op::kCooperativeVectorLoadNV,
                       Op::kCooperativeVectorStoreNV,
                       Op::kCooperativeVectorMatrixMulNV,
                       Op::kCooperativeVectorMatrixMulAddNV,
                       Op::kCooperativeVectorOuterProductAccumulateNV,
                       Op::kCooperativeVectorReduceSumAccumulateNV};

// --- Operands ---

constexpr TypePattern kVector = kDeclaredBy<Op::kTypeVectorIdEXT>;

constexpr Signature kSignatures[] = {
    {.ops = kResults,
     .result = kVector,
     .result_rule = &R("cooperativevector.result.type")},
};

constexpr OperandRule VectorOperand(const char* name) {
  return {kAll, name, kVector, &R("cooperativevector.operand.vector")};
}
constexpr OperandRule Pointer(const char* name) {
  return {kAll, name, kAnyPointer, &R("cooperativevector.pointer.type")};
}
constexpr OperandRule Int(const char* name) {
  return {kAll, name, kInt32, &R("cooperativevector.operand.int32")};
}
constexpr OperandRule Constant(absl::Span<const Op> ops, const char* name) {
  return {ops, name, kAnyType, &R("cooperativevector.operand.constant"),
          DefinedBy::kConstant};
}

constexpr OperandRule kOperandRules[] = {
    VectorOperand("Input"),
    VectorOperand("Object"),
    VectorOperand("A"),
    VectorOperand("B"),
    VectorOperand("V"),
    Pointer("Pointer"),
    Pointer("Matrix"),
    Pointer("Bias"),
    Int("MatrixStride"),
    Int("InputInterpretation"),
    Constant(kProducts, "InputInterpretation"),
    Int("MatrixInterpretation"),
    Constant(kProducts, "MatrixInterpretation"),
    Int("BiasInterpretation"),
    Constant(kProducts, "BiasInterpretation"),
    Int("M"),
    Constant(kProducts, "M"),
    Int("K"),
    Constant(kProducts, "K"),
    Int("MemoryLayout"),
    Constant(kAll, "MemoryLayout"),
    {kProducts, "Transpose", kBoolScalar,
     &R("cooperativevector.transpose.boolean")},
    Constant(kProducts, "Transpose"),
};

// --- Offsets ---

// SPV_EXT_shader_64bit_indexing allows wider offsets.
void CheckOffsets(const CheckContext& c) {
  const bool may_be_wide = c.context().Has(Capability::kShader64BitIndexingEXT);
  for (const char* name : {"Offset", "MatrixOffset", "BiasOffset"}) {
    const OperandIndex at = grammar::OperandByName(c.inst().op(), name);
    if (at == kNoOperand) continue;
    const Id type = c.type_of(at);
    if (Fits(c.context(), kInt32, type) ||
        (may_be_wide && Fits(c.context(), kInt64, type))) {
      continue;
    }
    ReportType(c, R("cooperativevector.operand.int32"), at, type);
  }
}

// --- Pointers ---

constexpr TypeTraits kNumbers = tt::kScalar | tt::kVector;

// Checks the pointee and the storage class of a pointer.
void CheckPointer(const CheckContext& c, OperandIndex operand,
                  TypeTraits elements,
                  absl::Span<const StorageClass> storage_classes) {
  const TypeInfo& pointer = c.operand_type(operand);
  if (pointer.unknown()) return;
  const TypeInfo& array = c.context().types().Get(pointer.element);
  if (pointer.Is(tt::kPointer) && !array.unknown()) {
    const TypeInfo& element = c.context().types().Get(array.element);
    if (!array.Is(tt::kArray | tt::kRuntimeArray) ||
        (!element.unknown() && !element.Is(elements))) {
      ReportType(c, R("cooperativevector.pointer.array"), operand,
                 pointer.element);
      return;
    }
  }
  if (absl::c_linear_search(storage_classes, pointer.storage_class)) return;
  c.Report(R("cooperativevector.pointer.storage-class"), operand,
           {NameOf(pointer.storage_class)});
}

constexpr StorageClass kStorages[] = {
    StorageClass::kCrossWorkgroup, StorageClass::kStorageBuffer,
    StorageClass::kPhysicalStorageBuffer, StorageClass::kWorkgroup};
// A matrix of a product, or its bias, must not be in Workgroup.
constexpr auto kMatrixStorages = absl::MakeConstSpan(kStorages).first(3);

void CheckAccess(const CheckContext& c) {
  CheckPointer(c, grammar::OperandByName(c.inst().op(), "Pointer"), kNumbers,
               kStorages);
}

// --- Products ---

// The operands of a product.  The operands of OpCooperativeVectorMatrixMulNV
// up to MatrixInterpretation are the same in both instructions.
namespace product = operand::CooperativeVectorMatrixMulNV;
namespace product_and_sum = operand::CooperativeVectorMatrixMulAddNV;

constexpr uint32_t kPackedPerComponent = 4;

bool IsPacked(uint32_t interpretation) {
  const auto type = ComponentType{interpretation};
  return type == ComponentType::kSignedInt8PackedNV ||
         type == ComponentType::kUnsignedInt8PackedNV;
}

// Checks that Input has as many components as there are columns.
void CheckInput(const CheckContext& c, OperandIndex columns) {
  const auto k = FixedValue(c, c.inst().id(columns));
  const auto inputs = CountOf(c, c.type_of(product::kInput));
  const auto meaning =
      FixedValue(c, c.inst().id(product::kInputInterpretation));
  if (!k || !inputs || !meaning) return;
  if (!IsPacked(*meaning)) {
    if (*inputs != *k) {
      c.Report(R("cooperativevector.input.count"), product::kInput,
               {*inputs, *k});
    }
    return;
  }
  const TypeInfo& input = c.operand_type(product::kInput);
  const uint32_t needed =
      *k / kPackedPerComponent + (*k % kPackedPerComponent != 0 ? 1 : 0);
  if (!input.Is(tt::kInt) || input.Is(tt::kSigned) || input.width != 32 ||
      *inputs < needed) {
    c.Report(R("cooperativevector.input.packed"), product::kInput,
             {Arg::Type(c.type_of(product::kInput)), needed});
  }
}

void CheckProduct(const CheckContext& c) {
  const bool adds = c.inst().op() == Op::kCooperativeVectorMatrixMulAddNV;
  CheckPointer(c, product::kMatrix, tt::kScalar, kMatrixStorages);
  if (adds) {
    CheckPointer(c, product_and_sum::kBias, tt::kScalar, kMatrixStorages);
  }
  const TypeInfo& result = c.result_type();
  if (result.unknown()) return;
  const bool float_component = result.Is(tt::kFloat) &&
                               !result.Is(tt::kOtherEncoding) &&
                               (result.width == 16 || result.width == 32);
  if (!float_component && !(result.Is(tt::kInt) && result.width == 32)) {
    ReportType(c, R("cooperativevector.result.component"), 0,
               c.inst().result_type());
    return c.PoisonResult();
  }
  const auto m =
      FixedValue(c, c.inst().id(adds ? product_and_sum::kM : product::kM));
  const auto count = CountOf(c, c.inst().result_type());
  if (m && count && *m != *count) {
    c.Report(R("cooperativevector.result.count"), 0, {*count, *m});
    return c.PoisonResult();
  }
  CheckInput(c, adds ? product_and_sum::kK : product::kK);
}

void CheckLayout(const CheckContext& c) {
  const OperandIndex at = grammar::OperandByName(c.inst().op(), "MemoryLayout");
  const auto layout = FixedValue(c, c.inst().id(at));
  if (!layout ||
      *layout <= static_cast<uint32_t>(
                     CooperativeVectorMatrixLayout::kTrainingOptimalNV)) {
    return;
  }
  c.Report(R("cooperativevector.layout.known"), at, {*layout});
}

// Checks that interpretations are values of the enumeration, if present and
// fixed.
void CheckInterpretations(const CheckContext& c) {
  for (const char* name :
       {"InputInterpretation", "MatrixInterpretation", "BiasInterpretation"}) {
    const OperandIndex at = grammar::OperandByName(c.inst().op(), name);
    if (at == kNoOperand) continue;
    const auto type = FixedValue(c, c.inst().id(at));
    if (!type ||
        grammar::EnumerantByValue(Kind::kComponentType, *type) != nullptr) {
      continue;
    }
    c.Report(R("cooperativevector.interpretation.known"), at, {*type});
  }
}

void CheckTranspose(const CheckContext& c) {
  const OperandIndex at = grammar::OperandByName(c.inst().op(), "Transpose");
  const auto transpose = FixedValue(c, c.inst().id(at));
  const auto layout = FixedValue(
      c, c.inst().id(grammar::OperandByName(c.inst().op(), "MemoryLayout")));
  if (!transpose || *transpose == 0 || !layout ||
      *layout > static_cast<uint32_t>(
                    CooperativeVectorMatrixLayout::kColumnMajorNV)) {
    return;
  }
  c.Report(R("cooperativevector.transpose.layout"), at);
}

void CheckOuterProduct(const CheckContext& c) {
  namespace outer = operand::CooperativeVectorOuterProductAccumulateNV;
  const TypeInfo& a = c.operand_type(outer::kA);
  const TypeInfo& b = c.operand_type(outer::kB);
  if (a.unknown() || b.unknown() || a.element == b.element) return;
  c.Report(R("cooperativevector.operand.same-component"), outer::kB,
           {Arg::Type(c.type_of(outer::kA)), Arg::Type(c.type_of(outer::kB))});
}

// --- Variables ---

void CheckVariable(const CheckContext& c) {
  namespace variable = operand::Variable;
  const TypeTable& types = c.context().types();
  const Id object = c.result_type().element;
  const auto storage =
      StorageClass{c.inst().operand_word(variable::kStorageClass)};
  if (storage == StorageClass::kFunction || storage == StorageClass::kPrivate ||
      types.Get(object).poisoned()) {
    return;
  }
  const Id part = types.FindPart(c.module(), object, type_part::kLongVector);
  if (part == kNoId || !Fits(c.context(), kVector, part)) return;
  c.Report(R("cooperativevector.variable.storage-class"),
           variable::kStorageClass, {c.inst().result(), NameOf(storage)})
      .Note("its type is declared here", Place::At(c.module().def(object)));
}

static_assert(AllHave(kOuterProducts,
                      operand::CooperativeVectorOuterProductAccumulateNV::kA,
                      operand::CooperativeVectorOuterProductAccumulateNV::kB));
constexpr Check kChecks[] = {{Op::kVariable, CheckVariable,
                              Requires(Capability::kCooperativeVectorNV,
                                       TypesWith{type_part::kLongVector})},
                             {kAll, CheckOffsets},
                             {kAccesses, CheckAccess},
                             {kLayouts, CheckLayout},
                             {kLayouts, CheckInterpretations},
                             {kProducts, CheckTranspose},
                             {kProducts, CheckProduct},
                             {kOuterProducts, CheckOuterProduct}};

}  // namespace

extern constinit const Family kCooperativeVector(R, kChecks, kSignatures,
                                                 kOperandRules);

}  // namespace plumb
