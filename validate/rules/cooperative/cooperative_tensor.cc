// Cooperative matrices in memory that tensor layouts address
// (SPV_NV_cooperative_matrix2, SPV_NV_cooperative_matrix_decode_vector), and
// the functions that decode what is loaded.
//
// Tested by testdata/rule_test.cc.
#include <bit>

#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Kind;
using grammar::Op;
using grammar::StorageClass;
using grammar::TensorAddressingOperands;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_NV_cooperative_matrix2";
constexpr char kDecodeVector[] = "SPV_NV_cooperative_matrix_decode_vector";

constexpr RuleTable R({
    {"cooperative.loadtensor.result-type", kSection,
     "the result type must be a cooperative matrix type, not {0}"},
    {"cooperative.loadtensor.object-type", kSection,
     "operand Object must have the result type, {1}, not {0}"},
    {"cooperative.storetensor.object-type", kSection,
     "operand Object must be a cooperative matrix, not {0}"},
    {"cooperative.storetensor.no-decode", kSection,
     "only a load decodes elements"},
    {"cooperative.tensor.pointer", kSection,
     "operand Pointer must be a pointer, not {0}"},
    {"cooperative.tensor.layout", kSection,
     "operand TensorLayout must be a tensor layout, not {0}"},
    {"cooperative.tensor.view", kSection,
     "operand TensorView must be a tensor view, not {0}"},
    {"cooperative.decode.storage-class", kSection,
     "what is decoded must be in PhysicalStorageBuffer or StorageBuffer, not "
     "in {0}"},
    {"cooperative.decode.function", kSection,
     "what decodes must be a function, which {0} is not"},
    {"cooperative.decode.return-type", kSection,
     "function {0} must return the component type of the matrix, {2}, not {1}"},
    {"cooperative.decode.parameters", kSection,
     "function {0} must take a pointer into PhysicalStorageBuffer and two "
     "arrays of 32-bit integers, as long as the layout has dimensions"},
    {"cooperative.decodevector.needs-scalar", kDecodeVector,
     "DecodeVectorFunc must come with DecodeFunc"},
    {"cooperative.decodevector.return-type", kDecodeVector,
     "function {0} must return 2, 4 or 8 components of the matrix, of type "
     "{2}, not {1}"},
});

constexpr Op kLoad[] = {Op::kCooperativeMatrixLoadTensorNV};
constexpr Op kStore[] = {Op::kCooperativeMatrixStoreTensorNV};
constexpr TypePattern kMatrices = {.shape = tt::kCooperativeMatrix};
constexpr TypePattern kPointers = {.shape = tt::kAnyPointer};

constexpr Signature kSignatures[] = {
    {.ops = kLoad,
     .result = kMatrices,
     .result_rule = &R("cooperative.loadtensor.result-type"),
     .operands = kPointers,
     .operand_rule = &R("cooperative.tensor.pointer"),
     .first_operand = 2,
     .operand_count = 1},
    {.ops = kLoad,
     .first_operand = 3,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("cooperative.loadtensor.object-type")},
    {.ops = kStore,
     .operands = kPointers,
     .operand_rule = &R("cooperative.tensor.pointer"),
     .first_operand = 0,
     .operand_count = 1},
    {.ops = kStore,
     .operands = kMatrices,
     .operand_rule = &R("cooperative.storetensor.object-type"),
     .first_operand = 1,
     .operand_count = 1},
};

// The declaration of an operand's type, if it is made by `op`; else kNoInst,
// after a report unless nothing is known of the operand.
InstIndex TypeMadeBy(const CheckContext& c, OperandIndex operand, Op op,
                     const Rule& rule) {
  if (IsUnknown(c.operand_type(operand))) return kNoInst;
  const InstIndex def = c.module().def(c.type_of(operand));
  if (c.module().record(def).op == op) return def;
  ReportType(c, rule, operand, c.type_of(operand));
  return kNoInst;
}

// --- Functions that decode
// -------------------------------------------------------

// Whether a parameter is an array of 32-bit integers, one for each dimension.
bool IsCoordinate(const CheckContext& c, Id type, const Inst& layout) {
  const TypeInfo& info = c.context().types().Get(type);
  const TypeInfo& element = c.context().types().Get(info.element);
  if (!info.Is(tt::kArray) || !element.IsAll(tt::kScalar | tt::kInt) ||
      element.width != 32) {
    return false;
  }
  const auto length = CountOf(c, type);
  const auto dim = FixedValue(c, layout.id(1));
  return !length || !dim || *length == *dim;
}

bool HasParameters(const CheckContext& c, const Inst& type,
                   const Inst& layout) {
  constexpr uint32_t kParameters = 3;
  if (type.word_count() != 3 + kParameters) return false;
  const TypeInfo& pointer = c.context().types().Get(Id(type.word(3)));
  return pointer.Is(tt::kAnyPointer) &&
         pointer.storage_class == StorageClass::kPhysicalStorageBuffer &&
         IsCoordinate(c, Id(type.word(4)), layout) &&
         IsCoordinate(c, Id(type.word(5)), layout);
}

// Whether `type` is a vector of 2, 4 or 8 components.
bool IsDecodedVector(const CheckContext& c, Id type, Id component) {
  const TypeInfo& info = c.context().types().Get(type);
  if (!info.Is(tt::kVector) || info.element != component) return false;
  const auto count = CountOf(c, type);
  return !count || (*count >= 2 && *count <= 8 && std::has_single_bit(*count));
}

void CheckDecode(const CheckContext& c, OperandIndex operand,
                 const Inst& layout, bool vector) {
  const OperandIndex at = operand;
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return;
  if (c.module().record(def).op != Op::kFunction) {
    c.Report(R("cooperative.decode.function"), at, {id});
    return;
  }
  const InstIndex type = c.module().def(Id(c.module().inst(def).word(4)));
  if (type == kNoInst || c.module().record(type).op != Op::kTypeFunction) {
    return;
  }
  const Inst function = c.module().inst(type);
  const Id component = c.result_type().element;
  const Id returned(function.word(2));
  const bool fits =
      vector ? IsDecodedVector(c, returned, component) : returned == component;
  if (!fits) {
    c.Report(vector ? R("cooperative.decodevector.return-type")
                    : R("cooperative.decode.return-type"),
             at, {id, Arg::Type(returned), Arg::Type(component)})
        .Note("the function is defined here", Place::At(def));
  } else if (!HasParameters(c, function, layout)) {
    c.Report(R("cooperative.decode.parameters"), at, {id})
        .Note("the function is defined here", Place::At(def));
  }
}

// --- Loads and stores
// ------------------------------------------------------------

// The operand that is the mask of addressing operands, or the operand count.
uint32_t AddressingMask(const CheckContext& c) {
  uint32_t o = 0;
  while (o < c.inst().operand_count() &&
         c.inst().kind(o) != Kind::kTensorAddressingOperands) {
    ++o;
  }
  return o;
}

bool Has(uint32_t mask, TensorAddressingOperands bit) {
  return (mask & static_cast<uint32_t>(bit)) != 0;
}

void CheckAddressing(const CheckContext& c, uint32_t pointer, uint32_t layout,
                     bool load) {
  const InstIndex layout_type = TypeMadeBy(c, layout, Op::kTypeTensorLayoutNV,
                                           R("cooperative.tensor.layout"));
  const OperandIndex at = AddressingMask(c);
  if (at >= c.inst().operand_count()) return;
  const uint32_t mask = c.inst().operand_word(at);
  const bool decode = Has(mask, TensorAddressingOperands::kDecodeFunc);
  const bool vector = Has(mask, TensorAddressingOperands::kDecodeVectorFunc);
  const bool view = Has(mask, TensorAddressingOperands::kTensorView);
  if (c.inst().operand_count() !=
      at + 1 + (view ? 1 : 0) + (decode ? 1 : 0) + (vector ? 1 : 0)) {
    return;  // not as the mask says: an error of its own
  }
  uint32_t next = at + 1;
  if (view) {
    TypeMadeBy(c, next++, Op::kTypeTensorViewNV, R("cooperative.tensor.view"));
  }
  if (!decode && !vector) return;
  if (!load) {
    c.Report(R("cooperative.storetensor.no-decode"), at);
    return;
  }
  const TypeInfo& type = c.operand_type(pointer);
  if (type.Is(tt::kAnyPointer) && type.traits != tt::kPoisoned &&
      type.storage_class != StorageClass::kStorageBuffer &&
      type.storage_class != StorageClass::kPhysicalStorageBuffer) {
    c.Report(R("cooperative.decode.storage-class"), pointer,
             {Arg::Enumerant(Kind::kStorageClass, type.storage_class)});
    return;
  }
  if (!decode) {
    c.Report(R("cooperative.decodevector.needs-scalar"), at);
    return;
  }
  if (layout_type == kNoInst || IsUnknown(c.result_type()) ||
      !c.result_type().Is(tt::kCooperativeMatrix)) {
    return;
  }
  const Inst dimensions = c.module().inst(layout_type);
  CheckDecode(c, next++, dimensions, false);
  if (vector) CheckDecode(c, next, dimensions, true);
}

void CheckLoad(const CheckContext& c) { CheckAddressing(c, 2, 4, true); }
void CheckStore(const CheckContext& c) { CheckAddressing(c, 0, 2, false); }

constexpr Check kChecks[] = {{kLoad, CheckLoad}, {kStore, CheckStore}};

}  // namespace

extern constinit const Family kCooperativeTensor = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
