// Reporting a type that is not what it must be.
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
// The same with the type that would be right, and the note there.  Arguments:
// the type, the one that would be right, the operand's name.  If another
// operand is what is wrong, the error is `at` that.
ABSL_ATTRIBUTE_COLD DiagnosticBuilder ReportTypes(
    const CheckContext& c, const Rule& rule, OperandIndex operand, Id type,
    Id expected, std::optional<OperandIndex> at = std::nullopt);

}  // namespace plumb

#endif  // PLUMB_VALIDATE_ENGINE_TYPE_REPORT_H_
