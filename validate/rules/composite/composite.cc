// Instructions that take composites apart or modify them (section 3.3.12):
// extraction, insertion, shuffles, transposition.  composite_construct.cc
// checks construction, copy.cc checks copies.
//
// Literal indexes are followed through the type one by one.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/tensor_type.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    Also("composite.vectorextractdynamic.result-pointer",
         {"composite.vectorextractdynamic.result-scalar", "3.3.12",
          "the result type must be a scalar, not {0}"}),
    {"composite.vectorextractdynamic.vector-type", "3.3.12",
     "{1} must be a vector, not {0}"},
    {"composite.vectorextractdynamic.component-type", "3.3.12",
     "the components of {2}, {0}, must have the type of the result, {1}"},
    {"composite.vectordynamic.index-int-scalar", "3.3.12",
     "{1} must be an integer scalar, not {0}"},
    {"composite.vectorinsertdynamic.result-vector", "3.3.12",
     "the result type must be a vector, not {0}"},
    {"composite.vectorinsertdynamic.vector-type", "3.3.12",
     "{2} must have the type of the result, {1}, not {0}"},
    {"composite.vectorinsertdynamic.component-type", "3.3.12",
     "{2} must have the component type of the result, {1}, not {0}"},
    {"composite.vectorshuffle.result-vector", "3.3.12",
     "the result type must be a vector, not {0}"},
    Contradicts(
        Contradicted::kResultType,
        {"composite.vectorshuffle.component-count", "3.3.12",
         "the result type must have as many components as are selected, "
         "{1}, not {0}"}),
    {"composite.vectorshuffle.operand-vectors", "3.3.12",
     "{1} must be a vector, not {0}"},
    {.id = "composite.vectorshuffle.no-cooperative-vector",
     .section = "SPV_NV_cooperative_vector",
     .text = "a cooperative vector cannot be shuffled",
     .when = {.needs = grammar::Capability::kCooperativeVectorNV,
              .unless = grammar::Capability::kLongVectorEXT}},
    {"composite.vectorshuffle.vector1-component-type", "3.3.12",
     "the components of {2}, {0}, must have the type of those of the result, "
     "{1}"},
    {"composite.vectorshuffle.vector2-component-type", "3.3.12",
     "the components of {2}, {0}, must have the type of those of the result, "
     "{1}"},
    {"composite.vectorshuffle.literal-range", "3.3.12",
     "component {0} is out of range: the vectors have {1} component{1s} in "
     "total"},
    {"composite.index.at-least-one", "3.3.12",
     "there must be at least one index"},
    {"composite.index.into-composite", "3.3.12",
     "an index must lead into a composite, but {0} is not one"},
    Also("type.structcontinued.member-count",
         {"composite.index.struct-range", "3.3.12",
          "index {0} is out of range: the structure has {1} member{1s}"}),
    {"composite.index.vector-range", "3.3.12",
     "index {0} is out of range: the vector has {1} component{1s}"},
    {"composite.index.matrix-range", "3.3.12",
     "index {0} is out of range: the matrix has {1} column{1s}"},
    {"composite.index.array-range", "3.3.12",
     "index {0} is out of range: the array has {1} element{1s}"},
    {"composite.compositeextract.result-type", "3.3.12",
     "the result type must be the type of the selected part, {1}, not {0}"},
    {"composite.compositeinsert.result-type", "3.3.12",
     "{2} must have the type of the result, {1}, not {0}"},
    {"composite.compositeinsert.object-type", "3.3.12",
     "{2} must have the type of the part it replaces, {1}, not {0}"},
    {"composite.transpose.result-matrix", "3.3.12",
     "the result type must be a matrix, not {0}"},
    {"composite.transpose.operand-matrix", "3.3.12",
     "{1} must be a matrix, not {0}"},
    {"composite.transpose.columns", "3.3.12",
     "the result must have as many columns as the matrix has rows, {1}, not "
     "{0}"},
    {"composite.transpose.rows", "3.3.12",
     "the result must have as many rows as the matrix has columns, {1}, not "
     "{0}"},
    {"composite.transpose.component-type", "3.3.12",
     "the components of {2}, {0}, must have the type of those of the result, "
     "{1}"},
    {"composite.storage-only.no-parts", "2.16.1",
     "{0} is a storage-only type: its values cannot be decomposed or "
     "constructed"},
});

constexpr Op kPartOps[] = {Op::kVectorExtractDynamic, Op::kVectorInsertDynamic,
                           Op::kVectorShuffle,        Op::kCompositeConstruct,
                           Op::kCompositeExtract,     Op::kCompositeInsert};

constexpr Op kDynamic[] = {Op::kVectorExtractDynamic, Op::kVectorInsertDynamic};

constexpr TypePattern kAnyVector = {.shape = tt::kVector};
constexpr TypePattern kAnyMatrix = {.shape = tt::kMatrix};

constexpr Signature kSignatures[] = {
    {.ops = Op::kVectorExtractDynamic,
     .result = {.shape = tt::kScalar | tt::kAnyPointer},
     .result_rule = &R("composite.vectorextractdynamic.result-scalar")},
    {.ops = Op::kVectorInsertDynamic,
     .result = kAnyVector,
     .result_rule = &R("composite.vectorinsertdynamic.result-vector"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("composite.vectorinsertdynamic.vector-type")},
    {.ops = Op::kVectorShuffle,
     .result = kAnyVector,
     .result_rule = &R("composite.vectorshuffle.result-vector"),
     .operands = kAnyVector,
     .operand_rule = &R("composite.vectorshuffle.operand-vectors"),
     .operand_count = 2},
    {.ops = Op::kTranspose,
     .result = kAnyMatrix,
     .result_rule = &R("composite.transpose.result-matrix")},
};

constexpr OperandRule kOperandRules[] = {
    {Op::kVectorExtractDynamic, operand::VectorExtractDynamic::kVector,
     kAnyVector, &R("composite.vectorextractdynamic.vector-type")},
    {kDynamic, "Index", kIntScalar,
     &R("composite.vectordynamic.index-int-scalar")},
    {Op::kTranspose, operand::Transpose::kMatrix, kAnyMatrix,
     &R("composite.transpose.operand-matrix")},
};

void CheckExtractDynamic(const CheckContext& c) {
  constexpr OperandIndex kVector = operand::VectorExtractDynamic::kVector;
  const TypeInfo& vector = c.operand_type(kVector);
  const Id result = c.inst().result_type();
  // Vectors of pointers come from SPV_INTEL_masked_gather_scatter.
  if (c.result_type().Is(tt::kAnyPointer) && !c.result_type().poisoned() &&
      !c.context().Has(grammar::Capability::kMaskedGatherScatterINTEL)) {
    ReportType(c, R("composite.vectorextractdynamic.result-scalar"),
               operand::VectorExtractDynamic::kResultType, result);
    return;
  }
  if (vector.unknown() || c.result_type().unknown() ||
      vector.element == result) {
    return;
  }
  ReportTypes(c, R("composite.vectorextractdynamic.component-type"), kVector,
              vector.element, result);
}

void CheckInsertDynamic(const CheckContext& c) {
  constexpr OperandIndex kComponent = operand::VectorInsertDynamic::kComponent;
  const TypeInfo& result = c.result_type();
  const Id component = c.type_of(kComponent);
  if (result.unknown() || c.operand_type(kComponent).unknown() ||
      result.element == component) {
    return;
  }
  ReportTypes(c, R("composite.vectorinsertdynamic.component-type"), kComponent,
              component, result.element);
}

// The same as CountOf(), given the row of the type, which has the count of
// most types.
std::optional<uint32_t> CountOfRow(const CheckContext& c, Id type,
                                   const TypeInfo& row) {
  constexpr TypeTraits kCounted = tt::kVector | tt::kMatrix | tt::kStruct;
  return row.Is(kCounted) && !row.Is(tt::kCountUnknown)
             ? std::optional<uint32_t>(row.count)
             : CountOf(c, type);
}
std::optional<uint32_t> CountAt(const CheckContext& c, OperandIndex operand) {
  return CountOfRow(c, c.type_of(operand), c.operand_type(operand));
}

// Checks that a shuffle has one literal for each component of the result, and
// that each selects a component of the vectors.
void CheckSelected(const CheckContext& c) {
  namespace shuffle = operand::VectorShuffle;
  const Inst& inst = c.inst();
  const uint32_t selected = inst.operand_count() - shuffle::kComponents.value;
  const std::optional<uint32_t> count =
      CountOfRow(c, inst.result_type(), c.result_type());
  if (count.has_value() && *count != selected) {
    c.Report(R("composite.vectorshuffle.component-count"), shuffle::kResultType,
             {*count, selected});
    return;
  }
  const std::optional<uint32_t> first = CountAt(c, shuffle::kVector1);
  const std::optional<uint32_t> second = CountAt(c, shuffle::kVector2);
  if (!first.has_value() || !second.has_value()) return;
  const uint64_t limit = uint64_t{*first} + *second;
  constexpr uint32_t kUndefined = 0xffffffff;
  for (OperandIndex o = shuffle::kComponents; o < inst.operand_count(); ++o) {
    const uint32_t component = inst.operand_word(o);
    if (component < limit || component == kUndefined) continue;
    c.Report(R("composite.vectorshuffle.literal-range"), o, {component, limit});
    return;
  }
}

void CheckShuffle(const CheckContext& c) {
  namespace shuffle = operand::VectorShuffle;
  const TypeInfo& result = c.result_type();
  const TypeInfo& first = c.operand_type(shuffle::kVector1);
  const TypeInfo& second = c.operand_type(shuffle::kVector2);
  if (result.unknown() || first.unknown() || second.unknown()) return;
  if ((result.traits | first.traits | second.traits) & tt::kCountUnknown) {
    c.Report(R("composite.vectorshuffle.no-cooperative-vector"), Place::kWhole);
  }
  if (first.element != result.element) {
    ReportTypes(c, R("composite.vectorshuffle.vector1-component-type"),
                shuffle::kVector1, first.element, result.element);
  } else if (second.element != result.element) {
    ReportTypes(c, R("composite.vectorshuffle.vector2-component-type"),
                shuffle::kVector2, second.element, result.element);
  } else {
    CheckSelected(c);
  }
}

const Rule* RangeRule(const TypeInfo& composite) {
  if (composite.Is(tt::kStruct)) return &R("composite.index.struct-range");
  if (composite.Is(tt::kVector)) return &R("composite.index.vector-range");
  if (composite.Is(tt::kMatrix)) return &R("composite.index.matrix-range");
  return &R("composite.index.array-range");
}

// Whether a type is a tensor with a shape, which determines its parts.
bool IsTensorWithShape(const CheckContext& c, Id type, const TypeInfo& row) {
  return row.Is(tt::kTensor) && !IsShapelessTensor(c.context(), type);
}

// The type that the literals from `first` on select in the type of the
// composite before them; kNoId if it cannot be compared, possibly because an
// error was reported here.
Id FollowIndexes(const CheckContext& c, OperandIndex first) {
  const Inst& inst = c.inst();
  if (inst.operand_count() <= first) {
    c.Report(R("composite.index.at-least-one"), Place::kWhole);
    return kNoId;
  }
  Id type = c.type_of(first - 1);
  const uint32_t end = inst.operand_count();
  for (OperandIndex o = first; o < end; ++o) {
    const TypeInfo& info = c.context().types().Get(type);
    if (info.unknown() || IsTensorWithShape(c, type, info)) return kNoId;
    if (!info.Is(tt::kComposite | tt::kRuntimeArray)) {
      ReportType(c, R("composite.index.into-composite"), o, type);
      return kNoId;
    }
    const uint32_t index = inst.operand_word(o);
    const std::optional<uint32_t> count = CountOfRow(c, type, info);
    if (count.has_value() && index >= *count) {
      c.Report(*RangeRule(info), o, {index, *count});
      return kNoId;
    }
    type = info.Is(tt::kStruct)
               ? c.context().types().MemberOf(c.module(), type, index)
               : info.element;
  }
  return type;
}

bool IsUnknownType(const CheckContext& c, Id type) {
  return c.context().types().Get(type).unknown();
}

void CheckExtract(const CheckContext& c) {
  namespace extract = operand::CompositeExtract;
  const Id part = FollowIndexes(c, extract::kIndexes);
  const Id result = c.inst().result_type();
  if (part == result || IsUnknownType(c, part) || c.result_type().unknown()) {
    return;
  }
  ReportTypes(c, R("composite.compositeextract.result-type"),
              extract::kResultType, result, part);
  c.PoisonResult();
}

void CheckInsert(const CheckContext& c) {
  namespace insert = operand::CompositeInsert;
  const Id object = c.type_of(insert::kObject);
  const Id composite = c.type_of(insert::kComposite);
  const Id result = c.inst().result_type();
  if (IsUnknownType(c, result) || IsUnknownType(c, composite)) return;
  if (composite != result) {
    ReportTypes(c, R("composite.compositeinsert.result-type"),
                insert::kComposite, composite, result);
    return;
  }
  const Id part = FollowIndexes(c, insert::kIndexes);
  if (part == object || IsUnknownType(c, part) || IsUnknownType(c, object)) {
    return;
  }
  ReportTypes(c, R("composite.compositeinsert.object-type"), insert::kObject,
              object, part);
}

void CheckTranspose(const CheckContext& c) {
  namespace transpose = operand::Transpose;
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(transpose::kMatrix);
  if (to.unknown() || from.unknown()) return;
  const TypeInfo& to_column = c.context().types().Get(to.element);
  const TypeInfo& from_column = c.context().types().Get(from.element);
  if (to_column.unknown() || from_column.unknown()) return;
  if (to_column.element != from_column.element) {
    ReportTypes(c, R("composite.transpose.component-type"), transpose::kMatrix,
                from_column.element, to_column.element);
  } else if (to.count != from_column.count) {
    c.Report(R("composite.transpose.columns"), transpose::kResultType,
             {to.count, from_column.count});
  } else if (to_column.count != from.count) {
    c.Report(R("composite.transpose.rows"), transpose::kResultType,
             {to_column.count, from.count});
  }
}

void CheckStorageOnly(const CheckContext& c) {
  if (!IsStorageOnly(c, c.result_type())) return;
  ReportType(c, R("composite.storage-only.no-parts"),
             operand::CompositeConstruct::kResultType, c.inst().result_type());
}

constexpr Check kChecks[] = {
    {Op::kVectorExtractDynamic, CheckExtractDynamic},
    {Op::kVectorInsertDynamic, CheckInsertDynamic},
    {Op::kVectorShuffle, CheckShuffle},
    {Op::kCompositeExtract, CheckExtract},
    {Op::kCompositeInsert, CheckInsert},
    {Op::kTranspose, CheckTranspose},
    {kPartOps, CheckStorageOnly, Requires(HasSmallNumbers)}};

}  // namespace

extern constinit const Family kComposite(R, kChecks, kSignatures,
                                         kOperandRules);

}  // namespace plumb
