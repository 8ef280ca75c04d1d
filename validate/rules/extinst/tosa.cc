// Instructions of TOSA.001000.1: operators of neural networks on tensors
// (SPV_ARM_tensors) in graphs (SPV_ARM_graph).
//
// The row of an instruction lists the roles of its operands.  Element types are
// checked on their own, and against those of the first input.  tosa_shapes.cc
// checks shapes.
//
// Tested by testdata/rule_test.cc.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "grammar/ext_inst_enums.h"
#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"
#include "validate/facts/tensor_type.h"
#include "validate/rules/extinst/tosa_layouts.h"

namespace plumb {
namespace tosa {
namespace {

constexpr char kOperators[] = "TOSA.001000.1 Operators";
constexpr char kTypes[] = "TOSA.001000.1 Type combinations";

constexpr RuleTable R({
    {"extinst.tosa.result.tensor", kOperators,
     "the result type must be a tensor, not {0}"},
    {"extinst.tosa.result.pair", kOperators,
     "the result type must be a structure of two tensors, not {0}"},
    {"extinst.tosa.result.rank", kOperators,
     "the result type must be a tensor of rank {2}, not {0}"},
    {"extinst.tosa.result.element-type", kTypes,
     "the result type must not be {0}: the operator does not support this "
     "element type"},
    {"extinst.tosa.operand.constant", "TOSA.001000.1 Argument mapping",
     "{1} must be a constant, not {0}"},
    {"extinst.tosa.operand.integer", kOperators,
     "{1} must be an unsigned 32-bit integer scalar, not {0}"},
    {"extinst.tosa.operand.value", "TOSA.001000.1 Enumerated types",
     "{1} must be a number from 1 to {2}, not {0}"},
    {"extinst.tosa.operand.boolean", kOperators,
     "{1} must be a Boolean scalar, not {0}"},
    {"extinst.tosa.clamp.bound-type", kTypes,
     "{2} must have the type of the input's elements, {1}, not {0}"},
    {"extinst.tosa.operand.tensor", kOperators,
     "{1} must be a tensor, not {0}"},
    {"extinst.tosa.operand.rank", kOperators,
     "{1} must be a tensor of rank {2}, not {0}"},
    {"extinst.tosa.operand.element-type", kTypes,
     "{1} must not be {0}: the operator does not support this element type"},
    {"extinst.tosa.operand.same-elements", kTypes,
     "{2} must have the element type of the first input, {1}, not {0}"},
    {"extinst.tosa.result.elements-of-input", kTypes,
     "the operator does not support results with elements of type {0} for an "
     "input with elements of type {1}"},
    {"extinst.tosa.weight.elements-of-input", kTypes,
     "{2} must have an element type that the operator supports for the input, "
     "{1}, not {0}"},
    {"extinst.tosa.zero-point.elements", kTypes,
     "{2} must have the element type of the tensor it belongs to, {1}, not "
     "{0}"},
    {"extinst.tosa.result.same-rank", kOperators,
     "the result must have the rank of the input, {1}, not {0}"},
    {"extinst.tosa.bias.elements-of-result", kTypes,
     "{2} must have the element type of the result, {1}, not {0}"},
    {"extinst.tosa.result.same-elements", kTypes,
     "the result must have the element type of the input, {1}, not {0}"},
});

// --- Checks ---

constexpr auto kFirst = operand::ExtInst::kOperands;
constexpr OperandIndex kResultType = operand::ExtInst::kResultType;

// The type of a tensor's elements; kNoId if unknown.
Id ElementOf(const CheckContext& c, Id type) {
  const TypeInfo& info = c.context().types().Get(type);
  return info.Is(tt::kTensor) && !info.unknown() ? info.element : kNoId;
}

bool HasElements(const CheckContext& c, Id tensor, Elements requirement) {
  const TypeInfo& element = c.context().types().Get(ElementOf(c, tensor));
  return element.unknown() || (ElementsOf(element) & requirement) != 0;
}

// A tensor without a rank, or whose rank may be specialized, may have any
// rank.
bool MayHaveRank(const CheckContext& c, Id tensor, uint32_t requirement) {
  const InstIndex def = c.module().def(tensor);
  if (requirement == 0 || def == kNoInst) return true;
  const ScalarConstant rank = TensorType(c.context(), def).rank();
  return !rank.fixed() || rank.value == requirement;
}

// A graph constant counts too (SPV_ARM_graph).
bool IsConstant(const CheckContext& c, Id id) {
  const InstIndex def = c.module().def(id);
  if (def == kNoInst) return true;
  const Op op = c.module().record(def).op;
  return Is(op, OpTrait::kMakesConstant) || op == Op::kGraphConstantARM;
}

// Each of these reports an error, and returns false if there is one.

bool CheckTensor(const CheckContext& c, OperandIndex at, Id type,
                 const TensorRequirement& requirement) {
  const bool is_result = at == kResultType;
  const TypeInfo& info = c.context().types().Get(type);
  if (info.unknown()) return true;
  if (!info.Is(tt::kTensor)) {
    ReportType(c,
               is_result ? R("extinst.tosa.result.tensor")
                         : R("extinst.tosa.operand.tensor"),
               at, type);
    return false;
  }
  if (!MayHaveRank(c, type, requirement.rank)) {
    c.Report(is_result ? R("extinst.tosa.result.rank")
                       : R("extinst.tosa.operand.rank"),
             at,
             {Arg::Type(type), Arg::Operand(c.inst(), at), requirement.rank});
    return false;
  }
  if (HasElements(c, type, requirement.elements)) return true;
  ReportType(c,
             is_result ? R("extinst.tosa.result.element-type")
                       : R("extinst.tosa.operand.element-type"),
             at, type);
  return false;
}

bool CheckScalar(const CheckContext& c, OperandIndex at,
                 const TypePattern& requirement, const Rule& rule) {
  const Id type = c.type_of(at);
  if (Fits(c.context(), requirement, type)) return true;
  ReportType(c, rule, at, type);
  return false;
}

bool CheckInteger(const CheckContext& c, OperandIndex at) {
  return CheckScalar(c, at, Unsigned(kInt32),
                     R("extinst.tosa.operand.integer"));
}

// Checks a value of an enumeration, whose values start at 1.
bool CheckEnumerant(const CheckContext& c, OperandIndex at, uint32_t last) {
  if (!CheckInteger(c, at)) return false;
  const std::optional<uint32_t> value = FixedValue(c, c.inst().id(at));
  if (!value || (*value >= 1 && *value <= last)) return true;
  c.Report(R("extinst.tosa.operand.value"), at,
           {*value, Arg::Operand(c.inst(), at), last});
  return false;
}

bool CheckOperand(const CheckContext& c, OperandIndex at, const Layout& layout,
                  Role role) {
  const Id id = c.inst().id(at);
  if (IsConstantRole(role) && !IsConstant(c, id)) {
    c.Report(R("extinst.tosa.operand.constant"), at,
             {id, Arg::Operand(c.inst(), at)});
    return false;
  }
  switch (role) {
    case kAttribute:
      return CheckInteger(c, at);
    case kNanMode:
    case kResizeMode:
      return CheckEnumerant(c, at, 2);
    case kRoundingMode:
      return CheckEnumerant(c, at, 3);
    case kAccumulatorType:
      return CheckEnumerant(c, at, 4);
    case kFlag:
      return CheckScalar(c, at, kBoolScalar, R("extinst.tosa.operand.boolean"));
    case kBound:
      return true;  // checked with the input
    default:
      return CheckTensor(c, at, c.type_of(at), RequirementOf(layout, role));
  }
}

// Checks the inputs and the bounds, whose elements must have one type.
bool CheckSameElements(const CheckContext& c, const Layout& layout,
                       Id element) {
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    const size_t number =
        std::min<size_t>(o - kFirst, layout.operands.size() - 1);
    const Role role = layout.operands[number];
    if (role != kInput && role != kBound) continue;
    const Id type = c.type_of(o);
    const Id own = role == kBound ? type : ElementOf(c, type);
    if (own == element || c.context().types().Get(own).unknown()) continue;
    ReportTypes(c,
                role == kBound ? R("extinst.tosa.clamp.bound-type")
                               : R("extinst.tosa.operand.same-elements"),
                o, own, element);
    return false;
  }
  return true;
}

// The first operand with a role; kNoOperand if it is missing.
OperandIndex FindRole(const CheckContext& c, const Layout& layout, Role role) {
  const size_t number = layout.operands.Find(role);
  if (number == Roles::kNone) return kNoOperand;
  const OperandIndex at = kFirst + static_cast<uint32_t>(number);
  return at < c.inst().operand_count() ? at : kNoOperand;
}

// The type of its elements; kNoId if unknown.
Id ElementOfRole(const CheckContext& c, const Layout& layout, Role role) {
  const OperandIndex at = FindRole(c, layout, role);
  return at == kNoOperand ? kNoId : ElementOf(c, c.type_of(at));
}

// Whether an operator has results of one element type for inputs of another.
bool CanConvert(const CheckContext& c, const Layout& layout, Id input,
                Id result) {
  const TypeTable& types = c.context().types();
  const Elements from = ElementsOf(types.Get(input));
  const Elements to = ElementsOf(types.Get(result));
  const absl::Span<const ElementConversion> rows = ConversionsOf(layout.number);
  return rows.empty() ||
         absl::c_any_of(rows, [&](const ElementConversion& row) {
           return (row.input & from) != 0 && (row.results & to) != 0;
         });
}

void CheckResult(const CheckContext& c, const Layout& layout, Id type,
                 Id input) {
  if (!CheckTensor(c, kResultType, type, {layout.results, layout.rank})) return;
  const Id element = ElementOf(c, type);
  const TypeTable& types = c.context().types();
  if (types.Get(element).unknown() || types.Get(input).unknown()) return;
  if (layout.same && element != input) {
    ReportTypes(c, R("extinst.tosa.result.same-elements"), kResultType, element,
                input);
  } else if (!CanConvert(c, layout, input, element)) {
    ReportTypes(c, R("extinst.tosa.result.elements-of-input"), kResultType,
                element, input);
  }
}

// Checks the element type of an operand against the required one; true if it
// matches.
bool CheckElements(const CheckContext& c, const Rule& rule, OperandIndex at,
                   Id requirement) {
  const TypeTable& types = c.context().types();
  const Id element = ElementOf(c, c.type_of(at));
  if (element == requirement || types.Get(element).unknown() ||
      types.Get(requirement).unknown()) {
    return true;
  }
  ReportTypes(c, rule, at, element, requirement);
  return false;
}

// Checks types that depend on the input, the weights and the result: 16-bit
// inputs have 8-bit weights.
bool CheckCompanion(const CheckContext& c, Role role, OperandIndex at, Id input,
                    Id weights, Id result) {
  const TypeTable& types = c.context().types();
  switch (role) {
    case kWeight:
      return ((ElementsOf(types.Get(input)) & kInt16s) != 0 &&
              (ElementsOf(types.Get(weights)) & kInt8s) != 0) ||
             CheckElements(c, R("extinst.tosa.weight.elements-of-input"), at,
                           input);
    case kBias:
      return CheckElements(c, R("extinst.tosa.bias.elements-of-result"), at,
                           result);
    case kInputZeroPoint:
      return CheckElements(c, R("extinst.tosa.zero-point.elements"), at, input);
    case kWeightZeroPoint:
      return CheckElements(c, R("extinst.tosa.zero-point.elements"), at,
                           weights);
    case kResultZeroPoint:
      return CheckElements(c, R("extinst.tosa.zero-point.elements"), at,
                           result);
    default:
      return true;
  }
}

void CheckCompanions(const CheckContext& c, const Layout& layout, Id input) {
  const Id weights = ElementOfRole(c, layout, kWeight);
  const Id result = ElementOf(c, c.inst().result_type());
  const auto count = std::min<size_t>(layout.operands.size(),
                                      c.inst().operand_count() - kFirst.value);
  for (uint32_t i = 0; i < count; ++i) {
    if (!CheckCompanion(c, layout.operands[i], kFirst + i, input, weights,
                        result)) {
      return;
    }
  }
}

// Checks operators whose result has the rank of their input.
void CheckRank(const CheckContext& c) {
  const Layout& layout =
      kLayouts[c.inst().operand_word(operand::ExtInst::kInstruction)];
  const OperandIndex at = FindRole(c, layout, kInput);
  if (at == kNoOperand) return;
  const Id type = c.type_of(at);
  const Id result = c.inst().result_type();
  if (ElementOf(c, type) == kNoId || ElementOf(c, result) == kNoId) return;
  const ScalarConstant rank =
      TensorType(c.context(), c.module().def(type)).rank();
  if (!rank.fixed() ||
      MayHaveRank(c, result, static_cast<uint32_t>(rank.value))) {
    return;
  }
  ReportTypes(c, R("extinst.tosa.result.same-rank"), kResultType, result, type);
}

// Checks operators on complex numbers, which return a pair.
void CheckPair(const CheckContext& c, const Layout& layout, Id input) {
  const TypeInfo& result = c.result_type();
  if (result.unknown()) return;
  const Id type = c.inst().result_type();
  if (!result.Is(tt::kStruct) || result.count != 2) {
    ReportType(c, R("extinst.tosa.result.pair"), kResultType, type);
    return;
  }
  for (const uint32_t member : {0, 1}) {
    CheckResult(c, layout,
                c.context().types().MemberOf(c.module(), type, member), input);
  }
}

void CheckOperator(const CheckContext& c) {
  const Layout& layout =
      kLayouts[c.inst().operand_word(operand::ExtInst::kInstruction)];
  for (OperandIndex o = kFirst; o < c.inst().operand_count(); ++o) {
    if (!IsIdUse(c.inst().kind(o))) return;
    const size_t number =
        std::min<size_t>(o - kFirst, layout.operands.size() - 1);
    if (!CheckOperand(c, o, layout, layout.operands[number])) return;
  }
  const Id input = ElementOfRole(c, layout, kInput);
  if (!c.context().types().Get(input).unknown() &&
      !CheckSameElements(c, layout, input)) {
    return;
  }
  if (layout.number == Tosa::kFFT2D || layout.number == Tosa::kRFFT2D) {
    CheckPair(c, layout, input);
  } else {
    CheckResult(c, layout, c.inst().result_type(), input);
    CheckCompanions(c, layout, input);
  }
}

constexpr auto kNumbers = [] {
  std::array<uint32_t, std::size(kLayouts)> numbers{};
  for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  return numbers;
}();
constexpr Instructions kAll = {ExtInstSet::kTosa001000_1, kNumbers};
// "Of same type and shape as input", or of the same rank.
constexpr auto kOfSameRank =
    NumbersOf({Tosa::kCLAMP,       Tosa::kERF,
               Tosa::kSIGMOID,     Tosa::kTANH,
               Tosa::kABS,         Tosa::kBITWISE_NOT,
               Tosa::kCEIL,        Tosa::kCLZ,
               Tosa::kCOS,         Tosa::kEXP,
               Tosa::kFLOOR,       Tosa::kLOG,
               Tosa::kLOGICAL_NOT, Tosa::kNEGATE,
               Tosa::kRECIPROCAL,  Tosa::kRSQRT,
               Tosa::kSIN,         Tosa::kREDUCE_ALL,
               Tosa::kREDUCE_ANY,  Tosa::kREDUCE_MAX,
               Tosa::kREDUCE_MIN,  Tosa::kREDUCE_PRODUCT,
               Tosa::kREDUCE_SUM,  Tosa::kREVERSE,
               Tosa::kTILE,        Tosa::kTRANSPOSE,
               Tosa::kRESCALE});
constexpr Instructions kSameRank = {ExtInstSet::kTosa001000_1, kOfSameRank};
static_assert(AllHave(kAll, operand::ExtInst::kInstruction));
static_assert(AllHave(kSameRank, operand::ExtInst::kInstruction));
constexpr Check kChecks[] = {{kAll, CheckOperator}, {kSameRank, CheckRank}};

}  // namespace
}  // namespace tosa

extern constinit const Family kTosa(tosa::R, tosa::kChecks);

}  // namespace plumb
