// Integer dot products (SPIR-V 1.6, SPV_KHR_integer_dot_product) and dot
// products of small floating-point numbers (SPV_VALVE_mixed_float_dot_product).
//
// Tested by testdata/rule_test.cc.
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/engine/type_operands.h"

namespace plumb {
namespace {

constexpr char kInteger[] = "SPV_KHR_integer_dot_product";
constexpr char kMixed[] = "SPV_VALVE_mixed_float_dot_product";

constexpr RuleTable R({
    {"dot.integer.result-type", kInteger,
     "the result type must be an integer scalar, not {0}"},
    {"dot.integer.result-unsigned", kInteger,
     "the result type must have signedness 0, but is {0}"},
    {"dot.integer.vector-type", kInteger,
     "the inputs must be 32-bit integers or vectors of integers, not {0}"},
    {"dot.integer.vectors-same-shape", kInteger,
     "operand Vector 2 must have the shape and width of Vector 1, {1}, but is "
     "{0}"},
    // Implementations compare only shapes.
    {"dot.integer.vectors-same-type", "3.3.13",
     "operand Vector 2 must have the type of Vector 1, {1}, not {0}", "",
     Severity::kWarning},
    {"dot.integer.vector-unsigned", kInteger,
     "the components of an unsigned vector operand must have signedness 0, but "
     "those of {0} do not"},
    {"dot.integer.result-width", kInteger,
     "the result, of type {0}, must be at least as wide as the components of "
     "the inputs, which have {1} bit{1s}"},
    {"dot.integer.packed-format", kInteger,
     "integer scalar operands require a Packed Vector Format"},
    {"dot.integer.capability", kInteger,
     "inputs of type {0} require capability {1}"},
    {"dot.integer.accumulator-type", kInteger,
     "operand Accumulator must have the type of the result, {1}, not {0}"},
    {"dot.mixed.result-type", kMixed,
     "the result type must be a 32-bit floating-point scalar of the IEEE 754 "
     "encoding, not {0}"},
    {"dot.mixed.vector-type", kMixed,
     "the inputs must be vectors of {1}, not {0}"},
    {"dot.mixed.vectors-same-type", kMixed,
     "operand Vector 2 must have the type of Vector 1, {1}, not {0}"},
    {"dot.mixed.result-component", kMixed,
     "the result type must be the component type of the vectors, {1}, not {0}"},
    {"dot.mixed.capability", kMixed,
     "inputs of type {0} require capability {1}"},
    {"dot.mixed.accumulator-type", kMixed,
     "operand Accumulator must have the type of the result, {1}, not {0}"},
});

constexpr Op kAllInteger[] = {Op::kSDot,       Op::kUDot,
                              Op::kSUDot,      Op::kSDotAccSat,
                              Op::kUDotAccSat, Op::kSUDotAccSat};
constexpr Op kIntegerAccumulating[] = {Op::kSDotAccSat, Op::kUDotAccSat,
                                       Op::kSUDotAccSat};
constexpr Op kUnsigned[] = {Op::kUDot, Op::kUDotAccSat};
constexpr Op kAllMixed[] = {Op::kFDot2MixAcc32VALVE, Op::kFDot2MixAcc16VALVE,
                            Op::kFDot4MixAcc32VALVE};
constexpr Op kMixed32[] = {Op::kFDot2MixAcc32VALVE, Op::kFDot4MixAcc32VALVE};

constexpr Signature kSignatures[] = {
    {.ops = kAllInteger,
     .result = kIntScalar,
     .result_rule = &R("dot.integer.result-type"),
     .operands = ScalarOrVector(tt::kInt),
     .operand_rule = &R("dot.integer.vector-type"),
     .operand_count = 2},
    {.ops = kUnsigned,
     .result = {.never = tt::kSigned},
     .result_rule = &R("dot.integer.result-unsigned")},
    {.ops = kIntegerAccumulating,
     .first_operand = operand::SDotAccSat::kAccumulator,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("dot.integer.accumulator-type")},
    {.ops = kMixed32,
     .result = Ieee754(Scalar(tt::kFloat, 32)),
     .result_rule = &R("dot.mixed.result-type")},
    {.ops = kAllMixed,
     .first_operand = operand::FDot2MixAcc32VALVE::kAccumulator,
     .operand_count = 1,
     .relation = Relation::kResultType,
     .relation_rule = &R("dot.mixed.accumulator-type")},
};

// The same indexes in all of these instructions.
constexpr OperandIndex kVector1 = operand::SDot::kVector1;
constexpr OperandIndex kVector2 = operand::SDot::kVector2;
constexpr OperandIndex kInputs[] = {kVector1, kVector2};

// Whether an input is interpreted as unsigned.
bool TakesUnsigned(Op op, OperandIndex input) {
  if (op == Op::kUDot || op == Op::kUDotAccSat) return true;
  return (op == Op::kSUDot || op == Op::kSUDotAccSat) && input == kVector2;
}

bool HasPackedFormat(const Inst& inst) {
  return inst.operand_count() >
         grammar::OperandByName(inst.op(), "Packed Vector Format");
}

// The undeclared capability that input of this type requires.
absl::string_view MissingForInteger(const CheckContext& c,
                                    const TypeInfo& input) {
  const auto has = [&](Capability it) { return c.context().Has(it); };
  if (input.Is(tt::kScalar)) {
    return has(Capability::kDotProductInput4x8BitPacked)
               ? ""
               : "DotProductInput4x8BitPacked";
  }
  if (has(Capability::kDotProductInputAll)) return "";
  if (input.count != 4 || input.width != 8) return "DotProductInputAll";
  return has(Capability::kDotProductInput4x8Bit)
             ? ""
             : "DotProductInput4x8Bit or DotProductInputAll";
}

bool SameShape(const TypeInfo& a, const TypeInfo& b) {
  if (a.Is(tt::kScalar) != b.Is(tt::kScalar) || a.width != b.width) {
    return false;
  }
  return ((a.traits | b.traits) & tt::kCountUnknown) != 0 || a.count == b.count;
}

// Inputs of one shape may differ in signedness, and those of OpSUDot do.
void CheckSameType(const CheckContext& c) {
  const Id first = c.type_of(kVector1);
  const Id second = c.type_of(kVector2);
  const bool mixes_signs = TakesUnsigned(c.inst().op(), kVector1) !=
                           TakesUnsigned(c.inst().op(), kVector2);
  if (first == second || mixes_signs) return;
  ReportTypes(c, R("dot.integer.vectors-same-type"), kVector2, second, first);
}

// Compares the number of components of a vector whose length is an <id>.
bool MayHaveSameCount(const CheckContext& c) {
  const auto first = CountOf(c, c.type_of(kVector1));
  const auto second = CountOf(c, c.type_of(kVector2));
  return !first || !second || *first == *second;
}

// Checks that the inputs have compatible shapes.
bool CheckIntegerShapes(const CheckContext& c) {
  for (const OperandIndex o : kInputs) {
    const TypeInfo& input = c.operand_type(o);
    if (input.Is(tt::kScalar) && input.width != 32) {
      ReportType(c, R("dot.integer.vector-type"), o, c.type_of(o));
      return false;
    }
  }
  if (!SameShape(c.operand_type(kVector1), c.operand_type(kVector2)) ||
      !MayHaveSameCount(c)) {
    ReportTypes(c, R("dot.integer.vectors-same-shape"), kVector2,
                c.type_of(kVector2), c.type_of(kVector1));
    return false;
  }
  for (const OperandIndex o : kInputs) {
    const TypeInfo& input = c.operand_type(o);
    if (input.Is(tt::kScalar) || !input.Is(tt::kSigned) ||
        !TakesUnsigned(c.inst().op(), o)) {
      continue;
    }
    ReportType(c, R("dot.integer.vector-unsigned"), o, c.type_of(o));
    return false;
  }
  CheckSameType(c);
  return true;
}

void CheckIntegerInputs(const CheckContext& c) {
  const TypeInfo& first = c.operand_type(kVector1);
  if (first.unknown() || c.operand_type(kVector2).unknown()) return;
  if (!CheckIntegerShapes(c)) return;
  const bool packed = first.Is(tt::kScalar);
  if (packed && !HasPackedFormat(c.inst())) {
    c.Report(R("dot.integer.packed-format"), Place::kWhole);
    return;
  }
  const absl::string_view missing = MissingForInteger(c, first);
  if (!missing.empty()) {
    c.Report(R("dot.integer.capability"), kVector1,
             {Arg::Type(c.type_of(kVector1)), missing});
    return;
  }
  const TypeInfo& result = c.result_type();
  const uint32_t width = packed ? 8 : first.width;
  if (result.unknown() || result.width >= width) return;
  c.Report(R("dot.integer.result-width"), operand::SDot::kResultType,
           {Arg::Type(c.inst().result_type()), width});
  c.PoisonResult();
}

bool IsMixedInput(const CheckContext& c, OperandIndex input) {
  const TypeInfo& type = c.operand_type(input);
  if (!Vector(tt::kFloat).MatchesTraits(type)) return false;
  if (c.inst().op() == Op::kFDot4MixAcc32VALVE) {
    return type.count == 4 && type.width == 8;
  }
  return type.count == 2 && type.width == 16 &&
         (!type.Is(tt::kOtherEncoding) ||
          EncodingOf(c.context(), c.type_of(input)) ==
              grammar::FPEncoding::kBFloat16KHR);
}

absl::string_view MissingForMixed(const CheckContext& c, const TypeInfo& type) {
  const auto has = [&](Capability it) { return c.context().Has(it); };
  if (type.width == 8) return "";  // required by the instruction itself
  if (type.Is(tt::kOtherEncoding)) {
    return has(Capability::kDotProductBFloat16AccVALVE)
               ? ""
               : "DotProductBFloat16AccVALVE";
  }
  if (c.inst().op() == Op::kFDot2MixAcc16VALVE) {
    return has(Capability::kDotProductFloat16AccFloat16VALVE)
               ? ""
               : "DotProductFloat16AccFloat16VALVE";
  }
  return has(Capability::kDotProductFloat16AccFloat32VALVE)
             ? ""
             : "DotProductFloat16AccFloat32VALVE";
}

void CheckMixedInputs(const CheckContext& c) {
  const bool four = c.inst().op() == Op::kFDot4MixAcc32VALVE;
  for (const OperandIndex o : kInputs) {
    if (c.operand_type(o).unknown()) return;
    if (IsMixedInput(c, o)) continue;
    c.Report(
        R("dot.mixed.vector-type"), o,
        {Arg::Type(c.type_of(o)), four ? "four 8-bit floating-point numbers"
                                       : "two 16-bit floating-point numbers"});
    return;
  }
  const Id first = c.type_of(kVector1);
  if (!four && first != c.type_of(kVector2)) {
    ReportTypes(c, R("dot.mixed.vectors-same-type"), kVector2,
                c.type_of(kVector2), first);
    return;
  }
  const Id result = c.inst().result_type();
  const Id component = c.operand_type(kVector1).element;
  if (c.inst().op() == Op::kFDot2MixAcc16VALVE && result != component) {
    ReportTypes(c, R("dot.mixed.result-component"), operand::SDot::kResultType,
                result, component);
    return c.PoisonResult();
  }
  const absl::string_view missing =
      MissingForMixed(c, c.operand_type(kVector1));
  if (!missing.empty()) {
    c.Report(R("dot.mixed.capability"), kVector1, {Arg::Type(first), missing});
  }
}

static_assert(AllHave(kAllInteger, kVector1, kVector2));
static_assert(AllHave(kAllMixed, kVector1, kVector2));
constexpr Check kChecks[] = {{kAllInteger, CheckIntegerInputs},
                             {kAllMixed, CheckMixedInputs}};

}  // namespace

extern constinit const Family kDotProduct(R, kChecks, kSignatures);

}  // namespace plumb
