#include "api/resolve/resolved_diagnostic.h"

namespace plumb {

std::string ApplyFix(absl::string_view text, const ResolvedFix& fix) {
  std::string fixed;
  size_t done = 0;
  for (const ResolvedEdit& edit : fix.edits) {
    fixed.append(text.data() + done, edit.offsets.begin - done);
    fixed.append(edit.replacement);
    done = edit.offsets.end;
  }
  fixed.append(text.data() + done, text.size() - done);
  return fixed;
}

}  // namespace plumb
