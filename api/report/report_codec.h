// Reports as bytes, for what keeps them from run to run: every member but the
// name of the file.
//
// The form is that of one build of Plumb: whoever keeps such bytes makes sure
// that the same build reads them.
//
// Tested by report_codec_test.cc.
#ifndef PLUMB_API_REPORT_REPORT_CODEC_H_
#define PLUMB_API_REPORT_REPORT_CODEC_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"
#include "core/rule.h"

namespace plumb {

std::string EncodeReport(const InputReport& report);

// Larger ones are not read.
inline constexpr size_t kMaxEncodedReportSize = size_t{256} << 20;

// What EncodeReport() was given, without its file; nothing if `bytes` are not
// such a report: each item has the type and the range of its member, messages
// and excerpts are printable, counts agree with the diagnostics, and nothing
// follows.  Linear in `bytes`, and without recursion.  `find_rule` finds a rule
// by its id, or nullptr.
std::optional<InputReport> DecodeReport(
    absl::string_view bytes,
    absl::FunctionRef<const Rule*(absl::string_view id)> find_rule);

}  // namespace plumb

#endif  // PLUMB_API_REPORT_REPORT_CODEC_H_
