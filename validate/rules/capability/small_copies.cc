// Copies of a number of bytes in shaders (SPV_KHR_untyped_pointers): sizes
// that are not multiples of four require capabilities for 8-bit or 16-bit
// numbers.
//
// A size that is not constant, or that may be specialized, is not checked.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/rules/capability/small_numbers.h"

namespace plumb {
namespace {

constexpr char kSection[] = "SPV_KHR_untyped_pointers";

constexpr RuleTable R({
    {"capability.8bitstorage.copymemorysized-size", kSection,
     "copying {0} byte{0s} requires capability Int8, or a capability for 8-bit "
     "storage",
     "VUID-RuntimeSpirv-Size-11165"},
    {"capability.16bitstorage.copymemorysized-size", kSection,
     "copying {0} byte{0s} requires capability Int16 or Float16, or a "
     "capability for 8-bit or 16-bit storage",
     "VUID-RuntimeSpirv-Size-11165"},
});

void CheckCopy(const CheckContext& c) {
  constexpr OperandIndex kSize = grammar::operand::CopyMemorySized::kSize;
  const ModuleContext& context = c.context();
  if (!context.Has(Capability::kShader) || context.Has(Capability::kKernel)) {
    return;
  }
  const std::optional<uint32_t> size = FixedValue(c, c.inst().id(kSize));
  const TypeParts calculable = CalculableParts(context.features());
  if (!size || *size % 4 == 0 || (calculable & type_part::kInt8) != 0 ||
      HasAny(context, kStore8)) {
    return;
  }
  if (*size % 2 != 0) {
    c.Report(R("capability.8bitstorage.copymemorysized-size"), kSize, {*size});
  } else if (calculable == 0 && !HasAny(context, kStore16)) {
    c.Report(R("capability.16bitstorage.copymemorysized-size"), kSize, {*size});
  }
}

constexpr Check kChecks[] = {{Op::kCopyMemorySized, CheckCopy}};

}  // namespace

extern constinit const Family kSmallCopies(R, kChecks);

}  // namespace plumb
