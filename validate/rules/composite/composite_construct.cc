// Construction of composites (section 3.3.12): OpCompositeConstruct, and
// OpCompositeConstructReplicateEXT (SPV_EXT_replicated_composites).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/constituents.h"
#include "validate/engine/family.h"
#include "validate/facts/tensor_type.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"composite.compositeconstructcontinued.position",
     "SPV_INTEL_long_composites",
     "{0} must come right after OpCompositeConstruct or another {0}"},
    {"composite.compositeconstruct.result-composite", "3.3.12",
     "the result type must be a composite, not {0}"},
    {"composite.compositeconstruct.no-runtime-array", "3.3.12",
     "{0} cannot be constructed: the number of its elements is not known"},
    Also("composite.compositeconstructcontinued.constituents",
         {"composite.compositeconstruct.struct-count", "3.3.12",
          "the number of constituents must be the number of members, {0}, not "
          "{1}"}),
    {"composite.compositeconstruct.struct-types", "3.3.12",
     "the constituent must have the type of the member, {1}, not {0}"},
    {"composite.compositeconstruct.array-count", "3.3.12",
     "the number of constituents must be the number of elements, {0}, not {1}"},
    {"composite.compositeconstruct.array-types", "3.3.12",
     "the constituent must have the element type of the array, {1}, not {0}"},
    {"composite.compositeconstruct.matrix-count", "3.3.12",
     "the number of constituents must be the number of columns, {0}, not {1}"},
    {"composite.compositeconstruct.matrix-types", "3.3.12",
     "the constituent must have the column type of the matrix, {1}, not {0}"},
    {"composite.compositeconstruct.vector-types", "3.3.12",
     "the constituent must be {1} or a vector of it, not {0}"},
    Contradicts(
        Contradicted::kResultType,
        {"composite.compositeconstruct.vector-total", "3.3.12",
         "the vector has {0} component{0s}, but the constituents have {1} "
         "in total"}),
    {"composite.compositeconstruct.vector-two-constituents",
     "3.3.12",
     "a vector must be constructed from at least two constituents",
     "",
     Severity::kError,
     {.unless = Capability::kLongVectorEXT}},
    {"composite.compositeconstruct.cooperative-matrix-count",
     "SPV_NV_cooperative_matrix",
     "a cooperative matrix must be constructed from one value for all of its "
     "components, not from {0}"},
    {"composite.compositeconstruct.cooperative-matrix-type",
     "SPV_NV_cooperative_matrix",
     "the constituent must have the component type of the matrix, {1}, not "
     "{0}"},
    {"composite.compositeconstructreplicate.result-composite",
     "SPV_EXT_replicated_composites",
     "the result type must be a composite of a known number of parts, not {0}"},
    {"composite.compositeconstructreplicate.value-type",
     "SPV_EXT_replicated_composites",
     "the value must have the type of each part of the result, {1}, not {0}"},
});

constexpr OperandIndex kResultType = operand::CompositeConstruct::kResultType;
constexpr auto kConstituents = operand::CompositeConstruct::kConstituents;

constexpr TypeTraits kCompositeOrTensor = tt::kComposite | tt::kTensor;

constexpr Signature kSignatures[] = {
    {.ops = Op::kCompositeConstruct,
     .result = {.never = tt::kRuntimeArray},
     .result_rule = &R("composite.compositeconstruct.no-runtime-array")},
    {.ops = Op::kCompositeConstruct,
     .result = {.shape = kCompositeOrTensor},
     .result_rule = &R("composite.compositeconstruct.result-composite")},
    {.ops = Op::kCompositeConstructReplicateEXT,
     .result = {.shape = kCompositeOrTensor},
     .result_rule =
         &R("composite.compositeconstructreplicate.result-composite")},
};

// Checks that each constituent has the type of its part.
void CheckParts(const CheckContext& c, const Rule& rule) {
  const Id result = c.inst().result_type();
  ForEachConstituent(
      c, kConstituents,
      [&](const CheckContext& at, OperandIndex operand, uint32_t n) {
        const Id type = at.type_of(operand);
        const Id part = PartOf(c, result, n);
        if (part == type || part == kNoId ||
            at.operand_type(operand).unknown() ||
            c.context().types().Get(part).unknown()) {
          return true;
        }
        ReportTypes(at, rule, operand, type, part);
        return false;
      });
}

void CheckPartsAndCount(const CheckContext& c, const Rule& count_rule,
                        const Rule& type_rule) {
  const uint32_t given = ConstituentCount(c, kConstituents);
  const std::optional<uint32_t> count = CountOf(c, c.inst().result_type());
  if (count.has_value() && *count != given) {
    c.Report(count_rule, kResultType, {*count, given});
    return;
  }
  CheckParts(c, type_rule);
}

// Adds up the components of the constituents of a vector; false if one of them
// is invalid, which is reported, or unknown.
bool AddComponents(const CheckContext& c, uint64_t* total, bool* is_known) {
  const Id component = c.result_type().element;
  return ForEachConstituent(
      c, kConstituents,
      [&](const CheckContext& at, OperandIndex operand, uint32_t) {
        const Id type = at.type_of(operand);
        const TypeInfo& info = at.operand_type(operand);
        if (info.unknown()) return false;
        if (type == component) {
          ++*total;
          return true;
        }
        if (!info.Is(tt::kVector) || info.element != component) {
          ReportTypes(at, R("composite.compositeconstruct.vector-types"),
                      operand, type, component);
          return false;
        }
        const std::optional<uint32_t> count = CountOf(c, type);
        *is_known = *is_known && count.has_value();
        *total += count.value_or(0);
        return true;
      });
}

void CheckVector(const CheckContext& c) {
  uint64_t total = 0;
  bool is_known = true;
  if (!AddComponents(c, &total, &is_known)) return;
  const std::optional<uint32_t> count = CountOf(c, c.inst().result_type());
  if (is_known && count.has_value() && *count != total) {
    c.Report(R("composite.compositeconstruct.vector-total"), kResultType,
             {*count, total});
  } else if (ConstituentCount(c, kConstituents) < 2) {
    c.Report(R("composite.compositeconstruct.vector-two-constituents"),
             Place::kWhole);
  }
}

void CheckMatrixValue(const CheckContext& c) {
  const uint32_t given = ConstituentCount(c, kConstituents);
  if (given != 1) {
    c.Report(R("composite.compositeconstruct.cooperative-matrix-count"),
             kResultType, {given});
    return;
  }
  CheckParts(c, R("composite.compositeconstruct.cooperative-matrix-type"));
}

// A tensor is a composite if it has a shape.
void CheckTensor(const CheckContext& c) {
  const Id type = c.inst().result_type();
  if (!IsShapelessTensor(c.context(), type)) return;
  ReportType(c, R("composite.compositeconstruct.result-composite"), kResultType,
             type);
}

void CheckContinued(const CheckContext& c) {
  CheckContinuation(c, R("composite.compositeconstructcontinued.position"));
}

void CheckConstruct(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (result.unknown()) return;
  if (result.Is(tt::kVector)) {
    CheckVector(c);
  } else if (result.Is(tt::kStruct)) {
    CheckPartsAndCount(c, R("composite.compositeconstruct.struct-count"),
                       R("composite.compositeconstruct.struct-types"));
  } else if (result.Is(tt::kArray)) {
    CheckPartsAndCount(c, R("composite.compositeconstruct.array-count"),
                       R("composite.compositeconstruct.array-types"));
  } else if (result.Is(tt::kMatrix)) {
    CheckPartsAndCount(c, R("composite.compositeconstruct.matrix-count"),
                       R("composite.compositeconstruct.matrix-types"));
  } else if (result.Is(tt::kTensor)) {
    CheckTensor(c);
  } else {
    CheckMatrixValue(c);
  }
}

// Checks one value for all parts of a tensor.
void CheckTensorValue(const CheckContext& c, OperandIndex operand) {
  const Id type = c.inst().result_type();
  if (IsShapelessTensor(c.context(), type)) {
    ReportType(c, R("composite.compositeconstructreplicate.result-composite"),
               kResultType, type);
    return;
  }
  const TensorType tensor(c.context(), c.module().def(type));
  const Id value = c.type_of(operand);
  if (MayBePart(c.context(), tensor, value)) return;
  ReportTypes(c, R("composite.compositeconstructreplicate.value-type"), operand,
              value, type);
}

void CheckReplicate(const CheckContext& c) {
  constexpr OperandIndex kValue =
      operand::CompositeConstructReplicateEXT::kValue;
  const Id result = c.inst().result_type();
  const TypeInfo& info = c.result_type();
  const Id value = c.type_of(kValue);
  if (info.unknown() || c.operand_type(kValue).unknown()) return;
  if (info.Is(tt::kTensor)) return CheckTensorValue(c, kValue);
  const uint32_t parts = info.Is(tt::kStruct) ? info.count : 1;
  for (uint32_t i = 0; i < parts; ++i) {
    const Id part = PartOf(c, result, i);
    if (part == value) continue;
    ReportTypes(c, R("composite.compositeconstructreplicate.value-type"),
                kValue, value, part);
    return;
  }
}

constexpr Check kChecks[] = {
    {Op::kCompositeConstruct, CheckConstruct},
    {Op::kCompositeConstructContinuedINTEL, CheckContinued},
    {Op::kCompositeConstructReplicateEXT, CheckReplicate}};

}  // namespace

extern constinit const Family kCompositeConstruct(R, kChecks, kSignatures);

}  // namespace plumb
