// Reports images that an instruction does not allow.
//
// Tested by testdata/rule_test.cc.
#ifndef PLUMB_VALIDATE_FACTS_IMAGE_REPORT_H_
#define PLUMB_VALIDATE_FACTS_IMAGE_REPORT_H_

#include <initializer_list>

#include "core/diagnostic.h"
#include "core/rule.h"
#include "validate/analysis/images.h"
#include "validate/engine/check_context.h"

namespace plumb {

// Reports an image at an operand, with a note at the declaration of its type.
inline DiagnosticBuilder ReportImage(const CheckContext& c, const Rule& rule,
                                     OperandIndex operand,
                                     const ImageType& image,
                                     std::initializer_list<Arg> args) {
  DiagnosticBuilder report = c.Report(rule, operand, args);
  report.Note("the image type is declared here",
              Place::At(c.module().def(image.type)));
  return report;
}

}  // namespace plumb

#endif  // PLUMB_VALIDATE_FACTS_IMAGE_REPORT_H_
