// Integer and relational instructions of OpenCL.std (its sections 2.2 and 2.5).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/facts/ext_inst_rows.h"

namespace plumb {
namespace {

using grammar::OpenClStd;

constexpr char kIntegers[] = "OpenCL.std 2.2";
constexpr char kRelations[] = "OpenCL.std 2.5";
constexpr char kSameType[] =
    "{2} must have the type of the result, {1}, not {0}";

constexpr RuleTable R({
    {"extinst.opencl.integer.result-type", kIntegers,
     "the result type must be an integer scalar or vector, not {0}"},
    {"extinst.opencl.integer.operand-types", kIntegers, kSameType},
    {"extinst.opencl.integer24.result-type", kIntegers,
     "the result type must be a scalar or vector of 32-bit integers, not {0}"},
    {"extinst.opencl.integer24.operand-types", kIntegers, kSameType},
    {"extinst.opencl.upsample.operand-types", kIntegers,
     "{1} must be a scalar or vector of integers of 8, 16 or 32 bits, not {0}"},
    {"extinst.opencl.upsample.same-type", kIntegers,
     "operand lo must have the type of hi, {1}, not {0}"},
    {"extinst.opencl.upsample.result-type", kIntegers,
     "the result type must be a scalar or vector of integers of 16, 32 or 64 "
     "bits, not {0}"},
    {"extinst.opencl.upsample.width", kIntegers,
     "the components of the result, of type {0}, must be twice as wide as "
     "those of the operands, of type {1}"},
    {"extinst.opencl.upsample.component-count", kIntegers,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"extinst.opencl.bitselect.result-type", kRelations,
     "the result type must be a scalar or vector of numbers, not {0}"},
    {"extinst.opencl.bitselect.operand-types", kRelations, kSameType},
    {"extinst.opencl.select.condition-type", kRelations,
     "{1} must be an integer scalar or vector, not {0}"},
    {"extinst.opencl.select.component-count", kRelations,
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"extinst.opencl.select.width", kRelations,
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
});

constexpr auto kIntegerNumbers = NumbersOf({
    OpenClStd::kS_abs,     OpenClStd::kS_abs_diff, OpenClStd::kS_add_sat,
    OpenClStd::kU_add_sat, OpenClStd::kS_hadd,     OpenClStd::kU_hadd,
    OpenClStd::kS_rhadd,   OpenClStd::kU_rhadd,    OpenClStd::kS_clamp,
    OpenClStd::kU_clamp,   OpenClStd::kClz,        OpenClStd::kCtz,
    OpenClStd::kS_mad_hi,  OpenClStd::kU_mad_sat,  OpenClStd::kS_mad_sat,
    OpenClStd::kS_max,     OpenClStd::kU_max,      OpenClStd::kS_min,
    OpenClStd::kU_min,     OpenClStd::kS_mul_hi,   OpenClStd::kRotate,
    OpenClStd::kS_sub_sat, OpenClStd::kU_sub_sat,  OpenClStd::kPopcount,
    OpenClStd::kU_abs,     OpenClStd::kU_abs_diff, OpenClStd::kU_mul_hi,
    OpenClStd::kU_mad_hi,
});
constexpr auto kInteger24Numbers =
    NumbersOf({OpenClStd::kS_mad24, OpenClStd::kU_mad24, OpenClStd::kS_mul24,
               OpenClStd::kU_mul24});
constexpr auto kUpsampleNumbers =
    NumbersOf({OpenClStd::kU_upsample, OpenClStd::kS_upsample});
constexpr auto kBitselectNumbers = NumbersOf({OpenClStd::kBitselect});
constexpr auto kSelectNumbers = NumbersOf({OpenClStd::kSelect});

constexpr ExtInstSet kSet = ExtInstSet::kOpenClStd;
constexpr Instructions kInteger = {kSet, kIntegerNumbers};
constexpr Instructions kInteger24 = {kSet, kInteger24Numbers};
constexpr Instructions kUpsample = {kSet, kUpsampleNumbers};
constexpr Instructions kBitselect = {kSet, kBitselectNumbers};
constexpr Instructions kSelect = {kSet, kSelectNumbers};

constexpr TypePattern kInt = ScalarOrVector(tt::kInt);
constexpr TypePattern kNumber = ScalarOrVector(tt::kNumeric);

constexpr Signature kSignatures[] = {
    {.ops = kInteger,
     .result = kInt,
     .result_rule = &R("extinst.opencl.integer.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.opencl.integer.operand-types")},
    {.ops = kInteger24,
     .result = ScalarOrVector(tt::kInt, 32),
     .result_rule = &R("extinst.opencl.integer24.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.opencl.integer24.operand-types")},

    {.ops = kUpsample,
     .result = kInt,
     .result_rule = &R("extinst.opencl.upsample.result-type"),
     .operands = kInt,
     .operand_rule = &R("extinst.opencl.upsample.operand-types"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kEachOther,
     .relation_rule = &R("extinst.opencl.upsample.same-type")},
    {.ops = kUpsample,
     .first_operand = kFirstExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.opencl.upsample.component-count")},

    {.ops = kBitselect,
     .result = kNumber,
     .result_rule = &R("extinst.opencl.bitselect.result-type"),
     .first_operand = kFirstExtOperand,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.opencl.bitselect.operand-types")},
    {.ops = kSelect,
     .result = kNumber,
     .result_rule = &R("extinst.opencl.bitselect.result-type"),
     .first_operand = kFirstExtOperand,
     .operand_count = 2,
     .relation = Relation::kResultType,
     .relation_rule = &R("extinst.opencl.bitselect.operand-types")},
    {.ops = kSelect,
     .operands = kInt,
     .operand_rule = &R("extinst.opencl.select.condition-type"),
     .first_operand = kThirdExtOperand,
     .relation = Relation::kSameCount,
     .relation_rule = &R("extinst.opencl.select.component-count")},
    {.ops = kSelect,
     .first_operand = kThirdExtOperand,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("extinst.opencl.select.width")},
};

// Both operands have the same type, so only one is checked.
void CheckUpsample(const CheckContext& c) {
  constexpr OperandIndex kResultType = operand::ExtInst::kResultType;
  constexpr OperandIndex kHigh =
      grammar::ext_operand::OpenClStd::U_upsample::kHi;
  const Id result_type = c.inst().result_type();
  const TypeInfo& result = c.result_type();
  const TypeInfo& high = c.operand_type(kHigh);
  if (result.unknown() || high.unknown()) return;
  if (result.width < 16 || result.width > 64) {
    ReportType(c, R("extinst.opencl.upsample.result-type"), kResultType,
               result_type);
    return c.PoisonResult();
  }
  if (high.width > 32) {
    ReportType(c, R("extinst.opencl.upsample.operand-types"), kHigh,
               c.type_of(kHigh));
  } else if (result.width != 2 * high.width) {
    ReportTypes(c, R("extinst.opencl.upsample.width"), kResultType, result_type,
                c.type_of(kHigh));
    c.PoisonResult();
  }
}

static_assert(AllHave(kUpsample,
                      grammar::ext_operand::OpenClStd::U_upsample::kHi));
constexpr Check kChecks[] = {{kUpsample, CheckUpsample}};

}  // namespace

extern constinit const Family kOpenclIntegers(R, kChecks, kSignatures);

}  // namespace plumb
