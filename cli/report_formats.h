// The formats that reports can have.
//
// Tested by testdata/cli/batch_formats.case and the tests of //api/report.
#ifndef PLUMB_CLI_REPORT_FORMATS_H_
#define PLUMB_CLI_REPORT_FORMATS_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "cli/options.h"
#include "cli/output_kind.h"

namespace plumb {

// The kind of file that holds a report in this format.
OutputKind KindOfReport(ReportFormat format);

// The writer of a format; `program` is what writes the report.
std::unique_ptr<ReportWriter> MakeReportWriter(absl::string_view program,
                                               const CommonOptions& options,
                                               ReportFormat format,
                                               bool to_terminal);

}  // namespace plumb

#endif  // PLUMB_CLI_REPORT_FORMATS_H_
