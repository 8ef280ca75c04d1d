// Instructions that read, write and measure tensors (SPV_ARM_tensors).
//
// A rank or length that specialization may change fits any other.
//
// Tested by testdata/rule_test.cc.
#include "core/constant.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
using grammar::TensorOperands;
namespace tt = type_trait;

constexpr char kSection[] = "SPV_ARM_tensors";

constexpr RuleTable R({
    {"type.typetensor.element", kSection,
     "the element type must be a scalar type, not {0}"},
    {"tensor.access.ranked", kSection,
     "operand Tensor must be a tensor with a rank, not {0}"},
    {"tensor.access.coordinates", kSection,
     "operand Coordinates must be an array of integers, not {0}"},
    {"tensor.access.coordinate-count", kSection,
     "a tensor of rank {1} takes as many coordinates, not {0}"},
    {"tensor.read.result-type", kSection,
     "the result type must be the element type of the tensor, {1}, or an array "
     "of it, not {0}"},
    {"tensor.write.object-type", kSection,
     "operand Object must have the element type of the tensor, {1}, or be an "
     "array of it, not {0}"},
    {"tensor.operands.read-only", kSection, "{0} is for OpTensorReadARM alone"},
    {"tensor.operands.write-only", kSection,
     "{0} is for OpTensorWriteARM alone"},
    {"tensor.operands.non-private", kSection,
     "{0} must come with NonPrivateElementARM"},
    {"tensor.operands.out-of-bounds-constant", kSection,
     "the value outside of bounds must be a constant, but {0} is not"},
    {"tensor.operands.out-of-bounds-type", kSection,
     "the value outside of bounds must have the element type of the tensor, "
     "{1}, not {0}"},
    {"tensor.querysize.result-type", kSection,
     "the result type must be an integer scalar, not {0}"},
    {"tensor.querysize.dimension", kSection,
     "operand Dimension must be a constant integer scalar, but {0} is not"},
    {"tensor.querysize.dimension-range", kSection,
     "a tensor of rank {1} has no dimension {0}"},
});

constexpr Op kTypes[] = {Op::kTypeTensorARM};
constexpr Op kReads[] = {Op::kTensorReadARM};
constexpr Op kWrites[] = {Op::kTensorWriteARM};
constexpr Op kQueries[] = {Op::kTensorQuerySizeARM};

constexpr Signature kSignatures[] = {
    {.ops = kQueries,
     .result = {.shape = tt::kScalar, .component = tt::kInt},
     .result_rule = &R("tensor.querysize.result-type")},
};

// OpTypeTensorARM.
constexpr uint32_t kElement = 1, kRank = 2;

void CheckType(const CheckContext& c) {
  const Id element = c.inst().id(kElement);
  const TypeInfo& type = c.context().types().Get(element);
  if (IsUnknown(type) || type.Is(tt::kScalar)) return;
  ReportType(c, R("type.typetensor.element"), kElement, element);
  c.PoisonResult();
}

// The declaration of the type of a tensor operand; kNoInst, after a report, if
// it is no tensor with a rank.
InstIndex RankedType(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (IsUnknown(type)) return kNoInst;
  const InstIndex def = c.module().def(c.type_of(operand));
  if (type.Is(tt::kTensor) && c.module().record(def).operand_count > kRank) {
    return def;
  }
  ReportType(c, R("tensor.access.ranked"), operand, c.type_of(operand));
  return kNoInst;
}

bool CheckCoordinates(const CheckContext& c, OperandIndex operand,
                      const Inst& tensor) {
  const Id type = c.type_of(operand);
  const TypeInfo& info = c.operand_type(operand);
  if (IsUnknown(info)) return false;
  const TypeInfo& element = c.context().types().Get(info.element);
  if (!info.Is(tt::kArray) || !element.IsAll(tt::kScalar | tt::kInt)) {
    ReportType(c, R("tensor.access.coordinates"), operand, type);
    return false;
  }
  const auto count = CountOf(c, type);
  const auto rank = FixedValue(c, tensor.id(kRank));
  if (!count || !rank || *count == *rank) return true;
  c.Report(R("tensor.access.coordinate-count"), operand, {*count, *rank})
      .Note("the tensor's type is declared here", Place::At(tensor.index()));
  return false;
}

// Whether values of `type` are elements of a tensor, or arrays of them.
bool FitsElement(const CheckContext& c, Id type, Id element) {
  const TypeInfo& info = c.context().types().Get(type);
  return IsUnknown(info) || type == element ||
         (info.Is(tt::kArray) && info.element == element);
}

bool Has(uint32_t mask, TensorOperands bit) {
  return (mask & static_cast<uint32_t>(bit)) != 0;
}
Arg NameOf(TensorOperands bit) {
  return Arg::Enumerant(grammar::Kind::kTensorOperands,
                        static_cast<uint32_t>(bit));
}

void CheckOutOfBounds(const CheckContext& c, OperandIndex operand, Id element) {
  const Id id = c.inst().id(operand);
  const InstIndex def = c.module().def(id);
  const TypeInfo& type = c.operand_type(operand);
  if (def == kNoInst || IsUnknown(type)) return;
  const Op op = c.module().record(def).op;
  if (!MakesConstant(op)) {
    c.Report(R("tensor.operands.out-of-bounds-constant"), operand, {id});
  } else if (c.type_of(operand) != element) {
    ReportTypes(c, R("tensor.operands.out-of-bounds-type"), operand,
                c.type_of(operand), element);
  }
}

// The mask at `operand`, if there is one, and what follows it.
void CheckOperands(const CheckContext& c, OperandIndex operand, bool read,
                   Id element) {
  if (operand >= c.inst().operand_count()) return;
  const OperandIndex at = operand;
  const uint32_t mask = c.inst().operand_word(operand);
  const TensorOperands wrong[] = {read
                                      ? TensorOperands::kMakeElementAvailableARM
                                      : TensorOperands::kMakeElementVisibleARM,
                                  TensorOperands::kOutOfBoundsValueARM};
  for (TensorOperands bit : absl::MakeSpan(wrong).first(read ? 1 : 2)) {
    if (!Has(mask, bit)) continue;
    c.Report(
        read ? R("tensor.operands.write-only") : R("tensor.operands.read-only"),
        at, {NameOf(bit)});
    return;
  }
  const TensorOperands ordered = read
                                     ? TensorOperands::kMakeElementVisibleARM
                                     : TensorOperands::kMakeElementAvailableARM;
  if (Has(mask, ordered) && !Has(mask, TensorOperands::kNonPrivateElementARM)) {
    c.Report(R("tensor.operands.non-private"), at, {NameOf(ordered)});
    return;
  }
  if (Has(mask, TensorOperands::kOutOfBoundsValueARM) &&
      operand + 1 < c.inst().operand_count()) {
    CheckOutOfBounds(c, operand + 1, element);
  }
}

void CheckRead(const CheckContext& c) {
  constexpr uint32_t kTensor = 2, kCoordinates = 3, kOperands = 4;
  const InstIndex def = RankedType(c, kTensor);
  if (def == kNoInst) return;
  const Inst tensor = c.module().inst(def);
  const Id element = tensor.id(kElement);
  if (!FitsElement(c, c.inst().result_type(), element)) {
    ReportTypes(c, R("tensor.read.result-type"), 0, c.inst().result_type(),
                element);
    c.PoisonResult();
    return;
  }
  if (!CheckCoordinates(c, kCoordinates, tensor)) return;
  CheckOperands(c, kOperands, true, element);
}

void CheckWrite(const CheckContext& c) {
  constexpr uint32_t kTensor = 0, kCoordinates = 1, kObject = 2, kOperands = 3;
  const InstIndex def = RankedType(c, kTensor);
  if (def == kNoInst) return;
  const Inst tensor = c.module().inst(def);
  const Id element = tensor.id(kElement);
  if (!CheckCoordinates(c, kCoordinates, tensor)) return;
  if (!FitsElement(c, c.type_of(kObject), element)) {
    ReportTypes(c, R("tensor.write.object-type"), kObject, c.type_of(kObject),
                element);
    return;
  }
  CheckOperands(c, kOperands, false, element);
}

void CheckQuery(const CheckContext& c) {
  constexpr uint32_t kTensor = 2, kDimension = 3;
  const InstIndex def = RankedType(c, kTensor);
  if (def == kNoInst) return;
  const Id dimension = c.inst().id(kDimension);
  const InstIndex constant = c.module().def(dimension);
  const TypeInfo& type = c.operand_type(kDimension);
  if (constant == kNoInst || IsUnknown(type)) return;
  const Op op = c.module().record(constant).op;
  if (!MakesConstant(op) || !type.IsAll(tt::kScalar | tt::kInt)) {
    c.Report(R("tensor.querysize.dimension"), kDimension, {dimension});
    return;
  }
  const auto value = FixedValue(c, dimension);
  const auto rank = FixedValue(c, c.module().inst(def).id(kRank));
  if (!value || !rank || *value < *rank) return;
  c.Report(R("tensor.querysize.dimension-range"), kDimension, {*value, *rank})
      .Note("the tensor's type is declared here", Place::At(def));
}

constexpr Check kChecks[] = {{kTypes, CheckType},
                             {kReads, CheckRead},
                             {kWrites, CheckWrite},
                             {kQueries, CheckQuery}};

}  // namespace

extern constinit const Family kTensorAccess = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
