// Makes fixes of texts that lack a capability or an extension.
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
#include "core/diagnostic.h"
#include "core/module.h"
#include "core/rule.h"

namespace plumb {

class FixFinder {
 public:
  // `module` must outlive this.
  explicit FixFinder(const Module& module)
      : module_(module), lines_(module.text()) {}

  // The fix of a violation whose rule states a missing declaration (Rule::fix):
  // it inserts the declaration after the last one of its kind.  Nullopt for
  // other rules, for a report that names alternatives, and for a module that
  // was not read from a text.
  std::optional<ResolvedFix> Find(const Diagnostic& diagnostic);

 private:
  std::optional<ResolvedFix> Declare(const Fix& declaration);
  std::string ExtensionOf(const grammar::EnumerantInfo& capability);
  // Inserts `line`, and `second` unless it is empty, after the line of the last
  // of these instructions.
  std::optional<ResolvedFix> InsertAfter(absl::Span<const InstIndex> insts,
                                         absl::string_view line,
                                         absl::string_view second = "");
  // Inserts them at the begin of the line that `offset` is in, indented as the
  // line of `model`, another offset.
  ResolvedFix InsertLines(uint32_t offset, uint32_t model,
                          absl::string_view line, absl::string_view second);

  const Module& module_;
  LineTable lines_;
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_FIX_FINDER_H_
