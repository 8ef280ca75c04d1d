// Construction of composites (section 3.3.12): OpCompositeConstruct, and
// OpCompositeConstructReplicateEXT (SPV_EXT_replicated_composites).
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"

namespace plumb {
namespace {

namespace tt = type_trait;

constexpr RuleTable R({
    {"composite.compositeconstruct.result-composite", "3.3.12",
     "the result type must be a composite, not {0}"},
    {"composite.compositeconstruct.no-runtime-array", "3.3.12",
     "{0} cannot be constructed, as the number of its elements is not known"},
    {"composite.compositeconstruct.struct-count", "3.3.12",
     "the number of constituents must be that of the members, {0}, not {1}"},
    {"composite.compositeconstruct.struct-types", "3.3.12",
     "the constituent must have the type of the member, {1}, not {0}"},
    {"composite.compositeconstruct.array-count", "3.3.12",
     "the number of constituents must be that of the elements, {0}, not {1}"},
    {"composite.compositeconstruct.array-types", "3.3.12",
     "the constituent must have the element type of the array, {1}, not {0}"},
    {"composite.compositeconstruct.matrix-count", "3.3.12",
     "the number of constituents must be that of the columns, {0}, not {1}"},
    {"composite.compositeconstruct.matrix-types", "3.3.12",
     "the constituent must have the column type of the matrix, {1}, not {0}"},
    {"composite.compositeconstruct.vector-types", "3.3.12",
     "the constituent must be {1} or a vector of it, not {0}"},
    {"composite.compositeconstruct.vector-total", "3.3.12",
     "the vector has {0} component{0s}, but the constituents have {1} in "
     "total"},
    {"composite.compositeconstruct.vector-two-constituents", "3.3.12",
     "a vector must be constructed from at least two constituents, or be "
     "copied",
     "", Severity::kWarning},
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

constexpr Op kConstruct[] = {Op::kCompositeConstruct};
constexpr Op kReplicate[] = {Op::kCompositeConstructReplicateEXT};

constexpr OperandIndex kResultType = operand::CompositeConstruct::kResultType;
constexpr OperandIndex kConstituents =
    operand::CompositeConstruct::kConstituents;

constexpr Signature kSignatures[] = {
    {.ops = kConstruct,
     .result = {.never = tt::kRuntimeArray},
     .result_rule = &R("composite.compositeconstruct.no-runtime-array")},
    {.ops = kConstruct,
     .result = {.shape = tt::kComposite},
     .result_rule = &R("composite.compositeconstruct.result-composite")},
    {.ops = kReplicate,
     .result = {.shape = tt::kComposite},
     .result_rule =
         &R("composite.compositeconstructreplicate.result-composite")},
};

// Whether constituents follow in further instructions
// (SPV_INTEL_long_composites).
bool IsContinued(const CheckContext& c) {
  const InstIndex next = c.index() + 1;
  return next.value < c.module().size() &&
         c.module().record(next).op == Op::kCompositeConstructContinuedINTEL;
}

// Each constituent must have the type of its part.
bool CheckParts(const CheckContext& c, const Rule& rule) {
  const Inst& inst = c.inst();
  const Id result = inst.result_type();
  for (OperandIndex o = kConstituents; o < inst.operand_count(); ++o) {
    const Id type = c.type_of(o);
    const Id part = PartOf(c, result, o - kConstituents);
    if (part == type || part == kNoId || c.operand_type(o).unknown() ||
        c.context().types().Get(part).unknown()) {
      continue;
    }
    ReportTypes(c, rule, o, type, part);
    return false;
  }
  return true;
}

void CheckPartsAndCount(const CheckContext& c, const Rule& count_rule,
                        const Rule& type_rule) {
  const uint32_t given = c.inst().operand_count() - kConstituents.value;
  const std::optional<uint32_t> count = CountOf(c, c.inst().result_type());
  if (count.has_value() && *count != given && !IsContinued(c)) {
    c.Report(count_rule, kResultType, {*count, given});
    return;
  }
  CheckParts(c, type_rule);
}

void CheckVector(const CheckContext& c) {
  const Inst& inst = c.inst();
  const Id component = c.result_type().element;
  uint64_t total = 0;
  bool is_known = true;
  for (OperandIndex o = kConstituents; o < inst.operand_count(); ++o) {
    const Id type = c.type_of(o);
    const TypeInfo& info = c.operand_type(o);
    if (info.unknown()) return;
    if (type == component) {
      ++total;
      continue;
    }
    if (!info.Is(tt::kVector) || info.element != component) {
      ReportTypes(c, R("composite.compositeconstruct.vector-types"), o, type,
                  component);
      return;
    }
    const std::optional<uint32_t> count = CountOf(c, type);
    is_known = is_known && count.has_value();
    total += count.value_or(0);
  }
  const std::optional<uint32_t> count = CountOf(c, inst.result_type());
  if (IsContinued(c)) return;
  if (is_known && count.has_value() && *count != total) {
    c.Report(R("composite.compositeconstruct.vector-total"), kResultType,
             {*count, total});
  } else if (inst.operand_count() - kConstituents.value < 2) {
    c.Report(R("composite.compositeconstruct.vector-two-constituents"),
             Place::kWhole);
  }
}

void CheckMatrixValue(const CheckContext& c) {
  const uint32_t given = c.inst().operand_count() - kConstituents.value;
  if (given != 1) {
    c.Report(R("composite.compositeconstruct.cooperative-matrix-count"),
             kResultType, {given});
    return;
  }
  CheckParts(c, R("composite.compositeconstruct.cooperative-matrix-type"));
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
  } else {
    CheckMatrixValue(c);
  }
}

void CheckReplicate(const CheckContext& c) {
  constexpr OperandIndex kValue =
      operand::CompositeConstructReplicateEXT::kValue;
  const Id result = c.inst().result_type();
  const TypeInfo& info = c.result_type();
  const Id value = c.type_of(kValue);
  if (info.unknown() || c.operand_type(kValue).unknown()) return;
  const uint32_t parts = info.Is(tt::kStruct) ? info.count : 1;
  for (uint32_t i = 0; i < parts; ++i) {
    const Id part = PartOf(c, result, i);
    if (part == value) continue;
    ReportTypes(c, R("composite.compositeconstructreplicate.value-type"),
                kValue, value, part);
    return;
  }
}

constexpr Check kChecks[] = {{kConstruct, CheckConstruct},
                             {kReplicate, CheckReplicate}};

}  // namespace

extern constinit const Family kCompositeConstruct = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
