// Capabilities that widths of types, sizes of vectors and qualifiers of images
// require (section 3.31).  Which values a width may have at all is a rule of
// the type's own family.
//
// Tested by testdata/rule_test.cc.
#include "core/module.h"
#include "validate/engine/check_context.h"
#include "validate/engine/family.h"

namespace plumb {
namespace {

using grammar::Capability;
using grammar::Op;

constexpr RuleTable R({
    {"capability.int8.type-width", "3.31",
     "an 8-bit integer type needs capability Int8, or one that lets 8-bit "
     "values be stored"},
    {"capability.int16.type-width", "3.31",
     "a 16-bit integer type needs capability Int16, or one that lets 16-bit "
     "values be stored"},
    {"capability.int64.type-width", "3.31",
     "a 64-bit integer type needs capability Int64"},
    {"capability.int4.type-width", "3.31",
     "a 4-bit integer type needs capability Int4TypeINTEL"},
    {"capability.float16.type-width", "3.31",
     "a 16-bit floating-point type needs capability Float16 or Float16Buffer, "
     "or one that lets 16-bit values be stored"},
    {"capability.float64.type-width", "3.31",
     "a 64-bit floating-point type needs capability Float64"},
    {"capability.vector16.wide-vector", "3.31",
     "a vector of {0} components needs capability Vector16"},
    {"capability.imagereadwrite.readwrite-qualifier", "3.31",
     "an image that is read and written needs capability ImageReadWrite"},
});

bool HasAny(const CheckContext& c, absl::Span<const Capability> capabilities) {
  for (Capability capability : capabilities) {
    if (c.context().Has(capability)) return true;
  }
  return false;
}

bool HasExtension(const CheckContext& c, absl::string_view name) {
  return c.context().features().Has(grammar::ExtensionFromName(name));
}

constexpr Capability kStore8[] = {
    Capability::kStorageBuffer8BitAccess,
    Capability::kUniformAndStorageBuffer8BitAccess,
    Capability::kStoragePushConstant8,
    Capability::kWorkgroupMemoryExplicitLayout8BitAccessKHR,
};
constexpr Capability kStore16[] = {
    Capability::kStorageBuffer16BitAccess,
    Capability::kUniformAndStorageBuffer16BitAccess,
    Capability::kStoragePushConstant16,
    Capability::kStorageInputOutput16,
    Capability::kWorkgroupMemoryExplicitLayout16BitAccessKHR,
};
constexpr Capability kAnyInteger[] = {
    Capability::kArbitraryPrecisionIntegersALTERA};

constexpr uint32_t kWidthOperand = 1;

void CheckInt(const CheckContext& c) {
  const OperandIndex at = kWidthOperand;
  if (HasAny(c, kAnyInteger)) return;
  switch (c.inst().operand_word(kWidthOperand)) {
    case 4:
      if (!c.context().Has(Capability::kInt4TypeINTEL)) {
        c.Report(R("capability.int4.type-width"), at);
      }
      return;
    case 8:
      if (!c.context().Has(Capability::kInt8) && !HasAny(c, kStore8)) {
        c.Report(R("capability.int8.type-width"), at);
      }
      return;
    case 16:
      if (!c.context().Has(Capability::kInt16) && !HasAny(c, kStore16) &&
          !HasExtension(c, "SPV_AMD_gpu_shader_int16")) {
        c.Report(R("capability.int16.type-width"), at);
      }
      return;
    case 64:
      if (!c.context().Has(Capability::kInt64)) {
        c.Report(R("capability.int64.type-width"), at);
      }
      return;
    default:
      return;
  }
}

void CheckFloat(const CheckContext& c) {
  // Another encoding than IEEE 754 has capabilities of its own.
  if (c.inst().operand_count() > kWidthOperand + 1) return;
  const OperandIndex at = kWidthOperand;
  constexpr Capability kFloat16[] = {Capability::kFloat16,
                                     Capability::kFloat16Buffer};
  switch (c.inst().operand_word(kWidthOperand)) {
    case 16:
      if (!HasAny(c, kFloat16) && !HasAny(c, kStore16) &&
          !HasExtension(c, "SPV_AMD_gpu_shader_half_float")) {
        c.Report(R("capability.float16.type-width"), at);
      }
      return;
    case 64:
      if (!c.context().Has(Capability::kFloat64)) {
        c.Report(R("capability.float64.type-width"), at);
      }
      return;
    default:
      return;
  }
}

void CheckVector(const CheckContext& c) {
  constexpr uint32_t kCount = 2;
  constexpr Capability kWide[] = {Capability::kVector16,
                                  Capability::kLongVectorEXT};
  const uint32_t count = c.inst().operand_word(kCount);
  if ((count == 8 || count == 16) && !HasAny(c, kWide)) {
    c.Report(R("capability.vector16.wide-vector"), kCount, {count});
  }
}

void CheckImage(const CheckContext& c) {
  constexpr uint32_t kAccess = 8;
  if (c.inst().operand_count() > kAccess &&
      c.inst().operand_word(kAccess) ==
          static_cast<uint32_t>(grammar::AccessQualifier::kReadWrite) &&
      !c.context().Has(Capability::kImageReadWrite)) {
    c.Report(R("capability.imagereadwrite.readwrite-qualifier"), kAccess);
  }
}

constexpr Op kIntOps[] = {Op::kTypeInt};
constexpr Op kFloatOps[] = {Op::kTypeFloat};
constexpr Op kVectorOps[] = {Op::kTypeVector};
constexpr Op kImageOps[] = {Op::kTypeImage};
constexpr Check kChecks[] = {{kIntOps, CheckInt},
                             {kFloatOps, CheckFloat},
                             {kVectorOps, CheckVector},
                             {kImageOps, CheckImage}};

}  // namespace

extern constinit const Family kTypeWidths = {
    .rules = R.rules(),
    .checks = kChecks,
};

}  // namespace plumb
