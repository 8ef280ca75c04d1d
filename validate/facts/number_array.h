// Arrays of the numbers that SPV_QCOM_cooperative_matrix_conversion allows,
// for the families of its instructions.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_NUMBER_ARRAY_H_
#define PLUMB_VALIDATE_FACTS_NUMBER_ARRAY_H_

#include <utility>

#include "absl/algorithm/container.h"
#include "validate/engine/check_context.h"
#include "validate/engine/number_patterns.h"
#include "validate/engine/type_report.h"

namespace plumb {

inline constexpr TypePattern kArrayNumbers[] = {
    kInt32, Ieee754(Scalar(type_trait::kFloat, 16)),
    Ieee754(Scalar(type_trait::kFloat, 32))};

inline bool IsNumberArray(const ModuleContext& context, Id type) {
  return absl::c_any_of(kArrayNumbers, [&](const TypePattern& number) {
    return Fits(context, ArrayOf(number), type);
  });
}

// Whether both the result and the operand Source Array are known arrays of
// such numbers; reports the first that is not.
inline bool CheckNumberArrays(const CheckContext& c, const Rule& rule) {
  namespace operand = grammar::operand::BitCastArrayQCOM;
  const std::pair<OperandIndex, Id> arrays[] = {
      {operand::kResultType, c.inst().result_type()},
      {operand::kSourceArray, c.type_of(operand::kSourceArray)}};
  for (const auto& [at, type] : arrays) {
    if (c.context().types().Get(type).unknown()) return false;
    if (IsNumberArray(c.context(), type)) continue;
    ReportType(c, rule, at, type);
    return false;
  }
  return true;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_NUMBER_ARRAY_H_
