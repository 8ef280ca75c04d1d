// Conversions between arrays that hold rows or columns of cooperative matrices
// (SPV_QCOM_cooperative_matrix_conversion). composite/matrix_array.cc checks
// those between an array and a matrix.
//
// Tested by testdata/rule_test.cc.
#include <cstdint>
#include <optional>

#include "validate/engine/family.h"
#include "validate/facts/number_array.h"

namespace plumb {
namespace {

namespace operand = grammar::operand::BitCastArrayQCOM;

constexpr RuleTable R({
    {"convert.bitcastarray.array-type",
     "SPV_QCOM_cooperative_matrix_conversion",
     "the array must be one of 32-bit integers or of 16- or 32-bit floats, not "
     "{0}"},
    {"convert.bitcastarray.total-bits",
     "SPV_QCOM_cooperative_matrix_conversion",
     "{0} must have as many bits as the result, {1}"},
});

void CheckArrays(const CheckContext& c) {
  if (!CheckNumberArrays(c, R("convert.bitcastarray.array-type"))) return;
  const TypeTable& types = c.context().types();
  const Id to = c.inst().result_type();
  const Id from = c.type_of(operand::kSourceArray);
  const std::optional<uint32_t> to_count = CountOf(c, to);
  const std::optional<uint32_t> from_count = CountOf(c, from);
  if (!to_count.has_value() || !from_count.has_value()) return;
  const uint64_t to_width = types.Get(types.Get(to).element).width;
  const uint64_t from_width = types.Get(types.Get(from).element).width;
  if (*to_count * to_width != *from_count * from_width) {
    ReportTypes(c, R("convert.bitcastarray.total-bits"), operand::kSourceArray,
                from, to);
  }
}

constexpr Check kChecks[] = {{Op::kBitCastArrayQCOM, CheckArrays}};

}  // namespace

extern constinit const Family kBitcastArray(R, kChecks);

}  // namespace plumb
