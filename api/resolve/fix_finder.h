// Finds fixes for texts that lack a capability or an extension.
//
// Tested by fix_finder_test.cc.
#ifndef PLUMB_API_RESOLVE_FIX_FINDER_H_
#define PLUMB_API_RESOLVE_FIX_FINDER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "api/resolve/line_table.h"
#include "api/resolve/resolved_diagnostic.h"
#include "core/module.h"

namespace plumb {

class FixFinder {
 public:
  // `module` must outlive this.
  explicit FixFinder(const Module& module)
      : module_(module), lines_(module.text()) {}

  // Messages about a single missing declaration end with it: "... requires
  // capability Float64", "... requires extension SPV_EXT_float8".  The fix
  // inserts that declaration after the last one of its kind.  Nullopt for other
  // messages, and for a module that was not read from a text.
  std::optional<ResolvedFix> Missing(absl::string_view message);

 private:
  // Inserts `line` after the line of the last of these instructions.
  std::optional<ResolvedFix> InsertAfter(absl::Span<const InstIndex> insts,
                                         absl::string_view line);
  // Inserts `line` at the begin of the line that `offset` is in, indented as
  // the line of `model`, another offset.
  ResolvedFix InsertLine(uint32_t offset, uint32_t model,
                         absl::string_view line);

  const Module& module_;
  LineTable lines_;
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_FIX_FINDER_H_
