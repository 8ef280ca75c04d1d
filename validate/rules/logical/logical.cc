// Relational and logical instructions (section 3.32.15).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"
#include "validate/engine/type_report.h"
#include "validate/rules/logical/relational.h"

namespace plumb {
namespace {

using grammar::Op;
namespace tt = type_trait;

constexpr RuleTable R({
    {"logical.any-all.result-type", "3.32.15",
     "the result type must be a Boolean scalar, not {0}"},
    {"logical.any-all.vector-type", "3.32.15",
     "operand Vector must be a vector of Booleans, not {0}"},
    {"logical.float-classify.result-type", "3.32.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.float-classify.x-type", "3.32.15",
     "x must be a floating-point scalar or vector, not {0}"},
    {"logical.float-classify.x-count", "3.32.15",
     "x, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"logical.float-classify.y-type", "3.32.15",
     "y must have the type of x, {1}, not {0}"},
    {"logical.float.encoding", "SPV_KHR_bfloat16, SPV_EXT_float8",
     "relations are only defined on floating-point numbers of the IEEE 754 "
     "encoding, not on those of {0}"},
    {"logical.boolean-op.result-type", "3.32.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.boolean-op.operand-type", "3.32.15",
     "{2} must have the type of the result, {1}, not {0}"},
    {"logical.select.result-type", "3.32.15",
     "the result type must be a pointer, a scalar or a vector, and from SPIR-V "
     "1.4 on may be a composite, but not {0}"},
    {"logical.select.object1-type", "3.32.15",
     "operand Object 1 must have the type of the result, {1}, not {0}"},
    {"logical.select.object2-type", "3.32.15",
     "operand Object 2 must have the type of the result, {1}, not {0}"},
    {"logical.select.condition-type", "3.32.15",
     "operand Condition must be a Boolean scalar or vector, not {0}"},
    {"logical.select.condition-count", "3.32.15",
     "operand Condition, of type {0}, must have as many components as the "
     "result, of "
     "type {1}"},
    {"logical.select.pointer-logical-addressing", "2.16.1",
     "a pointer can only be selected in the Logical addressing model with the "
     "capability VariablePointers or VariablePointersStorageBuffer"},
    {"logical.integer-compare.result-type", "3.32.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.integer-compare.operand-type", "3.32.15",
     "{1} must be an integer scalar or vector, not {0}"},
    {"logical.integer-compare.operand-width", "3.32.15",
     "the components of operand 2, of type {0}, must be as wide as those of "
     "operand 1, of type {1}"},
    {"logical.integer-compare.operand-count", "3.32.15",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"logical.float-compare.result-type", "3.32.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.float-compare.operand-type", "3.32.15",
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"logical.float-compare.operands-same-type", "3.32.15",
     "operand 2 must have the type of operand 1, {1}, not {0}"},
    {"logical.float-compare.operand-count", "3.32.15",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
});

constexpr Op kAnyAll[] = {Op::kAny, Op::kAll};
constexpr Op kClassify[] = {Op::kIsNan,    Op::kIsInf,      Op::kIsFinite,
                            Op::kIsNormal, Op::kSignBitSet, Op::kLessOrGreater,
                            Op::kOrdered,  Op::kUnordered};
constexpr Op kBoolean[] = {Op::kLogicalEqual, Op::kLogicalNotEqual,
                           Op::kLogicalOr, Op::kLogicalAnd, Op::kLogicalNot};
constexpr Op kSelect[] = {Op::kSelect};
constexpr TypeTraits kFlat = tt::kScalar | tt::kVector;
constexpr TypePattern kBooleans = {.shape = kFlat, .component = tt::kBool};
constexpr TypePattern kIntegers = {.shape = kFlat, .component = tt::kInt};
constexpr TypePattern kFloats = {.shape = kFlat, .component = tt::kFloat};
constexpr TypePattern kIeee754 = {.never = tt::kOtherEncoding};

constexpr Signature kSignatures[] = {
    {.ops = kAnyAll,
     .result = {.shape = tt::kScalar, .component = tt::kBool},
     .result_rule = &R("logical.any-all.result-type"),
     .operands = {.shape = tt::kVector, .component = tt::kBool},
     .operand_rule = &R("logical.any-all.vector-type")},

    {.ops = kClassify,
     .result = kBooleans,
     .result_rule = &R("logical.float-classify.result-type"),
     .operands = kFloats,
     .operand_rule = &R("logical.float-classify.x-type"),
     .operand_count = 1,
     .relation = Relation::kSameCount,
     .relation_rule = &R("logical.float-classify.x-count")},
    {.ops = kClassify,
     .relation = Relation::kEachOther,
     .relation_rule = &R("logical.float-classify.y-type")},
    {.ops = kClassify,
     .operands = kIeee754,
     .operand_rule = &R("logical.float.encoding"),
     .operand_count = 1},

    {.ops = kBoolean,
     .result = kBooleans,
     .result_rule = &R("logical.boolean-op.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("logical.boolean-op.operand-type")},

    {.ops = kIntegerRelations,
     .result = kBooleans,
     .result_rule = &R("logical.integer-compare.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("logical.integer-compare.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("logical.integer-compare.operand-count")},

    {.ops = kFloatRelations,
     .result = kBooleans,
     .result_rule = &R("logical.float-compare.result-type"),
     .operands = kFloats,
     .operand_rule = &R("logical.float-compare.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("logical.float-compare.operand-count")},
    {.ops = kFloatRelations,
     .operands = kIeee754,
     .operand_rule = &R("logical.float.encoding"),
     .relation = Relation::kEachOther,
     .relation_rule = &R("logical.float-compare.operands-same-type")},
};

// The operands are held against the result's count before; here, against each
// other's width.
void CheckIntegerWidth(const CheckContext& c) {
  const TypeInfo& left = c.operand_type(2);
  const TypeInfo& right = c.operand_type(3);
  if (left.traits == 0 || left.traits == tt::kPoisoned || right.traits == 0 ||
      right.traits == tt::kPoisoned || left.width == right.width) {
    return;
  }
  ReportTypes(c, R("logical.integer-compare.operand-width"), 3, c.type_of(3),
              c.type_of(2));
}

bool LogicalAddressing(const Module& module) {
  return !module.memory_models().empty() &&
         module.inst(module.memory_models()[0]).word(1) ==
             static_cast<uint32_t>(grammar::AddressingModel::kLogical);
}

// SPIR-V 1.4 took away most of what this instruction could not select.
constexpr uint32_t kAnyComposite = 4;

bool IsSelectable(const CheckContext& c, const TypeInfo& type) {
  if (type.Is(kFlat | tt::kAnyPointer | tt::kCooperativeMatrix)) return true;
  if (type.Is(tt::kComposite)) {
    return c.context().features().version() >= kAnyComposite;
  }
  // SPV_NV_bindless_texture makes these convertible from integers.
  return type.Is(tt::kImage | tt::kSampler | tt::kSampledImage) &&
         c.context().Has(grammar::Capability::kBindlessTextureNV);
}

bool CheckSelectResult(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!IsSelectable(c, result)) {
    ReportType(c, R("logical.select.result-type"), 0, c.inst().result_type());
    return false;
  }
  if (result.Is(tt::kAnyPointer) && LogicalAddressing(c.module()) &&
      !c.context().Has(grammar::Capability::kVariablePointersStorageBuffer)) {
    c.Report(R("logical.select.pointer-logical-addressing"), Place::kWhole);
    return false;
  }
  return true;
}

void CheckSelectCondition(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const TypeInfo& condition = c.operand_type(2);
  if (condition.traits == 0 || condition.traits == tt::kPoisoned) return;
  if (!kBooleans.FitsRow(condition)) {
    ReportType(c, R("logical.select.condition-type"), 2, c.type_of(2));
    return;
  }
  const bool scalar = condition.Is(tt::kScalar);
  bool fits = scalar;
  if (result.Is(tt::kVector)) {
    const bool unknown = (result.traits | condition.traits) & tt::kCountUnknown;
    fits = scalar ? c.context().features().version() >= kAnyComposite
                  : unknown || condition.count == result.count;
  }
  if (fits) return;
  ReportTypes(c, R("logical.select.condition-count"), 2, c.type_of(2),
              c.inst().result_type());
}

void CheckSelect(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (result.traits == 0 || result.traits == tt::kPoisoned) return;
  if (!CheckSelectResult(c)) return c.PoisonResult();
  for (uint32_t o = 3; o < 5; ++o) {
    const Id type = c.type_of(o);
    if (type == c.inst().result_type() || !c.context().types().IsType(type) ||
        c.operand_type(o).traits == tt::kPoisoned) {
      continue;
    }
    ReportTypes(c,
                o == 3 ? R("logical.select.object1-type")
                       : R("logical.select.object2-type"),
                o, type, c.inst().result_type());
    return;
  }
  CheckSelectCondition(c);
}

constexpr Check kChecks[] = {{kIntegerRelations, CheckIntegerWidth},
                             {kSelect, CheckSelect}};

}  // namespace

extern constinit const Family kLogical = {
    .rules = R.rules(),
    .checks = kChecks,
    .signatures = kSignatures,
};

}  // namespace plumb
