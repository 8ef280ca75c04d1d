// Composite instructions that take composites apart or alter them (section
// 3.32.12): extraction, insertion, shuffles, transposition.  Construction is in
// composite_construct.cc, copies are in copy.cc.
//
// Literal indexes are followed through the type one by one.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/engine/type_shape.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"composite.vectorextractdynamic.result-scalar", "3.32.12",
     "the result type must be a scalar, not {0}"},
    {"composite.vectorextractdynamic.vector-type", "3.32.12",
     "{1} must be a vector, not {0}"},
    {"composite.vectorextractdynamic.component-type", "3.32.12",
     "the components of {2}, {0}, must have the type of the result, {1}"},
    {"composite.vectordynamic.index-int-scalar", "3.32.12",
     "{1} must be an integer scalar, not {0}"},
    {"composite.vectorinsertdynamic.result-vector", "3.32.12",
     "the result type must be a vector, not {0}"},
    {"composite.vectorinsertdynamic.vector-type", "3.32.12",
     "{2} must have the type of the result, {1}, not {0}"},
    {"composite.vectorinsertdynamic.component-type", "3.32.12",
     "{2} must have the component type of the result, {1}, not {0}"},
    {"composite.vectorshuffle.result-vector", "3.32.12",
     "the result type must be a vector, not {0}"},
    {"composite.vectorshuffle.component-count", "3.32.12",
     "the result type has {0} components, but {1} are chosen"},
    {"composite.vectorshuffle.operand-vectors", "3.32.12",
     "{1} must be a vector, not {0}"},
    {"composite.vectorshuffle.vector1-component-type", "3.32.12",
     "the components of {2}, {0}, must have the type of those of the result, "
     "{1}"},
    {"composite.vectorshuffle.vector2-component-type", "3.32.12",
     "the components of {2}, {0}, must have the type of those of the result, "
     "{1}"},
    {"composite.vectorshuffle.literal-range", "3.32.12",
     "the vectors have {1} components together, so that there is none of "
     "number {0}"},
    {"composite.index.at-least-one", "3.32.12",
     "at least one index must say which part is meant"},
    {"composite.index.into-composite", "3.32.12",
     "an index must lead into a composite, but {0} is none"},
    {"composite.index.struct-range", "3.32.12",
     "the structure has {1} members, so that there is none of number {0}"},
    {"composite.index.vector-range", "3.32.12",
     "the vector has {1} components, so that there is none of number {0}"},
    {"composite.index.matrix-range", "3.32.12",
     "the matrix has {1} columns, so that there is none of number {0}"},
    {"composite.index.array-range", "3.32.12",
     "the array has {1} elements, so that there is none of number {0}"},
    {"composite.compositeextract.result-type", "3.32.12",
     "the result type must be that of the part, {1}, not {0}"},
    {"composite.compositeinsert.result-type", "3.32.12",
     "{2} must have the type of the result, {1}, not {0}"},
    {"composite.compositeinsert.object-type", "3.32.12",
     "{2} must have the type of the part that it replaces, {1}, not {0}"},
    {"composite.transpose.result-matrix", "3.32.12",
     "the result type must be a matrix, not {0}"},
    {"composite.transpose.operand-matrix", "3.32.12",
     "{1} must be a matrix, not {0}"},
    {"composite.transpose.columns", "3.32.12",
     "the result has {0} columns, but the matrix {1} rows"},
    {"composite.transpose.rows", "3.32.12",
     "the result has {0} rows, but the matrix {1} columns"},
    {"composite.transpose.component-type", "3.32.12",
     "the components of {2}, {0}, must have the type of those of the result, "
     "{1}"},
    {"composite.storage-only.no-parts", "3.31",
     "{0} is there for storage only: its values cannot be taken apart or put "
     "together"},
});

constexpr Op kExtractDynamic[] = {Op::kVectorExtractDynamic};
constexpr Op kInsertDynamic[] = {Op::kVectorInsertDynamic};
constexpr Op kShuffle[] = {Op::kVectorShuffle};
constexpr Op kExtract[] = {Op::kCompositeExtract};
constexpr Op kInsert[] = {Op::kCompositeInsert};
constexpr Op kTranspose[] = {Op::kTranspose};
constexpr Op kPartOps[] = {Op::kVectorExtractDynamic, Op::kVectorInsertDynamic,
                           Op::kVectorShuffle,        Op::kCompositeConstruct,
                           Op::kCompositeExtract,     Op::kCompositeInsert};

constexpr TypePattern kAnyVector = {.shape = tt::kVector};
constexpr TypePattern kIntScalar = {.shape = tt::kScalar,
                                    .component = tt::kInt};

constexpr Signature kSignatures[] = {
    {.ops = kExtractDynamic,
     .result = {.shape = tt::kScalar},
     .result_rule = &R("composite.vectorextractdynamic.result-scalar"),
     .operands = kAnyVector,
     .operand_rule = &R("composite.vectorextractdynamic.vector-type"),
     .operand_count = 1},
    {.ops = kExtractDynamic,
     .operands = kIntScalar,
     .operand_rule = &R("composite.vectordynamic.index-int-scalar"),
     .first_operand = 3},
    {.ops = kInsertDynamic,
     .result = kAnyVector,
     .result_rule = &R("composite.vectorinsertdynamic.result-vector"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("composite.vectorinsertdynamic.vector-type")},
    {.ops = kInsertDynamic,
     .operands = kIntScalar,
     .operand_rule = &R("composite.vectordynamic.index-int-scalar"),
     .first_operand = 4},
    {.ops = kShuffle,
     .result = kAnyVector,
     .result_rule = &R("composite.vectorshuffle.result-vector"),
     .operands = kAnyVector,
     .operand_rule = &R("composite.vectorshuffle.operand-vectors"),
     .operand_count = 2},
    {.ops = kTranspose,
     .result = {.shape = tt::kMatrix},
     .result_rule = &R("composite.transpose.result-matrix"),
     .operands = {.shape = tt::kMatrix},
     .operand_rule = &R("composite.transpose.operand-matrix"),
     .operand_count = 1},
};

void CheckExtractDynamic(const CheckContext& c) {
  const TypeInfo& vector = c.operand_type(2);
  const Id result = c.inst().result_type();
  if (IsUnknown(vector) || IsUnknown(c.result_type()) ||
      vector.element == result) {
    return;
  }
  ReportTypes(c, R("composite.vectorextractdynamic.component-type"), 2,
              vector.element, result);
}

void CheckInsertDynamic(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const Id component = c.type_of(3);
  if (IsUnknown(result) || IsUnknown(c.operand_type(3)) ||
      result.element == component) {
    return;
  }
  ReportTypes(c, R("composite.vectorinsertdynamic.component-type"), 3,
              component, result.element);
}

void CheckShuffle(const CheckContext& c) {
  const Inst& inst = c.inst();
  const TypeInfo& result = c.result_type();
  const TypeInfo& first = c.operand_type(2);
  const TypeInfo& second = c.operand_type(3);
  if (IsUnknown(result) || IsUnknown(first) || IsUnknown(second)) return;
  if (first.element != result.element) {
    ReportTypes(c, R("composite.vectorshuffle.vector1-component-type"), 2,
                first.element, result.element);
    return;
  }
  if (second.element != result.element) {
    ReportTypes(c, R("composite.vectorshuffle.vector2-component-type"), 3,
                second.element, result.element);
    return;
  }
  const uint32_t chosen = inst.operand_count() - 4;
  const std::optional<uint32_t> count = CountOf(c, inst.result_type());
  if (count.has_value() && *count != chosen) {
    c.Report(R("composite.vectorshuffle.component-count"), 0, {*count, chosen});
    return;
  }
  const std::optional<uint32_t> first_count = CountOf(c, c.type_of(2));
  const std::optional<uint32_t> second_count = CountOf(c, c.type_of(3));
  if (!first_count.has_value() || !second_count.has_value()) return;
  const uint64_t limit = uint64_t{*first_count} + *second_count;
  for (uint32_t o = 4; o < inst.operand_count(); ++o) {
    const uint32_t component = inst.operand_word(o);
    if (component < limit || component == 0xffffffff) continue;
    c.Report(R("composite.vectorshuffle.literal-range"), o, {component, limit});
    return;
  }
}

const Rule* RangeRule(const TypeInfo& composite) {
  if (composite.Is(tt::kStruct)) return &R("composite.index.struct-range");
  if (composite.Is(tt::kVector)) return &R("composite.index.vector-range");
  if (composite.Is(tt::kMatrix)) return &R("composite.index.matrix-range");
  return &R("composite.index.array-range");
}

// The type that the literals from `first` on lead to from the type of the
// composite before them; kNoId if there is nothing to be said about it, maybe
// because something has been said here.
Id FollowIndexes(const CheckContext& c, uint32_t first) {
  const Inst& inst = c.inst();
  if (inst.operand_count() <= first) {
    c.Report(R("composite.index.at-least-one"), Place::kWhole);
    return kNoId;
  }
  Id type = c.type_of(first - 1);
  for (uint32_t o = first; o < inst.operand_count(); ++o) {
    const TypeInfo& info = c.context().types().Get(type);
    if (IsUnknown(info)) return kNoId;
    const OperandIndex at = o;
    if (!info.Is(tt::kComposite | tt::kRuntimeArray)) {
      ReportType(c, R("composite.index.into-composite"), at, type);
      return kNoId;
    }
    const uint32_t index = inst.operand_word(o);
    const std::optional<uint32_t> count = CountOf(c, type);
    if (count.has_value() && index >= *count) {
      c.Report(*RangeRule(info), at, {index, *count});
      return kNoId;
    }
    type = PartOf(c, type, index);
  }
  return type;
}

void CheckExtract(const CheckContext& c) {
  const Id part = FollowIndexes(c, 3);
  const Id result = c.inst().result_type();
  if (part == kNoId || part == result || IsUnknown(c.result_type()) ||
      IsUnknown(c.context().types().Get(part))) {
    return;
  }
  ReportTypes(c, R("composite.compositeextract.result-type"), 0, result, part);
  c.PoisonResult();
}

void CheckInsert(const CheckContext& c) {
  const Id object = c.type_of(2);
  const Id composite = c.type_of(3);
  const Id result = c.inst().result_type();
  if (IsUnknown(c.result_type()) || IsUnknown(c.operand_type(3))) return;
  if (composite != result) {
    ReportTypes(c, R("composite.compositeinsert.result-type"), 3, composite,
                result);
    return;
  }
  const Id part = FollowIndexes(c, 4);
  if (part == kNoId || part == object || IsUnknown(c.operand_type(2)) ||
      IsUnknown(c.context().types().Get(part))) {
    return;
  }
  ReportTypes(c, R("composite.compositeinsert.object-type"), 2, object, part);
}

void CheckTranspose(const CheckContext& c) {
  const TypeInfo& to = c.result_type();
  const TypeInfo& from = c.operand_type(2);
  if (IsUnknown(to) || IsUnknown(from)) return;
  const TypeInfo& to_column = c.context().types().Get(to.element);
  const TypeInfo& from_column = c.context().types().Get(from.element);
  if (IsUnknown(to_column) || IsUnknown(from_column)) return;
  if (to_column.element != from_column.element) {
    ReportTypes(c, R("composite.transpose.component-type"), 2,
                from_column.element, to_column.element);
  } else if (to.count != from_column.count) {
    c.Report(R("composite.transpose.columns"), 0,
             {to.count, from_column.count});
  } else if (to_column.count != from.count) {
    c.Report(R("composite.transpose.rows"), 0, {to_column.count, from.count});
  }
}

void CheckStorageOnly(const CheckContext& c) {
  if (!IsStorageOnly(c, c.result_type())) return;
  ReportType(c, R("composite.storage-only.no-parts"), 0,
             c.inst().result_type());
}

constexpr Check kChecks[] = {{kExtractDynamic, CheckExtractDynamic},
                             {kInsertDynamic, CheckInsertDynamic},
                             {kShuffle, CheckShuffle},
                             {kExtract, CheckExtract},
                             {kInsert, CheckInsert},
                             {kTranspose, CheckTranspose},
                             {kPartOps, CheckStorageOnly}};

}  // namespace

extern constinit const Family kComposite = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
