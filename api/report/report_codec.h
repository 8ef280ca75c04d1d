// Serializes reports for storage between runs: every member except the file
// name.
//
// The format is that of one build of Plumb: the storage must ensure that the
// same build reads it.
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

// The argument of EncodeReport() without its file; nullopt if `bytes` are not
// such a report: each item must have the type and range of its member, messages
// and excerpts must be printable, counts must agree with the diagnostics, and
// nothing may follow.  Linear in `bytes`, without recursion.  `find_rule` finds
// a rule by its id, or returns nullptr.
std::optional<InputReport> DecodeReport(
    absl::string_view bytes,
    absl::FunctionRef<const Rule*(absl::string_view id)> find_rule);

}  // namespace plumb

#endif  // PLUMB_API_REPORT_REPORT_CODEC_H_
