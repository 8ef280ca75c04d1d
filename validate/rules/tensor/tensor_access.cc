// Instructions that read, write and query tensors (SPV_ARM_tensors).
//
// A rank or length that specialization may change matches any other.
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/scope_check.h"

namespace plumb {
namespace {

using grammar::TensorOperands;
namespace tensor_type = grammar::operand::TypeTensorARM;
namespace read = grammar::operand::TensorReadARM;
namespace write = grammar::operand::TensorWriteARM;
namespace query = grammar::operand::TensorQuerySizeARM;

constexpr char kSection[] = "SPV_ARM_tensors";

constexpr RuleTable R({
    {"tensor.access.ranked", kSection,
     "operand Tensor must be a ranked tensor, not {0}"},
    {"tensor.access.coordinates", kSection,
     "operand Coordinates must be an array of integers, not {0}"},
    {"tensor.access.coordinate-count", kSection,
     "the number of coordinates must be the rank of the tensor, {1}, not {0}"},
    {"tensor.read.result-type", kSection,
     "the result type must be the element type of the tensor, {1}, or an array "
     "of it, not {0}"},
    {"tensor.write.object-type", kSection,
     "operand Object must have the element type of the tensor, {1}, or be an "
     "array of it, not {0}"},
    {"tensor.operands.read-only", kSection,
     "{0} can be used only with OpTensorReadARM"},
    {"tensor.operands.write-only", kSection,
     "{0} can be used only with OpTensorWriteARM"},
    {"tensor.operands.non-private", kSection,
     "{0} requires NonPrivateElementARM"},
    {"tensor.operands.out-of-bounds-constant", kSection,
     "the out-of-bounds value must be a constant, but {0} is not"},
    {"tensor.operands.out-of-bounds-type", kSection,
     "the out-of-bounds value must have the element type of the tensor, {1}, "
     "not {0}"},
    {"tensor.querysize.result-type", kSection,
     "the result type must be an integer scalar, not {0}"},
    {"tensor.querysize.dimension", kSection,
     "operand Dimension must be a constant integer scalar, but {0} is not"},
    {"tensor.querysize.dimension-range", kSection,
     "dimension {0} is out of range: the tensor has rank {1}"},
});

constexpr Signature kSignatures[] = {
    {.ops = Op::kTensorQuerySizeARM,
     .result = kIntScalar,
     .result_rule = &R("tensor.querysize.result-type")},
};

// The rank in the type of a tensor.
std::optional<OperandIndex> RankOf(const CheckContext& c, InstIndex type) {
  return c.module().inst(type).Find(tensor_type::kRank);
}

// The declaration of the type of a tensor operand, with a rank; kNoInst, after
// a report, if the type is not a tensor or does not have a rank.
InstIndex RankedType(const CheckContext& c, OperandIndex operand) {
  const TypeInfo& type = c.operand_type(operand);
  if (type.unknown()) return kNoInst;
  const InstIndex def = c.module().def(c.type_of(operand));
  if (type.Is(tt::kTensor) && RankOf(c, def)) return def;
  ReportType(c, R("tensor.access.ranked"), operand, c.type_of(operand));
  return kNoInst;
}

bool CheckCoordinates(const CheckContext& c, OperandIndex operand,
                      const Inst& tensor) {
  const Id type = c.type_of(operand);
  if (c.operand_type(operand).unknown()) return false;
  if (!Fits(c.context(), ArrayOf(kIntScalar), type)) {
    ReportType(c, R("tensor.access.coordinates"), operand, type);
    return false;
  }
  const auto count = CountOf(c, type);
  const auto rank = FixedValue(c, tensor.id(*RankOf(c, tensor.index())));
  if (!count || !rank || *count == *rank) return true;
  c.Report(R("tensor.access.coordinate-count"), operand, {*count, *rank})
      .Note("the tensor's type is declared here", Place::At(tensor.index()));
  return false;
}

// Whether values of `type` are elements of a tensor, or arrays of them.
bool FitsElement(const CheckContext& c, Id type, Id element) {
  const TypeInfo& info = c.context().types().Get(type);
  return info.unknown() || type == element ||
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
  if (!IsConstantOf(c, operand, kAnyType)) {
    c.Report(R("tensor.operands.out-of-bounds-constant"), operand, {id});
  } else if (!c.operand_type(operand).unknown() &&
             c.type_of(operand) != element) {
    ReportTypes(c, R("tensor.operands.out-of-bounds-type"), operand,
                c.type_of(operand), element);
  }
}

// Checks the mask at `operand`, if present, and the operands after it.
void CheckOperands(const CheckContext& c, OperandIndex operand, bool read,
                   Id element) {
  if (operand >= c.inst().operand_count()) return;
  const uint32_t mask = c.inst().operand_word(operand);
  const TensorOperands wrong[] = {read
                                      ? TensorOperands::kMakeElementAvailableARM
                                      : TensorOperands::kMakeElementVisibleARM,
                                  TensorOperands::kOutOfBoundsValueARM};
  for (TensorOperands bit : absl::MakeSpan(wrong).first(read ? 1 : 2)) {
    if (!Has(mask, bit)) continue;
    c.Report(
        read ? R("tensor.operands.write-only") : R("tensor.operands.read-only"),
        operand, {NameOf(bit)});
    return;
  }
  const TensorOperands ordered = read
                                     ? TensorOperands::kMakeElementVisibleARM
                                     : TensorOperands::kMakeElementAvailableARM;
  if (Has(mask, ordered) && !Has(mask, TensorOperands::kNonPrivateElementARM)) {
    c.Report(R("tensor.operands.non-private"), operand, {NameOf(ordered)});
    return;
  }
  // The operands of the bits follow in the order of the bits.
  OperandIndex next = operand + 1;
  if (Has(mask, TensorOperands::kOutOfBoundsValueARM) && HasIdAt(c, next)) {
    CheckOutOfBounds(c, next, element);
    next = next + 1;
  }
  if (Has(mask, ordered) && HasIdAt(c, next)) CheckScope(c, next);
}

void CheckRead(const CheckContext& c) {
  const InstIndex def = RankedType(c, read::kTensor);
  if (def == kNoInst) return;
  const Inst tensor = c.module().inst(def);
  const Id element = tensor.id(tensor_type::kElementType);
  if (!FitsElement(c, c.inst().result_type(), element)) {
    ReportTypes(c, R("tensor.read.result-type"), 0, c.inst().result_type(),
                element);
    c.PoisonResult();
    return;
  }
  if (!CheckCoordinates(c, read::kCoordinates, tensor)) return;
  CheckOperands(c, read::kTensorOperands, true, element);
}

void CheckWrite(const CheckContext& c) {
  const InstIndex def = RankedType(c, write::kTensor);
  if (def == kNoInst) return;
  const Inst tensor = c.module().inst(def);
  const Id element = tensor.id(tensor_type::kElementType);
  if (!CheckCoordinates(c, write::kCoordinates, tensor)) return;
  if (!FitsElement(c, c.type_of(write::kObject), element)) {
    ReportTypes(c, R("tensor.write.object-type"), write::kObject,
                c.type_of(write::kObject), element);
    return;
  }
  CheckOperands(c, write::kTensorOperands, false, element);
}

void CheckQuery(const CheckContext& c) {
  const InstIndex def = RankedType(c, query::kTensor);
  if (def == kNoInst) return;
  const Id dimension = c.inst().id(query::kDimension);
  if (!IsConstantOf(c, query::kDimension, kIntScalar)) {
    c.Report(R("tensor.querysize.dimension"), query::kDimension, {dimension});
    return;
  }
  const auto value = FixedValue(c, dimension);
  const auto rank = FixedValue(c, c.module().inst(def).id(*RankOf(c, def)));
  if (!value || !rank || *value < *rank) return;
  c.Report(R("tensor.querysize.dimension-range"), query::kDimension,
           {*value, *rank})
      .Note("the tensor's type is declared here", Place::At(def));
}

constexpr Check kChecks[] = {{Op::kTensorReadARM, CheckRead},
                             {Op::kTensorWriteARM, CheckWrite},
                             {Op::kTensorQuerySizeARM, CheckQuery}};

}  // namespace

extern constinit const Family kTensorAccess(R, kChecks, kSignatures);

}  // namespace plumb
