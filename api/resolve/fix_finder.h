// Makes the fixes that rules state (Rule::fix): of texts that lack a
// capability, a decoration, an OpFunctionEnd...
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

  // The fix of a violation, by its rule.  Nullopt for rules without one, for a
  // report that names alternatives, for a module that was not read from a text,
  // and for a text that is laid out in another way than one instruction a line.
  std::optional<ResolvedFix> Find(const Diagnostic& diagnostic,
                                  absl::Span<const Note> notes);

 private:
  std::optional<ResolvedFix> Declare(const Fix& declaration);
  std::string ExtensionOf(const grammar::EnumerantInfo& capability);
  std::optional<ResolvedFix> Decorate(Id target, uint32_t decoration);
  std::optional<ResolvedFix> AddMode(InstIndex entry_point, uint32_t mode);
  std::optional<ResolvedFix> AddToInterface(const Diagnostic& diagnostic,
                                            absl::Span<const Note> notes);
  std::optional<ResolvedFix> EndFunction(InstIndex function);
  std::optional<ResolvedFix> MoveCapabilities(InstIndex first);

  // The name of an id, with its percent sign.
  absl::string_view NameOf(Id id) const;
  // The offset behind the line that an instruction ends in; nullopt if the
  // next instruction begins in that line.
  std::optional<uint32_t> EndOfLine(InstIndex inst) const;
  // The offset of the line that an instruction begins, after at most a short
  // margin; nullopt if something else is in that line before it.
  std::optional<uint32_t> BeginOfLine(InstIndex inst);
  // Inserts `line`, and `second` unless it is empty, after the line of the last
  // of these instructions.
  std::optional<ResolvedFix> InsertAfter(absl::Span<const InstIndex> insts,
                                         absl::string_view line,
                                         absl::string_view second = "");
  // Inserts them at `offset`, the begin of a line, indented as the line of
  // `model`, another offset.
  ResolvedFix InsertLines(uint32_t offset, uint32_t model,
                          absl::string_view line, absl::string_view second);
  ResolvedEdit Edit(uint32_t begin, uint32_t end, std::string replacement);

  const Module& module_;
  LineTable lines_;
  std::optional<InstIndex> after_capabilities_;  // the first other instruction
};

}  // namespace plumb

#endif  // PLUMB_API_RESOLVE_FIX_FINDER_H_
