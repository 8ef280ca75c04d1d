// Literal numbers of types with fewer bits than their words (section 2.2.1):
// the unused high-order bits.
//
// Tested by raw_words_test.cc.
#include "validate/engine/family.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    {"binary.number.float-high-bits", "2.2.1",
     "the high-order bits of a literal of type {0} must be 0"},
    {"binary.number.unsigned-high-bits", "2.2.1",
     "the high-order bits of a literal of type {0} must be 0"},
    Also("control.switch.literal-extension",
         {"binary.number.signed-high-bits", "2.2.1",
          "the high-order bits of a literal of type {0} must be its sign "
          "extension"}),
    {"binary.number.wide-high-bits", "2.2.1",
     "the high-order bits of a literal of type {0} must be 0, or its sign "
     "extension if the type is signed"},
});

const Rule& RuleFor(const TypeInfo& type) {
  if (type.width > 32) return R("binary.number.wide-high-bits");
  if (type.Is(tt::kFloat)) return R("binary.number.float-high-bits");
  return type.Is(tt::kSigned) ? R("binary.number.signed-high-bits")
                              : R("binary.number.unsigned-high-bits");
}

// Checks the last word of a literal, in which `type` uses the low `used` bits.
bool AreHighBitsValid(uint32_t word, uint32_t used, bool is_signed) {
  const uint32_t high = word >> used;
  const uint32_t ones = ~uint32_t{0} >> used;
  const bool negative = ((word >> (used - 1)) & 1) != 0;
  return high == (is_signed && negative ? ones : 0);
}

void CheckLiteral(const CheckContext& c, OperandIndex operand, Id type_id) {
  const TypeInfo& type = c.context().types().Get(type_id);
  const uint32_t used = type.width % 32;
  if (used == 0 || type.poisoned()) return;
  const absl::Span<const uint32_t> words = c.inst().operand_words(operand);
  if (words.empty()) return;
  if (AreHighBitsValid(words.back(), used,
                       type.IsAll(tt::kInt | tt::kSigned))) {
    return;
  }
  c.Report(RuleFor(type), operand, {Arg::Type(type_id)});
}

void CheckConstant(const CheckContext& c) {
  constexpr OperandIndex kValue = operand::Constant::kValue;
  const TypeInfo& type = c.result_type();
  // Fast path: most literals fill their words.
  if (!type.Is(tt::kScalar) || type.width % 32 == 0) return;
  if (c.inst().operand_count() > kValue) {
    CheckLiteral(c, kValue, c.inst().result_type());
  }
}

void CheckSwitch(const CheckContext& c) {
  constexpr OperandIndex kSelector = operand::Switch::kSelector;
  const TypeInfo& type = c.operand_type(kSelector);
  if (!type.IsAll(tt::kScalar | tt::kInt) || type.width % 32 == 0) return;
  for (OperandIndex o = operand::Switch::kTarget; o < c.inst().operand_count();
       o += 2) {
    CheckLiteral(c, o, c.type_of(kSelector));
  }
}

constexpr Op kConstantOps[] = {Op::kConstant, Op::kSpecConstant};
constexpr Check kChecks[] = {{kConstantOps, CheckConstant},
                             {Op::kSwitch, CheckSwitch}};

}  // namespace

extern constinit const Family kLiterals(R, kChecks);

}  // namespace plumb
