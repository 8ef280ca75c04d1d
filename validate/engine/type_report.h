// Reports wrong types.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_ENGINE_TYPE_REPORT_H_
#define PLUMB_VALIDATE_ENGINE_TYPE_REPORT_H_

#include <cstdint>
#include <optional>

#include "absl/base/attributes.h"
#include "core/index.h"
#include "core/rule.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Reports a type at an operand, with a note where it is declared.  Arguments:
// the type, the operand's name.
ABSL_ATTRIBUTE_COLD DiagnosticBuilder ReportType(const CheckContext& c,
                                                 const Rule& rule,
                                                 OperandIndex operand, Id type);
// Reports a type together with the required one, with a note at its
// declaration, and one if the operand is a pointer to the required type.
// Arguments: the type, the required type, the operand's name.
// `at` is the operand to report the error at.
ABSL_ATTRIBUTE_COLD DiagnosticBuilder ReportTypes(
    const CheckContext& c, const Rule& rule, OperandIndex operand, Id type,
    Id expected, std::optional<OperandIndex> at = std::nullopt);

// Adds a note to an error at a pointer operand: a value is required, which
// OpLoad gives.
ABSL_ATTRIBUTE_COLD void NoteMissingLoad(const CheckContext& c,
                                         OperandIndex operand,
                                         DiagnosticBuilder* report);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TYPE_REPORT_H_
