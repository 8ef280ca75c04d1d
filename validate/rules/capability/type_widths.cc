// Capabilities required by widths of types, sizes of vectors and qualifiers of
// images (section 3.2.30).  The family of each type checks which widths are
// allowed at all.
//
// Tested by testdata/rule_test.cc.
#include "absl/algorithm/container.h"
#include "validate/engine/family.h"
#include "validate/engine/operand_presence.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr RuleTable R({
    WithEffect(Effect::kLacksRequirement,
               {"capability.int8.type-width", "3.2.30",
                "an 8-bit integer type requires capability Int8, or a "
                "capability for 8-bit storage"}),
    WithEffect(Effect::kLacksRequirement,
               {"capability.int16.type-width", "3.2.30",
                "a 16-bit integer type requires capability Int16, or a "
                "capability for 16-bit storage"}),
    WithEffect(Effect::kLacksRequirement,
               WithFix(Declare(Capability::kInt64),
                       {"capability.int64.type-width", "3.2.30",
                        "a 64-bit integer type requires capability Int64"})),
    WithEffect(
        Effect::kLacksRequirement,
        WithFix(Declare(Capability::kInt4TypeINTEL),
                {"capability.int4.type-width", "SPV_INTEL_int4",
                 "a 4-bit integer type requires capability Int4TypeINTEL"})),
    WithEffect(Effect::kLacksRequirement,
               {"capability.float16.type-width", "3.2.30",
                "a 16-bit floating-point type requires capability Float16 or "
                "Float16Buffer, or a capability for 16-bit storage"}),
    WithEffect(
        Effect::kLacksRequirement,
        WithFix(Declare(Capability::kFloat64),
                {"capability.float64.type-width", "3.2.30",
                 "a 64-bit floating-point type requires capability Float64"})),
    Also("cooperative.decodevector.vector8",
         WithFix(Declare(Capability::kVector16),
                 {"capability.vector16.wide-vector", "3.2.30",
                  "a vector of {0} component{0s} requires capability Vector16",
                  "VUID-StandaloneSpirv-None-12295"})),
    WithFix(
        Declare(Capability::kImageReadWrite),
        {.id = "capability.imagereadwrite.readwrite-qualifier",
         .section = "3.2.30",
         .text = "an image that is both read and written requires capability "
                 "ImageReadWrite",
         .when = {.unless = Capability::kImageReadWrite}}),
});

// A type of some width needs one of these capabilities, a capability that
// stores such numbers, or an extension.
struct WidthRow {
  Op type;
  uint32_t width;
  const Rule* rule;
  Capability capabilities[2];
  absl::Span<const Capability> or_any = {};
  Extension or_extensions[2] = {Extension::kNone, Extension::kNone};
};
constexpr auto kAnyInteger = Capability::kArbitraryPrecisionIntegersALTERA;
constexpr WidthRow kWidths[] = {
    {Op::kTypeInt,
     4,
     &R("capability.int4.type-width"),
     {Capability::kInt4TypeINTEL, kAnyInteger}},
    {Op::kTypeInt,
     8,
     &R("capability.int8.type-width"),
     {Capability::kInt8, kAnyInteger},
     kStore8},
    {Op::kTypeInt,
     16,
     &R("capability.int16.type-width"),
     {Capability::kInt16, kAnyInteger},
     kStore16,
     {Extension::kAmdGpuShaderInt16, Extension::kNone}},
    {Op::kTypeInt,
     64,
     &R("capability.int64.type-width"),
     {Capability::kInt64, kAnyInteger}},
    {Op::kTypeFloat,
     16,
     &R("capability.float16.type-width"),
     {Capability::kFloat16, Capability::kFloat16Buffer},
     kStore16,
     {Extension::kAmdGpuShaderHalfFloat,
      Extension::kAmdGpuShaderHalfFloatFetch}},
    {Op::kTypeFloat,
     64,
     &R("capability.float64.type-width"),
     {Capability::kFloat64, Capability::kFloat64}},
};

bool IsEnabled(const ModuleContext& context, const WidthRow& row) {
  return HasAny(context, row.capabilities) || HasAny(context, row.or_any) ||
         absl::c_any_of(row.or_extensions, [&](Extension extension) {
           return context.features().Has(extension);
         });
}

void CheckWidth(const CheckContext& c) {
  constexpr OperandIndex kWidth = operand::TypeInt::kWidth;
  static_assert(kWidth == operand::TypeFloat::kWidth);
  // Encodings other than IEEE 754 have their own capabilities.
  if (c.inst().op() == Op::kTypeFloat &&
      c.inst().operand_count() > operand::TypeFloat::kFloatingPointEncoding) {
    return;
  }
  const uint32_t width = c.inst().operand_word(kWidth);
  for (const WidthRow& row : kWidths) {
    if (row.type != c.inst().op() || row.width != width) continue;
    if (!IsEnabled(c.context(), row)) c.Report(*row.rule, kWidth);
  }
}

void CheckVector(const CheckContext& c) {
  constexpr OperandIndex kCount = operand::TypeVector::kComponentCount;
  constexpr Capability kWide[] = {Capability::kVector16,
                                  Capability::kLongVectorEXT,
                                  Capability::kVectorAnyINTEL};
  const uint32_t count = c.inst().operand_word(kCount);
  if ((count == 8 || count == 16) && !HasAny(c.context(), kWide)) {
    c.Report(R("capability.vector16.wide-vector"), kCount, {count});
  }
}

void CheckImage(const CheckContext& c) {
  const auto access = c.inst().Find(operand::TypeImage::kAccessQualifier);
  if (access && grammar::AccessQualifier{c.inst().operand_word(*access)} ==
                    grammar::AccessQualifier::kReadWrite) {
    c.Report(R("capability.imagereadwrite.readwrite-qualifier"), *access);
  }
}

constexpr Op kNumberOps[] = {Op::kTypeInt, Op::kTypeFloat};
static_assert(AllHave(kNumberOps, operand::TypeInt::kWidth));
constexpr Check kChecks[] = {{kNumberOps, CheckWidth},
                             {Op::kTypeVector, CheckVector},
                             {Op::kTypeImage, CheckImage}};

}  // namespace

extern constinit const Family kTypeWidths(R, kChecks);

}  // namespace plumb
