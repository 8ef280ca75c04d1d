// Tries the fixes of a report: one that does not remove its error, or makes
// another one, is removed from the report.  A safe fix of the syntax may show
// the errors of the instruction that is read after it.
//
// A fix by the closest name is a guess, and a declaration can need another one;
// what users and editors get was tried.
//
// Tested by testdata/fixes_test.cc.
#ifndef PLUMB_API_FIX_CHECK_H_
#define PLUMB_API_FIX_CHECK_H_

#include "absl/strings/string_view.h"
#include "api/report/report_writer.h"

namespace plumb {

struct SessionOptions;

// At most this many fixes of a report are tried, of texts of at most this size.
// Others are removed.
inline constexpr int kMaxTriedFixes = 8;
inline constexpr size_t kMaxTriedText = size_t{1} << 20;

// Tries the fixes of the report on `text`, which was validated with `options`.
// Validates the text once, and once for each fix.
void RemoveWrongFixes(const SessionOptions& options, absl::string_view text,
                      InputReport* report);

}  // namespace plumb

#endif  // PLUMB_API_FIX_CHECK_H_
