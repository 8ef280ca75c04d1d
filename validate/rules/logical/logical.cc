// Relational and logical instructions (section 3.3.15).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/facts/relational.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"logical.any-all.result-type", "3.3.15",
     "the result type must be a Boolean scalar, not {0}"},
    {"logical.any-all.vector-type", "3.3.15",
     "operand Vector must be a Boolean vector, not {0}"},
    {"logical.float-classify.result-type", "3.3.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.float-classify.x-type", "3.3.15",
     "x must be a floating-point scalar or vector, not {0}"},
    {"logical.float-classify.x-count", "3.3.15",
     "x, of type {0}, must have as many components as the result, of type {1}"},
    {"logical.float-classify.y-type", "3.3.15",
     "y must have the type of x, {1}, not {0}"},
    {"logical.float.encoding", "SPV_KHR_bfloat16, SPV_EXT_float8",
     "comparisons are defined only for floating-point types with the IEEE 754 "
     "encoding, not for {0}"},
    {"logical.boolean-op.result-type", "3.3.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.boolean-op.operand-type", "3.3.15",
     "{2} must have the type of the result, {1}, not {0}"},
    Also("image.sampledimage.no-select",
         {"logical.select.result-type", "3.3.15",
          "the result type must be a pointer, a scalar, a vector or, since "
          "SPIR-V 1.4, a composite, not {0}"}),
    {"logical.select.object1-type", "3.3.15",
     "operand Object 1 must have the type of the result, {1}, not {0}"},
    {"logical.select.object2-type", "3.3.15",
     "operand Object 2 must have the type of the result, {1}, not {0}"},
    {"logical.select.condition-type", "3.3.15",
     "operand Condition must be a Boolean scalar or vector, not {0}"},
    {"logical.select.condition-count", "3.3.15",
     "operand Condition, of type {0}, must have as many components as the "
     "result, of type {1}"},
    {.id = "logical.select.pointer-logical-addressing",
     .section = "2.16.1",
     .text = "with logical addressing, OpSelect of pointers requires "
             "capability VariablePointers or VariablePointersStorageBuffer",
     .when = {.unless = Capability::kVariablePointersStorageBuffer}},
    {"logical.integer-compare.result-type", "3.3.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.integer-compare.operand-type", "3.3.15",
     "{1} must be an integer scalar or vector, not {0}"},
    {"logical.integer-compare.operand-width", "3.3.15",
     "the components of operand 2, of type {0}, must be as wide as those of "
     "operand 1, of type {1}"},
    {"logical.integer-compare.operand-count", "3.3.15",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"logical.float-compare.result-type", "3.3.15",
     "the result type must be a Boolean scalar or vector, not {0}"},
    {"logical.float-compare.operand-type", "3.3.15",
     "{1} must be a floating-point scalar or vector, not {0}"},
    {"logical.float-compare.operands-same-type", "3.3.15",
     "operand 2 must have the type of operand 1, {1}, not {0}"},
    {"logical.float-compare.operand-count", "3.3.15",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
});

constexpr Op kAnyAll[] = {Op::kAny, Op::kAll};
constexpr Op kClassify[] = {Op::kIsNan,    Op::kIsInf,      Op::kIsFinite,
                            Op::kIsNormal, Op::kSignBitSet, Op::kLessOrGreater,
                            Op::kOrdered,  Op::kUnordered};
constexpr Op kBoolean[] = {Op::kLogicalEqual, Op::kLogicalNotEqual,
                           Op::kLogicalOr, Op::kLogicalAnd, Op::kLogicalNot};
constexpr TypePattern kBooleans = ScalarOrVector(tt::kBool);
constexpr TypePattern kIntegers = ScalarOrVector(tt::kInt);
constexpr TypePattern kFloats = ScalarOrVector(tt::kFloat);
constexpr TypePattern kIeee754 = {.never = tt::kOtherEncoding};

constexpr Signature kSignatures[] = {
    {.ops = kAnyAll,
     .result = kBoolScalar,
     .result_rule = &R("logical.any-all.result-type"),
     .operands = Vector(tt::kBool),
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

// The component counts of operands are compared with that of the result
// elsewhere; here their widths are compared with each other.
void CheckIntegerWidth(const CheckContext& c) {
  namespace compare = operand::IEqual;
  const TypeInfo& left = c.operand_type(compare::kOperand1);
  const TypeInfo& right = c.operand_type(compare::kOperand2);
  if (left.unknown() || right.unknown() || left.width == right.width) return;
  ReportTypes(c, R("logical.integer-compare.operand-width"), compare::kOperand2,
              c.type_of(compare::kOperand2), c.type_of(compare::kOperand1));
}

// SPIR-V 1.4 removed most restrictions on the types that this instruction can
// select.
constexpr uint32_t kAnyComposite = 4;

bool IsSelectable(const CheckContext& c, const TypeInfo& type) {
  if (type.Is(tt::kScalar | tt::kVector | tt::kAnyPointer |
              tt::kCooperativeMatrix)) {
    return true;
  }
  if (type.Is(tt::kComposite)) {
    return c.context().features().version() >= kAnyComposite;
  }
  // SPV_NV_bindless_texture makes these convertible from integers.
  return type.Is(tt::kImage | tt::kSampler | tt::kSampledImage) &&
         c.context().Has(Capability::kBindlessTextureNV);
}

// Checks that objects of the result type may be selected.
bool CheckSelectResult(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  if (!IsSelectable(c, result)) {
    ReportType(c, R("logical.select.result-type"), operand::Select::kResultType,
               c.inst().result_type());
    return false;
  }
  return !result.Is(tt::kAnyPointer) ||
         !c.context().memory_model().all_logical() ||
         !c.Report(R("logical.select.pointer-logical-addressing"),
                   Place::kWhole);
}

void CheckSelectCondition(const CheckContext& c) {
  constexpr OperandIndex kCondition = operand::Select::kCondition;
  const TypeInfo& result = c.result_type();
  const TypeInfo& condition = c.operand_type(kCondition);
  if (condition.unknown()) return;
  if (!kBooleans.MatchesTraits(condition)) {
    ReportType(c, R("logical.select.condition-type"), kCondition,
               c.type_of(kCondition));
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
  ReportTypes(c, R("logical.select.condition-count"), kCondition,
              c.type_of(kCondition), c.inst().result_type());
}

// Checks that one of the objects has the type of the result.
bool CheckObject(const CheckContext& c, const Rule& rule, OperandIndex object) {
  const Id type = c.type_of(object);
  if (type == c.inst().result_type() || c.operand_type(object).unknown()) {
    return true;
  }
  ReportTypes(c, rule, object, type, c.inst().result_type());
  return false;
}

void CheckSelect(const CheckContext& c) {
  if (c.result_type().unknown()) return;
  if (!CheckSelectResult(c)) return c.PoisonResult();
  if (CheckObject(c, R("logical.select.object1-type"),
                  operand::Select::kObject1) &&
      CheckObject(c, R("logical.select.object2-type"),
                  operand::Select::kObject2)) {
    CheckSelectCondition(c);
  }
}

static_assert(AllHave(kIntegerRelations, operand::IEqual::kOperand1,
                      operand::IEqual::kOperand2));
constexpr Check kChecks[] = {{kIntegerRelations, CheckIntegerWidth},
                             {Op::kSelect, CheckSelect}};

}  // namespace

extern constinit const Family kLogical(R, kChecks, kSignatures);

}  // namespace plumb
