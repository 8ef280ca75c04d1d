// Bit instructions (section 3.3.14).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"bit.shift.result-type", "3.3.14",
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.shift.base-type", "3.3.14",
     "operand Base must be an integer scalar or vector, not {0}"},
    {"bit.shift.shift-type", "3.3.14",
     "operand Shift must be an integer scalar or vector, not {0}"},
    {"bit.shift.base-count", "3.3.14",
     "operand Base, of type {0}, must have as many components as the result, "
     "of type {1}"},
    {"bit.shift.base-width", "3.3.14",
     "the components of Base, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
    {"bit.shift.shift-count", "3.3.14",
     "operand Shift, of type {0}, must have as many components as Base and the "
     "result, of type {1}"},
    {"bit.bitwise-binary.result-type", "3.3.14",
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.bitwise-binary.operand-type", "3.3.14",
     "{1} must be an integer scalar or vector, not {0}"},
    {"bit.bitwise-binary.operand-count", "3.3.14",
     "{2}, of type {0}, must have as many components as the result, of type "
     "{1}"},
    {"bit.bitwise-binary.operand-width", "3.3.14",
     "the components of {2}, of type {0}, must be as wide as those of the "
     "result, of type {1}"},
    {"bit.not.result-type", "3.3.14",
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.not.operand-type", "3.3.14",
     "the operand must be an integer scalar or vector, not {0}"},
    {"bit.not.operand-count", "3.3.14",
     "the operand, of type {0}, must have as many components as the result, of "
     "type {1}"},
    {"bit.not.operand-width", "3.3.14",
     "the components of the operand, of type {0}, must be as wide as those of "
     "the result, of type {1}"},
    {"bit.bitfield.result-type", "3.3.14",
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.bitfield.base-type", "3.3.14",
     "operand Base must have the type of the result, {1}, not {0}"},
    {"bit.bitfieldinsert.insert-type", "3.3.14",
     "operand Insert must have the type of the result, {1}, not {0}"},
    {"bit.bitfield.offset-type", "3.3.14",
     "operand Offset must be an integer scalar, not {0}"},
    {"bit.bitfield.count-type", "3.3.14",
     "operand Count must be an integer scalar, not {0}"},
    {"bit.bitreverse.result-type", "3.3.14",
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.bitreverse.base-type", "3.3.14",
     "operand Base must have the type of the result, {1}, not {0}"},
    {"bit.bitcount.result-type", "3.3.14",
     "the result type must be an integer scalar or vector, not {0}"},
    {"bit.bitcount.base-type", "3.3.14",
     "operand Base must be an integer scalar or vector, not {0}"},
    {"bit.bitcount.base-count", "3.3.14",
     "operand Base, of type {0}, must have as many components as the result, "
     "of type {1}"},
    {"bit.bitcount.result-width", "3.3.14",
     "the components of the result, of type {0}, must be wide enough to count "
     "the {1} bit{1s} of the components of Base"},
    {"bit.vulkan.base-32-bit", "Vulkan: Runtime SPIR-V Validation",
     "the components of Base, of type {0}, must be 32 bits wide",
     "VUID-RuntimeSpirv-None-10824", Severity::kError, kInVulkan},
});

constexpr Op kShift[] = {Op::kShiftRightLogical, Op::kShiftRightArithmetic,
                         Op::kShiftLeftLogical};
constexpr Op kBitwise[] = {Op::kBitwiseOr, Op::kBitwiseXor, Op::kBitwiseAnd};
constexpr Op kBitField[] = {Op::kBitFieldInsert, Op::kBitFieldSExtract,
                            Op::kBitFieldUExtract};

constexpr TypePattern kIntegers = ScalarOrVector(tt::kInt);

constexpr Signature kSignatures[] = {
    {.ops = kShift,
     .result = kIntegers,
     .result_rule = &R("bit.shift.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("bit.shift.base-type"),
     .operand_count = 1,
     .relation = Relation::kSameCount,
     .relation_rule = &R("bit.shift.base-count")},
    {.ops = kShift,
     .operand_count = 1,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("bit.shift.base-width")},
    {.ops = kShift,
     .operands = kIntegers,
     .operand_rule = &R("bit.shift.shift-type"),
     .first_operand = operand::ShiftLeftLogical::kShift,
     .relation = Relation::kSameCount,
     .relation_rule = &R("bit.shift.shift-count")},

    {.ops = kBitwise,
     .result = kIntegers,
     .result_rule = &R("bit.bitwise-binary.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("bit.bitwise-binary.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("bit.bitwise-binary.operand-count")},
    {.ops = kBitwise,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("bit.bitwise-binary.operand-width")},

    {.ops = Op::kNot,
     .result = kIntegers,
     .result_rule = &R("bit.not.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("bit.not.operand-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("bit.not.operand-count")},
    {.ops = Op::kNot,
     .relation = Relation::kSameCountWidth,
     .relation_rule = &R("bit.not.operand-width")},

    {.ops = kBitField,
     .result = kIntegers,
     .result_rule = &R("bit.bitfield.result-type"),
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.bitfield.base-type")},
    {.ops = Op::kBitFieldInsert,
     .first_operand = operand::BitFieldInsert::kInsert,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.bitfieldinsert.insert-type")},
    {.ops = Op::kBitReverse,
     .result = kIntegers,
     .result_rule = &R("bit.bitreverse.result-type"),
     .relation = Relation::kResultType,
     .relation_rule = &R("bit.bitreverse.base-type")},

    {.ops = Op::kBitCount,
     .result = kIntegers,
     .result_rule = &R("bit.bitcount.result-type"),
     .operands = kIntegers,
     .operand_rule = &R("bit.bitcount.base-type"),
     .relation = Relation::kSameCount,
     .relation_rule = &R("bit.bitcount.base-count")},
};

constexpr OperandRule kOperandRules[] = {
    {kBitField, "Offset", kIntScalar, &R("bit.bitfield.offset-type")},
    {kBitField, "Count", kIntScalar, &R("bit.bitfield.count-type")},
};

// R bits hold every number up to 2^R - 1; no type is as wide as 2^32.
void CheckCountWidth(const CheckContext& c) {
  const TypeInfo& result = c.result_type();
  const TypeInfo& base = c.operand_type(operand::BitCount::kBase);
  if (result.unknown() || base.unknown() || result.width >= 32 ||
      base.width < (uint32_t{1} << result.width)) {
    return;
  }
  c.Report(R("bit.bitcount.result-width"), operand::BitCount::kResultType,
           {Arg::Type(c.inst().result_type()), base.width});
  c.PoisonResult();
}

// Vulkan allows other widths only with maintenance9, which is an option.
void CheckVulkanWidth(const CheckContext& c) {
  constexpr OperandIndex kBase = operand::BitCount::kBase;  // at the same index
  const TypeInfo& base = c.operand_type(kBase);
  if (c.context().options().allow_vulkan_32_bit_bitwise || base.unknown() ||
      base.width == 32) {
    return;
  }
  ReportType(c, R("bit.vulkan.base-32-bit"), kBase, c.type_of(kBase));
}

constexpr Op kThirtyTwoBits[] = {Op::kBitFieldInsert, Op::kBitFieldSExtract,
                                 Op::kBitFieldUExtract, Op::kBitReverse,
                                 Op::kBitCount};

static_assert(AllHave(kThirtyTwoBits, operand::BitCount::kBase));
constexpr Check kChecks[] = {{Op::kBitCount, CheckCountWidth},
                             {kThirtyTwoBits, CheckVulkanWidth}};

}  // namespace

extern constinit const Family kBit(R, kChecks, kSignatures, kOperandRules);

}  // namespace plumb
