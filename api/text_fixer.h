// Applies the fixes of a text's diagnostics, for --fix.
//
// Tested by text_fixer_test.cc.
#ifndef PLUMB_API_TEXT_FIXER_H_
#define PLUMB_API_TEXT_FIXER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "api/session.h"

namespace plumb {

struct FixedText {
  std::string text;
  size_t fix_count = 0;  // 0: the text is as it was
};

// Applies the fixes of `text` that leave fewer diagnostics and none of a new
// kind, again and again, until no fix is left; a fix of the syntax may show the
// errors of what is read after it.  Applies only safe ones
// (ResolvedFix::is_safe) unless `with_guesses`.
//
// Validates the text several times, at most a few hundred: once for each set of
// fixes that do not overlap, or if the set does not make it better, once for
// each of them.
FixedText FixText(const SessionOptions& options, absl::string_view text,
                  bool with_guesses);

}  // namespace plumb

#endif  // PLUMB_API_TEXT_FIXER_H_
